export const exampleLanguages = ['curl', 'typescript', 'client', 'command'] as const
/** `client` is the typed package, `command` the command line. */
export type ExampleLanguage = (typeof exampleLanguages)[number]

interface Examples {
  readonly translate: Readonly<Record<ExampleLanguage, string>>
  readonly webhook: string
}

/** Examples for an installation, runnable once the key is filled in. */
export function examples(origin: string): Examples {
  const translate = {
    curl: byCurl(origin),
    typescript: byFetch(origin),
    client: byClient(origin),
    command: byCommand(origin),
  }
  return { translate, webhook }
}

function byCurl(origin: string): string {
  return `SERVER=${origin}
KEY=KEY
post() { curl -sS "$SERVER$1" -H "authorization: Bearer $KEY" -H "content-type: application/json" -d @-; }
get() { curl -sS -G "$SERVER$1" -H "authorization: Bearer $KEY" "\${@:2}"; }

# 1. A folder, and the file in it
FOLDER=$(echo "{\\"folder_name\\":\\"From a program $(date +%s)\\"}" | post /admin/space.folder/add | jq -r .data.folder_id)
FILE=$(jq -Rs --arg folder "$FOLDER" '{folder_id:$folder, name:"film", file_name:"film.srt", language:"en", content:.}' film.srt \\
  | post /admin/file.srt/add | jq -r .data.file_id)

# 2. Start the translation; the same idempotency_key gives the same task
TASK=$(echo "{\\"file_id\\":\\"$FILE\\",\\"source_language\\":\\"en\\",\\"to_language\\":\\"es\\",\\"idempotency_key\\":\\"$FILE-es\\"}" \\
  | post /admin/jowoai.srttranslate/run | jq -r .data.task_id)

# 3. Wait (or let a webhook tell you), then fetch the result: state 0 waits, 3 runs, 1 is done, 2 has failed
while STATE=$(get /admin/history.task/getinfo -d task_id=$TASK | jq .data.state); [ "$STATE" = 0 ] || [ "$STATE" = 3 ]; do sleep 2; done
get /admin/history.task/getinfo -d task_id=$TASK | jq -r .data.translate_subtitle_txt > film.es.srt`
}

function byFetch(origin: string): string {
  return `import { readFile, writeFile } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'

const server = '${origin}'
const headers = { authorization: 'Bearer KEY', 'content-type': 'application/json' }

async function answer(response: Response): Promise<any> {
  const { code, message, data } = await response.json()
  if (code !== 0) throw new Error(message)
  return data
}
const post = async (path: string, input: object) =>
  answer(await fetch(server + path, { method: 'POST', headers, body: JSON.stringify(input) }))
const get = async (path: string, input: Record<string, string>) =>
  answer(await fetch(\`\${server}\${path}?\${new URLSearchParams(input)}\`, { headers }))

// 1. A folder, and the file in it
const { folder_id } = await post('/admin/space.folder/add', { folder_name: \`From a program \${Date.now()}\` })
const content = await readFile('film.srt', 'utf8')
const version = { folder_id, name: 'film', file_name: 'film.srt', language: 'en', content }
const { file_id } = await post('/admin/file.srt/add', version)

// 2. Start the translation; the same idempotency_key gives the same task
const order = { file_id, source_language: 'en', to_language: 'es', idempotency_key: \`\${file_id}-es\` }
const { task_id } = await post('/admin/jowoai.srttranslate/run', order)

// 3. Wait (or let a webhook tell you), then fetch the result: state 0 waits, 3 runs, 1 is done, 2 has failed
let task = await get('/admin/history.task/getinfo', { task_id })
while (task.state === 0 || task.state === 3) {
  await setTimeout(2000)
  task = await get('/admin/history.task/getinfo', { task_id })
}
if (task.state === 2) throw new Error(task.fail_msg)
await writeFile('film.es.srt', task.translate_subtitle_txt)`
}

function byClient(origin: string): string {
  return `import { readFile, writeFile } from 'node:fs/promises'
import { Client, NoCredits, waitForTask } from 'cuelane-client'

const cuelane = new Client({ server: '${origin}', key: 'KEY' })

// 1. A folder, and the file in it
const { folder_id } = await cuelane.call('addFolder', { folder_name: \`From a program \${Date.now()}\` })
const content = await readFile('film.srt', 'utf8')
const version = { folder_id, name: 'film', file_name: 'film.srt', language: 'en', content } as const
const { file_id } = await cuelane.call('addVersion', version)

try {
  // 2. Start the translation; too many calls a minute are waited for
  const order = { file_id, source_language: 'en', to_language: 'es' } as const
  const { task_id } = await cuelane.call('runTranslate', { ...order, idempotency_key: \`\${file_id}-es\` })

  // 3. Wait, then keep the result
  const task = await waitForTask(cuelane, task_id)
  await writeFile('film.es.srt', task.translate_subtitle_txt)
} catch (error) {
  if (!(error instanceof NoCredits)) throw error
  console.error(\`\${error.needed} credits are needed, \${error.left} are left\`)
}`
}

function byCommand(origin: string): string {
  return `export CUELANE_KEY=KEY
npx cuelane --server ${origin} task subtitle_translate film.srt -o film.es.srt --language en --set to_language=es`
}

const webhook = `import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'

const secret = 'SIGNING_SECRET'

function isSigned(body: string, header = ''): boolean {
  const [, time = '', sent = ''] = /^t=(\\d+),v1=([0-9a-f]{64})$/.exec(header) ?? []
  if (!sent || Math.abs(Date.now() / 1000 - Number(time)) > 300) return false
  const expected = createHmac('sha256', secret).update(\`\${time}.\${body}\`).digest()
  return timingSafeEqual(expected, Buffer.from(sent, 'hex'))
}

createServer(async (request, response) => {
  // The body as it came, before it is parsed
  let body = ''
  for await (const part of request.setEncoding('utf8')) body += part
  const isOurs = isSigned(body, String(request.headers['cuelane-signature']))
  response.writeHead(isOurs ? 204 : 401).end()
  if (!isOurs) return
  const { event, data } = JSON.parse(body)
  console.log(event, data.task_id)
}).listen(8080)`

import { parentPort, workerData } from 'node:worker_threads'
import { contract, type InputOf } from '#core/contract/index.ts'
import { answerTo, type Person, srt } from './people.ts'

interface Given {
  readonly url: string
  readonly people: readonly Person[]
  readonly until: number
  /** Kinds of work; empty for all. */
  readonly only: readonly string[]
}

const LARGE_LINES = 16_000
const large = srt(LARGE_LINES, 'x'.repeat(20))
const overrides = `[Events]\n${`Dialogue: 0,0:00:01.00,0:00:02.00,,,0,0,0,,${'{\\t(\\fs1)}'.repeat(9)}\n`.repeat(8000)}`
const nonsense = '['.repeat(7 * 1024 ** 2)

const { url, people, until, only } = workerData as Given
const answers = new Map<string, number>()
await Promise.all(people.map(attack))
parentPort?.postMessage(answers)

/** All kinds of heavy work in rotation without a pause. */
async function attack(person: Person, at: number): Promise<void> {
  const { folderId: folder_id, fileId: file_id } = person
  const add = (content: string) =>
    answerTo(url, person, 'addVersion', { folder_id, name: 'x', language: 'en', content })
  const plan = (operation: InputOf<'planOperation'>['operation']) =>
    answerTo(url, person, 'planOperation', { folder_id, operation })
  const acts: Record<string, () => Promise<string>> = {
    'a large file': () => add(large),
    'overrides in each line': () => add(overrides),
    'a pattern that runs away': () => plan({ kind: 'replace', text: '^(a+)+$', is_pattern: true }),
    'a dry run': () => plan({ kind: 'fix', profile: 'netflix' }),
    'a zip': async () => {
      const answer = await answerTo(url, person, 'downloadFiles', { folder_id })
      const address = (JSON.parse(answer) as { data?: { url?: string } }).data?.url
      if (address !== undefined) await (await fetch(new URL(address, url))).arrayBuffer()
      return answer
    },
    'the whole text': () => answerTo(url, person, 'getVersion', { file_id }),
    'a body of nonsense': async () => {
      const { method, path } = contract.addVersion
      const headers = { 'content-type': 'application/json', 'x-forwarded-for': person.address }
      return (await fetch(url + path, { method, headers, body: nonsense })).text()
    },
  }
  const names = Object.keys(acts).filter((name) => only.length === 0 || only.includes(name))
  for (let turn = at; Date.now() < until; turn++) {
    const name = names[turn % names.length]!
    const answer = await acts[name]!().catch(() => '')
    const code = /"code":(\d+)/.exec(answer.slice(0, 200))?.[1] ?? 'broken off'
    const what = `${name}: ${code === '0' ? 'done' : code}`
    answers.set(what, (answers.get(what) ?? 0) + 1)
  }
}

import { execFile, execFileSync, spawn } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, openAsBlob, readFileSync, statSync } from 'node:fs'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Client, type ClientOptions } from '#client/client.ts'
import { NoCredits, NotFound, NotPermitted, Refused, TooManyCalls, Unreachable, WrongKey } from '#client/errors.ts'
import { TaskFailed, waitForTask } from '#client/tasks.ts'
import { uploadVideo } from '#client/upload.ts'
import { verifyWebhook } from '#client/webhook.ts'
import { examples } from '#src/pages/apikeys/examples.ts'
import { developer, keyOf } from '#tests/support/developer.ts'
import { freePort } from '#tests/support/process.ts'
import { startServer, type TestServer } from '#tests/support/server.ts'
import { sampleClip } from '#tests/support/small-video.ts'

const root = join(import.meta.dirname, '../..')
const SRT = '1\n00:00:01,000 --> 00:00:04,000\nGood morning.\n'

let server: TestServer
let address: string
let folder: string
/** The beginning of the sample, with its speech. */
let sample: string
let owner: { token: string; id: string }
beforeAll(async () => {
  server = await startServer()
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  address = `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}`
  folder = await mkdtemp(join(tmpdir(), 'cuelane-client-test-'))
  sample = join(folder, 'sample.mp4')
  await writeFile(sample, sampleClip(4))
  owner = await developer(server)
})
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

const client = async (settings: Parameters<typeof keyOf>[2] = {}, options: Partial<ClientOptions> = {}) =>
  new Client({ server: address, key: await keyOf(server, owner.token, settings), ...options })
const failureOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'succeeded',
    (error: unknown) => error,
  )

async function lines(by: Client): Promise<string> {
  const { folder_id } = await by.call('addFolder', { folder_name: `f${Math.random()}` })
  const version = { folder_id, name: 'film', file_name: 'film.srt', language: 'en', content: SRT } as const
  return (await by.call('addVersion', version)).file_id
}

describe('the client', () => {
  test('translates by its calls, and the same idempotency key is the same task', async () => {
    const by = await client()
    const file_id = await lines(by)
    const order = { file_id, source_language: 'en', to_language: 'es', idempotency_key: 'by the client' } as const
    const { task_id } = await by.call('runTranslate', order)
    expect((await by.call('runTranslate', order)).task_id).toBe(task_id)
    const seen: number[] = []
    const task = await waitForTask(by, task_id, { everyMs: 50, onProgress: ({ progress }) => seen.push(progress) })
    expect(task.translate_subtitle_txt).toMatch(/Buenos días/)
    expect(seen.length).toBeGreaterThan(0)
    // Left out, each call has a distinct key.
    const { idempotency_key: _, ...plain } = order
    const other = await by.call('runTranslate', plain)
    expect(other.task_id).not.toBe(task_id)
    await waitForTask(by, other.task_id, { everyMs: 50 })
  })

  test('says by the class of an error what is wrong', async () => {
    const wrong = new Client({ server: address, key: `clk_${'a'.repeat(16)}.${'b'.repeat(43)}` })
    expect(await failureOf(wrong.call('getInfo', {}))).toBeInstanceOf(WrongKey)
    const reader = await client({ scopes: ['read'] })
    expect(await failureOf(reader.call('addFolder', { folder_name: 'x' }))).toMatchObject({
      name: 'NotPermitted',
      scope: 'write',
    })
    const by = await client()
    const file_id = await lines(by)
    const run = { file_id, source_language: 'en', to_language: 'fr' } as const
    const capped = await client({ month_credits: 0 })
    expect(await failureOf(capped.call('runTranslate', run))).toMatchObject({ isKeyLimit: true, needed: 1, left: 0 })
    expect(await failureOf(by.call('getVideo', { file_id: 'nobody' }))).toBeInstanceOf(NotFound)
    expect(await failureOf(by.call('addFolder', { folder_name: '' }))).toBeInstanceOf(Refused)
    expect(await failureOf(by.call('listApiKeys' as 'getInfo', {}))).toBeInstanceOf(RangeError)
    const nowhere = new Client({ server: `http://127.0.0.1:${await freePort()}`, key: 'x', tries: 1 })
    expect(await failureOf(nowhere.call('getInfo', {}))).toBeInstanceOf(Unreachable)
    const chinese = await client({ scopes: ['read'] }, { language: 'zh_cn' })
    const refused = (await failureOf(chinese.call('addFolder', { folder_name: 'x' }))) as NotPermitted
    expect(refused.message).toMatch(/\p{Script=Han}/u)
  })

  test('says how many credits a run lacks', async () => {
    const poor = await developer(server)
    const by = new Client({ server: address, key: await keyOf(server, poor.token) })
    const { folder_id } = await by.call('addFolder', { folder_name: 'long' })
    const content = `1\n00:00:01,000 --> 00:00:04,000\n${'word '.repeat(5000)}\n`
    const { file_id } = await by.call('addVersion', {
      folder_id,
      name: 'long',
      file_name: 'l.srt',
      language: 'en',
      content,
    })
    const error = await failureOf(by.call('runTranslate', { file_id, source_language: 'en', to_language: 'es' }))
    expect(error).toBeInstanceOf(NoCredits)
    expect(error).toMatchObject({ needed: 250, left: 200, isKeyLimit: false })
  })

  test('waits as the server says when there were too many calls, and can be interrupted', async () => {
    const control = new AbortController()
    const waits: number[] = []
    const by = await client(
      { per_minute: 3 },
      {
        onWait: (error, seconds) => {
          expect(error).toBeInstanceOf(TooManyCalls)
          waits.push(seconds)
          control.abort()
        },
      },
    )
    const all = Array.from({ length: 8 }, () => failureOf(by.call('getInfo', {}, { signal: control.signal })))
    await Promise.all(all)
    expect(waits.length).toBeGreaterThan(0)
    expect(waits.every((seconds) => seconds >= 1 && seconds <= 60)).toBe(true)
    expect(await failureOf((await client({ per_minute: 1 }, { tries: 1 })).call('getInfo', {}))).toBe('succeeded')
  })

  test('sends a video in parts, goes on with one that broke off, and fetches what a task made of it', async () => {
    const by = await client()
    const { folder_id } = await by.call('addFolder', { folder_name: 'videos' })
    const file = await openAsBlob(sample)
    let upload_id = ''
    const control = new AbortController()
    const broken = uploadVideo(
      by,
      { file, name: 'harbour.mp4', folder_id, language: 'en' },
      { signal: control.signal, onBegin: (id) => ((upload_id = id), control.abort()) },
    )
    expect(await failureOf(broken)).toMatchObject({ name: 'AbortError' })
    const sent: number[] = []
    const video = await uploadVideo(
      by,
      { file, name: 'harbour.mp4', folder_id, language: 'en' },
      { upload_id, onProgress: (bytes) => sent.push(bytes) },
    )
    expect(sent.at(-1)).toBe(statSync(sample).size)
    const version = {
      folder_id,
      video_id: video.video_id,
      name: 'en',
      file_name: 'e.srt',
      language: 'en',
      content: SRT,
    } as const
    const { file_id } = await by.call('addVersion', version)
    const run = { video_id: video.video_id, file_id, synthesis_type: 'soft' } as const
    const { task_id } = await by.call('runSynthesis', run)
    const task = await waitForTask(by, task_id)
    const made = await by.download(task.task_video_url)
    expect((await made.arrayBuffer()).byteLength).toBe(Number(made.headers.get('content-length')))
    expect(await failureOf(by.download(task.task_video_url.replace(/\/\d+\./, '/1.')))).toMatchObject({ status: 403 })
  })

  test('a task that fails rejects with why', async () => {
    const by = await client()
    const file_id = await lines(by)
    const { task_id } = await by.call('runTranslate', { file_id, source_language: 'en', to_language: 'fr' })
    const { db } = server.services.deps
    await waitForTask(by, task_id, { everyMs: 50 })
    await db
      .updateTable('task')
      .set({ state: 2, fail_msg: JSON.stringify({ key: 'video_unreadable' }) })
      .where('id', '=', task_id)
      .execute()
    expect(await failureOf(waitForTask(by, task_id))).toBeInstanceOf(TaskFailed)
  })

  test('tells a signed delivery from a changed, an old and a foreign one', async () => {
    const body = JSON.stringify({ id: 'd', event: 'task.succeeded', created_at: '', data: { task_id: 't' } })
    const signed = (text: string, secret: string, time = Math.floor(Date.now() / 1000)): string =>
      `t=${time},v1=${createHmac('sha256', secret).update(`${time}.${text}`).digest('hex')}`
    expect((await verifyWebhook(body, signed(body, 'whs'), 'whs')).data.task_id).toBe('t')
    const wrong = [
      () => verifyWebhook(`${body} `, signed(body, 'whs'), 'whs'),
      () => verifyWebhook(body, signed(body, 'other'), 'whs'),
      () => verifyWebhook(body, signed(body, 'whs', Math.floor(Date.now() / 1000) - 301), 'whs'),
      () => verifyWebhook(body, '', 'whs'),
      () => verifyWebhook(body, 't=1,v1=00', 'whs'),
    ]
    for (const one of wrong) expect(await failureOf(one())).toMatchObject({ name: 'WrongSignature' })
  })
})

describe('the package', () => {
  let project: string
  const run = (program: string, args: string[], cwd = project): Promise<{ code: number; out: string }> =>
    new Promise((resolve) =>
      execFile(program, args, { cwd, env: { ...process.env, LC_ALL: 'C' } }, (error, out, errors) =>
        resolve({ code: error ? Number(error.code) : 0, out: out + errors }),
      ),
    )
  beforeAll(async () => {
    project = join(folder, 'project')
    await mkdir(project)
    const built = execFileSync(process.execPath, ['scripts/build-client.ts'], { cwd: root, encoding: 'utf8' }).trim()
    await writeFile(join(project, 'package.json'), '{ "name": "project", "type": "module", "private": true }')
    execFileSync('npm', ['install', '--offline', '--no-audit', '--no-fund', built], { cwd: project })
    await writeFile(join(project, 'film.srt'), SRT)
  }, 300_000)

  const withKey = async (text: string): Promise<string> =>
    text.replaceAll(/(?<=['= ])KEY(?=['\n])/g, await keyOf(server, owner.token))

  test('is one module, typed: names, inputs and answers that are wrong do not compile', async () => {
    const module = join(project, 'node_modules/cuelane-client')
    expect(readFileSync(join(module, 'index.js'), 'utf8')).not.toMatch(/^import |require\(/m)
    const text = `
      import { Client, verifyWebhook, waitForTask } from 'cuelane-client'
      const by = new Client({ server: 'https://x.example', key: 'k' })
      const { task_id, credits }: { task_id: string; credits: number } = await by.call('runTranslate', { file_id: 'f', source_language: 'en', to_language: 'es' })
      const { translate_subtitle_txt } = await waitForTask(by, task_id)
      translate_subtitle_txt.trim()
      ;(await verifyWebhook('', '', '')).data.task_id?.trim()
      // @ts-expect-error: no such call
      await by.call('addApiKey', {})
      // @ts-expect-error: no such language
      await by.call('runTranslate', { file_id: 'f', source_language: 'en', to_language: 'xx' })
      // @ts-expect-error: a name is missing
      await by.call('addFolder', {})
      // @ts-expect-error: no such field
      ;(await by.call('getInfo', {})).nothing
      console.log(credits)
    `
    await writeFile(join(project, 'types.ts'), text)
    const flags = [
      '--noEmit',
      '--strict',
      '--module',
      'nodenext',
      '--target',
      'es2024',
      '--lib',
      'es2024,dom',
      '--types',
      '',
    ]
    const compiled = await run(join(root, 'node_modules/.bin/tsc'), [...flags, 'types.ts'])
    expect(compiled).toEqual({ code: 0, out: '' })
  })

  test('the examples of the documentation run as they stand, and give the same', async () => {
    const { curl, typescript, client: byClient, command } = examples(address).translate
    const cuelane = `"${process.execPath}" "${join(root, 'cli/cuelane.mjs')}"`
    const all: [string, string, string][] = [
      ['curl.sh', curl, 'bash'],
      ['fetch.ts', typescript, process.execPath],
      ['client.ts', byClient, process.execPath],
      ['command.sh', command.replace('npx cuelane', cuelane), 'bash'],
    ]
    for (const [name, text, program] of all) {
      await rm(join(project, 'film.es.srt'), { force: true })
      await writeFile(join(project, name), await withKey(text))
      const ran = await run(program, [name])
      expect([name, ran.code, ran.out]).toEqual([name, 0, name === 'command.sh' ? expect.anything() : ''])
      expect(readFileSync(join(project, 'film.es.srt'), 'utf8').replaceAll('\r', '')).toContain('Buenos días')
    }
  })
})

const cuelane = (
  args: string[],
  env: Record<string, string> = {},
): Promise<{ code: number; out: string; errors: string }> =>
  new Promise((resolve) =>
    execFile(
      process.execPath,
      [join(root, 'cli/cuelane.mjs'), ...args],
      { cwd: folder, env: { ...process.env, LC_ALL: 'C', ...env } },
      (error, out, errors) => resolve({ code: error ? Number(error.code) : 0, out, errors }),
    ),
  )

describe('cuelane task with --server', () => {
  const task = async (args: string[], settings: Parameters<typeof keyOf>[2] = {}) =>
    cuelane(['--server', address, 'task', ...args], { CUELANE_KEY: await keyOf(server, owner.token, settings) })
  beforeAll(async () => {
    await writeFile(join(folder, 'film.en.srt'), SRT)
    await cp(sample, join(folder, 'harbour.mp4'))
  })

  test('sends files, runs into several languages, writes what came, and removes what it left', async () => {
    const before = (await server.ok('listFolders', {}, owner.token)).total
    const translate = ['subtitle_translate', 'film.en.srt', '-o', 'out', '--set', 'to_language=es,fr', '--remove']
    const made = await task(translate)
    expect([made.code, made.errors]).toEqual([0, expect.stringContaining(`wrote ${join('out', 'film.es.srt')}`)])
    expect(readFileSync(join(folder, 'out/film.es.srt'), 'utf8')).toContain('Buenos días')
    expect(readFileSync(join(folder, 'out/film.fr.srt'), 'utf8')).toContain('Bonjour')
    expect((await server.ok('listFolders', {}, owner.token)).total).toBe(before)
  })

  test('a video: sent once, its result whole', async () => {
    const args = [
      'video_synthesis',
      'harbour.mp4',
      '-o',
      'soft.mp4',
      '--subtitles',
      'film.en.srt',
      '--lines-out',
      'l.vtt',
    ]
    const made = await task([...args, '--set', 'synthesis_type=soft'])
    expect([made.code, made.errors]).toEqual([0, expect.stringContaining('wrote soft.mp4')])
    const streams = ['-v', 'error', '-show_entries', 'stream=codec_type', '-of', 'csv=p=0', join(folder, 'soft.mp4')]
    expect(execFileSync('ffprobe', streams, { encoding: 'utf8' }).trim().split('\n')).toContain('subtitle')
    expect(readFileSync(join(folder, 'l.vtt'), 'utf8')).toContain('Good morning.')
    expect((await task([...args, '--set', 'synthesis_type=soft'])).errors).toContain('is in the space already')
  })

  test('says what to do about a wrong key, a scope, a limit, credits and a server that is not there', async () => {
    const translate = ['subtitle_translate', 'film.en.srt', '-o', 'no.srt', '--set', 'to_language=es']
    const wrong = await cuelane(['--server', address, '--key', 'clk_no', 'task', ...translate])
    expect([wrong.code, wrong.errors]).toEqual([1, expect.stringContaining('does not know this API key')])
    expect((await task(translate, { scopes: ['read'] })).errors).toContain('lacks the scope “write”')
    expect((await task(translate, { month_credits: 0 })).errors).toContain(
      'Credits needed: 1; the monthly limit of this API key leaves 0',
    )
    const poor = await developer(server)
    const { db } = server.services.deps
    await db.updateTable('account').set({ auth_list: '[]' }).where('id', '=', poor.id).execute()
    await writeFile(
      join(folder, 'long.srt'),
      [1, 3, 5, 7, 9]
        .map((at) => `${at}\n00:00:0${at},000 --> 00:00:0${at},900\n${'word '.repeat(10_000)}\n`)
        .join('\n'),
    )
    const long = await task(['subtitle_translate', 'long.srt', '-o', 'no.srt', '--set', 'to_language=es'])
    expect([long.code, long.errors]).toEqual([1, expect.stringContaining('Insufficient credits: this needs 2500')])
    expect((await task([...translate, '--set', 'to_language=en'])).code).toBe(1)
    const commands = [
      ['--server', 'ftp://x', '--key', 'k', 'task', ...translate],
      ['--server', address, 'task', ...translate],
      ['--server', address, '--key', 'k', 'task', 'nothing', 'film.en.srt', '-o', 'x'],
      [
        '--server',
        address,
        '--key',
        'k',
        'task',
        'video_dubbing',
        'harbour.mp4',
        '-o',
        'x.mp4',
        '--lines-from',
        'track',
      ],
      ['--server', address, '--key', 'k', 'task', 'subtitle_translate', 'gone.srt', '-o', 'x'],
      ['--server', address, '--key', 'k', 'task', 'subtitle_translate', 'film.en.srt', '-o', 'x', '--set', 'y'],
    ]
    for (const command of commands) expect((await cuelane(command, { CUELANE_KEY: '' })).code).toBe(3)
    expect(existsSync(join(folder, 'no.srt'))).toBe(false)
  })

  test('an interrupted one says that the task goes on', async () => {
    const other = await developer(server)
    const env = { ...process.env, LC_ALL: 'C', CUELANE_KEY: await keyOf(server, other.token) }
    const args = ['video_extract', 'harbour.mp4', '-o', 'heard.srt']
    const child = spawn(process.execPath, [join(root, 'cli/cuelane.mjs'), '--server', address, 'task', ...args], {
      ...{ cwd: folder, env, stdio: ['ignore', 'ignore', 'pipe'] },
    })
    let errors = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      errors += text
      if (text.includes('credit')) child.kill('SIGINT')
    })
    const [code] = (await once(child, 'exit')) as [number]
    expect([code, errors]).toEqual([130, expect.stringContaining('goes on in the installation')])
    expect(existsSync(join(folder, 'heard.srt'))).toBe(false)
  })
})

describe('cuelane localise', () => {
  let own: typeof owner
  beforeAll(async () => {
    own = await developer(server)
    // One spoken line.
    await writeFile(join(folder, 'pier.mp4'), sampleClip(3.4))
  })
  const streamsOf = (name: string): string[] => {
    const shown = ['-v', 'error', '-show_entries', 'stream=codec_type', '-of', 'csv=p=0', join(folder, name)]
    return execFileSync('ffprobe', shown, { encoding: 'utf8' }).trim().split('\n')
  }
  const textOf = (name: string): string => readFileSync(join(folder, name), 'utf8')

  test('one command on this machine: lines, translations and dubs beside the file', async () => {
    const { code, errors } = await cuelane(['localise', 'pier.mp4', '--to', 'es', '--dub', '-o', 'here'])
    expect([code, errors]).toEqual([0, expect.stringContaining('extract × 1 + dub × 1')])
    expect(textOf('here/pier.en.srt')).toContain('Good morning')
    expect(textOf('here/pier.es.srt')).toContain('Buenos días')
    expect(streamsOf('here/pier.es.mp4')).toEqual(['video', 'audio'])
  })

  test('the same on an installation, with its price; what exists is not paid for again', async () => {
    const key = await keyOf(server, own.token)
    const on = (...args: string[]) =>
      cuelane(['--server', address, 'localise', 'pier.mp4', ...args], { CUELANE_KEY: key })
    const priced = await on('--to', 'es', '--dub', '--soft', '--dry-run')
    expect([priced.code, priced.errors]).toEqual([0, expect.stringContaining('extract 1 + dub 4 = 5 credits')])
    expect(existsSync(join(folder, 'pier.es.mp4'))).toBe(false)
    const made = await on('--to', 'es', '--dub', '--soft')
    expect([made.code, made.errors]).toEqual([0, expect.stringContaining('wrote pier.es.mp4')])
    expect(streamsOf('pier.es.mp4')).toEqual(['video', 'audio', 'subtitle'])
    expect(textOf('pier.es.srt')).toContain('Buenos días')
    const again = await on('--to', 'es', '--burn', '-o', 'again')
    expect([again.code, again.errors]).toEqual([0, expect.stringContaining('subtitles 1 = 1 credit\n')])
    expect(textOf('again/pier.es.srt')).toContain('Buenos días')
    expect(streamsOf('again/pier.es.mp4')).toEqual(['video', 'audio'])
  })

  test('what is wrong is said in one line, and what an engine lacks with what brings it', async () => {
    const wrong = async (...args: string[]) => {
      const { code, errors } = await cuelane(['localise', ...args])
      return [code, errors.trim()]
    }
    expect(await wrong('nothing.mp4', '--to', 'es')).toEqual([3, expect.stringContaining('nothing.mp4')])
    expect(await wrong('pier.mp4', '--to', 'xx')).toEqual([3, expect.stringContaining('Unknown language: xx')])
    expect(await wrong('pier.mp4', '--burn', '--soft')).toEqual([3, expect.stringContaining('exclude each other')])
    expect(await wrong('pier.mp4', '--set', 'dub.loud=1')).toEqual([
      3,
      expect.stringContaining('dub has no field loud'),
    ])
    const thai = await cuelane(['localise', 'pier.mp4', '--language', 'th', '--to', 'es', '--dub', '-o', 'none'])
    expect([thai.code, thai.errors]).toEqual([1, expect.stringContaining('npm run models -- fetch whisper-base')])
    expect(existsSync(join(folder, 'none'))).toBe(false)
    const key = await keyOf(server, own.token, { month_credits: 1 })
    const capped = ['--server', address, '--key', key, 'localise', 'pier.mp4', '--to', 'fr', '--dub']
    expect((await cuelane(capped)).errors).toContain('Credits needed: 4; the monthly limit of this API key leaves 1')
  })
})

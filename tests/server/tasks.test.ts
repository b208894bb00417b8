import { afterAll, beforeAll, expect, test } from 'vitest'
import { sequentialIds } from '#core/subtitle/cue/cue.ts'
import { readSrt } from '#core/subtitle/formats/srt/srt.ts'
import { SilenceReader } from '#core/media/plans/silence.ts'
import { stepKey } from '#server/jobs/run.ts'
import { readPocketsphinx } from '#server/engines/asr/pocketsphinx.ts'
import { readWhisper } from '#server/engines/asr/whisper-http.ts'
import { startWorker } from '#server/jobs/worker.ts'
import { fileTasks } from '#server/tasks/index.ts'
import { startFakeServices } from '#tests/support/services.ts'
import { finished, markPrepared, readySample, signUp, startServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let token: string
let place: { folder_id: string; video_id: string }
beforeAll(async () => {
  server = await startServer({}, { tasks: fileTasks })
  token = await signUp(server)
  place = await readySample(server, token)
})
afterAll(() => server.close())

let keys = 0
const key = () => `key-${++keys}-of-a-test`
const credits = async () => (await server.ok('getInfo', {}, token)).credits

test('speech becomes a version, the version is translated, and both are paid once', async () => {
  const idempotency_key = key()
  const run = { video_id: place.video_id, source_language: 'en', idempotency_key } as const
  const started = await Promise.all([server.ok('runExtract', run, token), server.ok('runExtract', run, token)])
  expect(started[0]).toEqual(started[1])
  expect(await credits()).toBe(198)
  const extracted = await finished(server, token, started[0].task_id)
  expect(extracted).toMatchObject({ state: 1, fail_msg: '', credits: 2 })
  const heard = readSrt(extracted.source_subtitle_txt, sequentialIds('c')).cues
  expect(heard.length).toBeGreaterThanOrEqual(8)
  expect(heard[0]?.text.replace('\n', ' ')).toMatch(/^Good morning and welcome to the harbou?r\.$/)

  const to_spanish = {
    file_id: extracted.file_id,
    source_language: 'en',
    to_language: 'es',
    idempotency_key: key(),
  } as const
  const { task_id, credits: price } = await server.ok('runTranslate', to_spanish, token)
  const translated = await finished(server, token, task_id)
  expect(translated.state).toBe(1)
  const lines = readSrt(translated.translate_subtitle_txt, sequentialIds('c')).cues
  expect(lines.map(({ start }) => start)).toEqual(heard.map(({ start }) => start))
  // A longer text stays a little longer, and never into the next line.
  for (const [at, { end }] of lines.entries()) {
    expect(end).toBeGreaterThanOrEqual(heard[at]!.end)
    expect(end).toBeLessThanOrEqual(Math.min(heard[at]!.end + 1000, heard[at + 1]?.start ?? Infinity))
  }
  expect(translated.translate_subtitle_txt).toMatch(/buenos días/i)
  expect(await credits()).toBe(198 - price)

  const { list } = await server.ok('listVersions', place, token)
  expect(list.map(({ from, language, version }) => [from, language, version])).toEqual([
    ['upload', 'en', 1],
    ['upload', 'zh_cn', 2],
    ['extract', 'en', 3],
    ['translate', 'es', 4],
  ])
})

test('files of a folder are translated into several languages: one task and one file each, all or none, once', async () => {
  const { folder_id } = await server.ok('addFolder', { folder_name: 'files' }, token)
  const srt = (text: string) => `1\n00:00:01,000 --> 00:00:03,000\n<i>${text}</i>\n\n`
  const add = (name: string, language: 'en' | 'es', text: string) =>
    server.ok('addVersion', { folder_id, name, language, content: srt(text) }, token)
  const files = [await add('film.en', 'en', 'The house is red.'), await add('Show', 'en', 'The dog is big.')]
  const run = { file_ids: files.map(({ file_id }) => file_id), to_languages: ['es', 'fr'] as ('es' | 'fr' | 'ja')[] }
  const before = await credits()
  const refused = await server.call(
    'runTranslateFiles',
    { ...run, to_languages: ['es', 'ja'], idempotency_key: key() },
    token,
  )
  expect([refused.code, await credits()]).toEqual([1001, before])
  const again = { ...run, idempotency_key: key() }
  const started = await server.ok('runTranslateFiles', again, token)
  expect(await server.ok('runTranslateFiles', again, token)).toEqual(started)
  expect(started.tasks).toHaveLength(4)
  expect(await credits()).toBe(before - 4)
  for (const { task_id } of started.tasks) expect((await finished(server, token, task_id)).state).toBe(1)
  const [batch] = (await server.ok('listBatches', { folder_id }, token)).list
  expect(batch).toMatchObject({ batch_id: started.batch_id, file_sum: 2, task_sum_success: 4 })
  const { list } = await server.ok('listVersions', { folder_id }, token)
  expect(list.map(({ name, language }) => `${name} ${language}`).sort()).toEqual([
    'Show en',
    'Show.es es',
    'Show.fr fr',
    'film.en en',
    'film.es es',
    'film.fr fr',
  ])
  const spanish = list.find(({ name }) => name === 'film.es')
  const { subtitle_txt, flags } = await server.ok('getVersion', { file_id: spanish?.file_id ?? '' }, token)
  expect([subtitle_txt.map(({ text }) => text), flags]).toEqual([['<i>La casa es roja.</i>'], []])
})

test('a pair that no engine covers is refused before anything is charged, and told what would cover it', async () => {
  const before = await credits()
  const { list } = await server.ok('listVersions', place, token)
  const input = { file_id: list[0]!.file_id, source_language: 'en', to_language: 'ja', idempotency_key: key() } as const
  const refused = await server.call('runTranslate', input, token)
  expect(refused.code).toBe(1001)
  expect(refused.message).toContain('Translation from English to Japanese')
  const speech = await server.call(
    'runExtract',
    { video_id: place.video_id, source_language: 'fi', idempotency_key: key() },
    token,
  )
  expect(speech.message).toContain('Speech recognition for Finnish')
  expect(await credits()).toBe(before)
})

test('what costs more than there is is refused, and holds nothing', async () => {
  const content = Array.from(
    { length: 300 },
    (_, i) =>
      `${i + 1}\n00:${String(Math.floor(i / 60)).padStart(2, '0')}:${String(i % 60).padStart(2, '0')},000 --> 00:59:59,000\n${'long text '.repeat(10)}`,
  ).join('\n\n')
  const { file_id } = await server.ok('addVersion', { ...place, name: 'long', language: 'en', content }, token)
  const before = await credits()
  const answer = await server.call(
    'runTranslate',
    { file_id, source_language: 'en', to_language: 'es', idempotency_key: key() },
    token,
  )
  expect(answer.message).toMatch(/Insufficient credits: this needs \d+, you have \d+/)
  expect(await credits()).toBe(before)
})

test('a task that keeps failing ends, gives its credits back and says why in the language of the reader', async () => {
  const idle = await startServer({}, { worker: false })
  try {
    const person = await signUp(idle)
    const { video_id } = await idle.ok('openSample', { sample_id: 'harbour' }, person)
    await markPrepared(idle, video_id)
    const { task_id } = await idle.ok('runExtract', { video_id, source_language: 'en', idempotency_key: key() }, person)
    await idle.services.deps.db.updateTable('task').set({ attempts: 5, state: 3 }).where('id', '=', task_id).execute()
    await startWorker(
      idle.services.deps,
      { info: () => undefined, error: () => undefined },
      { queues: idle.config.queues, tasks: idle.services.tasks, retryPauses: [] },
    )
    const task = await finished(idle, person, task_id)
    expect(task.state).toBe(2)
    expect(task.fail_msg).toContain('interrupted')
    expect((await idle.call('getTask', { task_id }, person, 'zh_cn')).data.fail_msg).toContain('积分已退还')
    expect((await idle.ok('getInfo', {}, person)).credits).toBe(200)
    // Again, with one key once; the failed one stays, and lists can be asked for it.
    const again = { task_id, idempotency_key: key() }
    expect((await idle.call('retryTask', again, await signUp(idle))).code).toBe(1002)
    const started = await Promise.all([idle.ok('retryTask', again, person), idle.ok('retryTask', again, person)])
    expect(started[0]).toEqual(started[1])
    expect(started[0]).toMatchObject({ credits: 2 })
    const { task_id: newer } = started[0]
    expect((await idle.ok('getTask', { task_id: newer }, person)).task_config).toEqual(task.task_config)
    const third = await idle.call('retryTask', { task_id: newer, idempotency_key: key() }, person)
    expect(third.message).toContain('Being Generated')
    const listed = async (filter: object) => (await idle.ok('listTasks', filter, person)).list.map((one) => one.task_id)
    expect(await listed({ state: 2 })).toEqual([task_id])
    const { db } = idle.services.deps
    await db
      .updateTable('task')
      .set({ created_at: new Date(Date.now() - 2 * 86_400_000) })
      .where('id', '=', task_id)
      .execute()
    expect(await listed({ task_type: 'video_extract', days: 3 })).toEqual([newer, task_id])
    expect(await listed({ days: 1 })).toEqual([newer])
  } finally {
    await idle.close()
  }
})

test('a queued task can be taken back, a running one can not', async () => {
  const idle = await startServer({}, { worker: false })
  try {
    const person = await signUp(idle)
    const { folder_id, video_id } = await idle.ok('openSample', { sample_id: 'harbour' }, person)
    await markPrepared(idle, video_id)
    const { task_id } = await idle.ok('runExtract', { video_id, source_language: 'en', idempotency_key: key() }, person)
    expect((await idle.ok('getInfo', {}, person)).credits).toBe(198)
    expect((await idle.call('deleteVideo', { folder_id, video_id }, person)).message).toContain('Being Generated')
    await idle.services.deps.db.updateTable('task').set({ state: 3 }).where('id', '=', task_id).execute()
    expect((await idle.call('deleteTask', { task_id }, person)).code).toBe(1004)
    await idle.services.deps.db.updateTable('task').set({ state: 0 }).where('id', '=', task_id).execute()
    await idle.ok('deleteTask', { task_id }, person)
    expect((await idle.ok('getInfo', {}, person)).credits).toBe(200)
    expect((await idle.ok('listTasks', {}, person)).total).toBe(0)
  } finally {
    await idle.close()
  }
})

test('network engines are used where they are configured; lines that a model leaves out are asked for again', async () => {
  const services = await startFakeServices()
  const settings = { WHISPER_URL: services.url, OPENAI_URL: services.url, OPENAI_KEY: 'key', OPENAI_MODEL: 'm' }
  const networked = await startServer(settings, { tasks: fileTasks })
  try {
    const person = await signUp(networked)
    const sample = await readySample(networked, person)
    const { task_id } = await networked.ok(
      'runExtract',
      { video_id: sample.video_id, source_language: 'de', idempotency_key: key() },
      person,
    )
    const extracted = await finished(networked, person, task_id)
    expect(extracted.source_subtitle_txt).toContain('Guten Morgen.')
    const run = {
      file_id: extracted.file_id,
      source_language: 'de',
      to_language: 'zh_cn',
      idempotency_key: key(),
    } as const
    const translated = await finished(networked, person, (await networked.ok('runTranslate', run, person)).task_id)
    expect(translated.translate_subtitle_txt.replaceAll('\r\n', ' ')).toContain('[zh-Hans] 译 Guten Morgen.')
    expect(translated.translate_subtitle_txt.replaceAll('\r\n', ' ')).toContain('[zh-Hans] 译 Wie geht es?')
    expect(services.chats).toBeGreaterThan(1)
  } finally {
    await networked.close()
    await services.close()
  }
})

test('step keys depend on all of the input and not on the order of its fields', () => {
  const of = (input: unknown, version = '1') => stepKey({ name: 'x', version, input })
  expect(of({ a: 1, b: [1, 2] })).toBe(of({ b: [1, 2], a: 1 }))
  expect(new Set([of({ a: 1 }), of({ a: 2 }), of({ a: 1 }, '2'), of([1, 2]), of([2, 1])]).size).toBe(5)
})

test('what engines print is read', () => {
  expect(
    readPocketsphinx('my arm\n<s> 0.000 0.040 0.998900\nour(3) 0.680 0.980 0.2\n<sil> 1.0 1.1 0.5\ni 1.5 1.6 1.2\n'),
  ).toEqual([
    { text: 'our', start: 680, end: 980, confidence: 0.2 },
    { text: 'I', start: 1500, end: 1600, confidence: 1 },
  ])
  expect(readWhisper({ segments: [{ text: ' a bb', start: 0, end: 3 }] })).toEqual([
    { text: 'a', start: 0, end: 1000 },
    { text: 'bb', start: 1000, end: 3000 },
  ])
  const reader = new SilenceReader()
  reader.take('[silencedetect] silence_start: 0.63')
  reader.take('[silencedetect] silence_end: 1.34 | silence_duration: 0.71')
  expect(reader.silences).toEqual([{ start: 630, end: 1340 }])
})

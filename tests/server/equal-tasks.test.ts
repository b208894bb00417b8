import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Envelope } from '#core/contract/call.ts'
import { markPrepared, signUp, startServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let token: string
let place: { folder_id: string; video_id: string }
let keys = 0
const key = () => `equal-${++keys}-of-a-test`
const credits = async () => (await server.ok('getInfo', {}, token)).credits
beforeAll(async () => {
  server = await startServer({}, { worker: false })
})
beforeEach(async () => {
  token = await signUp(server)
  place = await server.ok('openSample', { sample_id: 'harbour' }, token)
  await markPrepared(server, place.video_id)
})
afterAll(() => server.close())

const BUSY = { code: 1004, message: 'The Current File is Being Generated, Please Try Again Later' }
const extract = (choice: { subtitle_extract_mode?: 'both' } = {}): Promise<Envelope> =>
  server.call(
    'runExtract',
    { video_id: place.video_id, source_language: 'en', ...choice, idempotency_key: key() },
    token,
  )

test('of equal starts at the same instant one is a task; the others are refused in the words of the specification', async () => {
  const before = await credits()
  const answers = await Promise.all(Array.from({ length: 8 }, () => extract()))
  expect(answers.filter(({ code }) => code === 0)).toHaveLength(1)
  for (const answer of answers) if (answer.code !== 0) expect(answer).toMatchObject(BUSY)
  expect(await credits()).toBe(before - 2)
  const { list } = await server.ok('listRunning', {}, token)
  expect(list).toHaveLength(1)
  const quote = { task_type: 'video_extract', video_id: place.video_id, source_language: 'en' }
  expect((await server.ok('quote', quote, token)).same).toMatchObject({ task_id: list[0]!.task_id, is_ongoing: true })
  // Other choices are another task.
  expect((await extract({ subtitle_extract_mode: 'both' })).code).toBe(0)
  // Once it was taken back, or has ended, it may be started again.
  await server.ok('deleteTask', { task_id: list[0]!.task_id }, token)
  const again = await extract()
  expect(again.code).toBe(0)
  const { task_id } = again.data as { task_id: string }
  await server.services.deps.db.updateTable('task').set({ state: 2 }).where('id', '=', task_id).execute()
  expect((await extract()).code).toBe(0)
  expect(await server.call('retryTask', { task_id, idempotency_key: key() }, token)).toMatchObject(BUSY)
})

test('an equal start with the same key answers with its task, also at the same instant', async () => {
  const run = { video_id: place.video_id, source_language: 'en', idempotency_key: key() } as const
  const answers = await Promise.all(Array.from({ length: 5 }, () => server.ok('runExtract', run, token)))
  expect(new Set(answers.map(({ task_id }) => task_id)).size).toBe(1)
})

test('a task on a text is equal as long as the text is', async () => {
  const content = '1\n00:00:01,000 --> 00:00:02,000\ngood day'
  const version = { ...place, name: 'lines', language: 'en', content } as const
  const { file_id } = await server.ok('addVersion', version, token)
  const translate = (to_language: 'es' | 'fr' = 'es') =>
    server.call('runTranslate', { file_id, source_language: 'en', to_language, idempotency_key: key() }, token)
  expect((await translate()).code).toBe(0)
  expect(await translate()).toMatchObject(BUSY)
  const quote = { task_type: 'subtitle_translate', file_id, source_language: 'en', to_language: 'es' }
  expect((await server.ok('quote', quote, token)).same?.is_ongoing).toBe(true)
  expect((await translate('fr')).code).toBe(0)
  const { subtitle_txt } = await server.ok('getVersion', { file_id }, token)
  const edited = [{ ...subtitle_txt[0]!, text: 'good evening' }]
  await server.ok('editVersion', { file_id, revision: 1, subtitle_txt: edited }, token)
  expect((await translate()).code).toBe(0)
  expect(await translate()).toMatchObject(BUSY)
})

test('a batch leaves out what is under way, and is refused if nothing else is left', async () => {
  const choice = {
    ...{ folder_id: place.folder_id, video_ids: [place.video_id] },
    ...{ task_type: 'video_extract', to_languages: [] as 'es'[], config: { source_language: 'en' } },
  }
  const add = (idempotency_key: string) => server.call('addBatch', { ...choice, idempotency_key }, token)
  const first = key()
  const made = await add(first)
  expect(made).toMatchObject({ code: 0, data: { task_sum: 1, skipped: [] } })
  // The same request gets the same batch, without remarks on its own tasks.
  expect(await add(first)).toMatchObject({ code: 0, data: { task_sum: 1, skipped: [] } })
  expect(await server.ok('quoteBatch', choice, token)).toMatchObject({
    ...{ task_sum: 0, credits: 0, cells: [] },
    skipped: [{ video_id: place.video_id, reason: BUSY.message }],
  })
  expect((await add(key())).message).toBe(BUSY.message)
  expect((await server.ok('listTasks', {}, token)).total).toBe(1)
})

test('what ended is unread until it was looked at', async () => {
  const { data } = await extract()
  const { task_id } = data as { task_id: string }
  const unread = async () => (await server.ok('listTasks', { unread: '1' }, token)).list.map((task) => task.task_id)
  expect(await unread()).toEqual([])
  await server.services.deps.db.updateTable('task').set({ state: 2 }).where('id', '=', task_id).execute()
  expect(await unread()).toEqual([task_id])
  await server.ok('readTasks', { task_ids: [task_id] }, await signUp(server))
  expect(await unread()).toEqual([task_id])
  await server.ok('readTasks', { task_ids: [task_id] }, token)
  expect(await unread()).toEqual([])
})

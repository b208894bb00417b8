import { inflateRawSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { holdCredits } from '#server/app/credits/spend.ts'
import { signUp, startServer, type TestServer, until, upload } from '#tests/support/server.ts'
import { smallVideo } from '#tests/support/small-video.ts'

let server: TestServer
let token: string
let folder_id: string
let videos: string[]
beforeAll(async () => {
  server = await startServer()
  token = await signUp(server)
  folder_id = (await server.ok('addFolder', { folder_name: 'Season 1/2' }, token)).folder_id
  const bytes = smallVideo(3)
  videos = []
  for (const name of ['a.mp4', 'b.mp4', 'c.mp4']) {
    const upload_id = await upload(server, token, name, bytes)
    videos.push((await server.ok('addVideo', { upload_id, folder_id }, token)).video_id)
  }
  const [a = '', b = '', c = ''] = videos
  await server.ok('renameVideo', { file_id: b, name: '../A.mp4' }, token)
  for (const file_id of videos) await until(async () => (await server.ok('getVideo', { file_id }, token)).state === 1)
  const sign = `[Events]\nFormat: Layer, Start, End, Style, Text\nDialogue: 0,0:00:01.00,0:00:02.00,Default,{\\pos(9,9)}good day\n`
  const plain = '1\n00:00:01,000 --> 00:00:02,000\ngood day'
  for (const [video_id, content] of [
    [a, plain],
    [b, sign],
  ] as const) {
    await server.ok('addVersion', { folder_id, video_id, name: 'v', language: 'en', content }, token)
  }
  expect(c).not.toBe('')
})
afterAll(() => server.close())

/** Files of a zip by their names, from its directory. */
function unzip(bytes: Buffer): Map<string, string> {
  const files = new Map<string, string>()
  for (let at = bytes.indexOf('PK\u0001\u0002'); at >= 0; at = bytes.indexOf('PK\u0001\u0002', at + 4)) {
    const name = bytes.toString('utf8', at + 46, at + 46 + bytes.readUInt16LE(at + 28))
    const local = bytes.readUInt32LE(at + 42)
    const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28)
    files.set(name, inflateRawSync(bytes.subarray(start, start + bytes.readUInt32LE(at + 20))).toString())
  }
  return files
}

test('a batch works on the versions that were chosen for it, of its own videos alone', async () => {
  const [a = ''] = videos
  const content = '1\n00:00:01,000 --> 00:00:02,000\nbuenos días'
  const version = { folder_id, video_id: a, name: 'w', language: 'es' as const, content }
  const { file_id: subtitles_id } = await server.ok('addVersion', version, token)
  const choice = { task_type: 'subtitle_translate', folder_id, video_ids: [a], to_languages: ['es' as const] }
  expect((await server.ok('quoteBatch', choice, token)).task_sum).toBe(1)
  expect((await server.ok('quoteBatch', { ...choice, file_ids: [subtitles_id] }, token)).task_sum).toBe(0)
  expect(await server.call('quoteBatch', { ...choice, file_ids: ['another'] }, token)).toMatchObject({ code: 1002 })
  await server.ok('deleteVersion', { folder_id, subtitles_id }, token)
})

test('a folder times languages: priced before, counted, downloaded, the failed done again, deleted', async () => {
  const choice = {
    task_type: 'subtitle_translate',
    folder_id,
    to_languages: ['es', 'en', 'fr'] as ('es' | 'en' | 'fr')[],
    config: {},
  }
  const quote = await server.ok('quoteBatch', choice, token)
  expect([quote.task_sum, quote.credits, quote.skipped.length]).toEqual([4, 4, 5])
  const reasons = new Set(quote.skipped.map(({ reason }) => reason))
  expect([...reasons].toSorted()).toEqual([
    expect.stringContaining('Source and target language are the same'),
    expect.stringContaining('This file has no subtitles to work with'),
  ])

  const input = { ...choice, idempotency_key: 'batch-key-1' }
  const [first, second] = await Promise.all([server.ok('addBatch', input, token), server.ok('addBatch', input, token)])
  expect(second.batch_id).toBe(first.batch_id)
  const { batch_id } = first
  const get = () => server.ok('getBatch', { batch_id }, token)
  await until(async () => (await get()).task_sum_ing === 0)
  const done = await get()
  expect(done).toMatchObject({ folder_name: 'Season 1/2', file_sum: 2, task_sum: 4, task_sum_success: 4, credits: 4 })
  expect((await server.ok('getInfo', {}, token)).credits).toBe(196)

  const own = unzip((await server.app.inject({ url: done.download_url })).rawPayload)
  expect([...own.keys()].map((name) => name.toLowerCase()).toSorted()).toEqual([
    'a (es).ass',
    'a (es).srt',
    'a (fr).ass',
    'a (fr).srt',
  ])
  const zip = await server.app.inject({ url: `${done.download_url}&formats=srt` })
  expect(zip.headers['content-disposition']).toMatch(/Season%201%202%20\d{4}-\d\d-\d\d\.zip/)
  const files = unzip(zip.rawPayload)
  expect([...files.keys()].map((name) => name.toLowerCase()).toSorted()).toEqual([
    'a (es) (2).srt',
    'a (es).srt',
    'a (fr) (2).srt',
    'a (fr).srt',
    'losses.txt',
  ])
  const losses = files.get('Losses.txt') ?? ''
  expect([...losses.matchAll(/^- .*$/gm)].map(String)).toEqual(Array(2).fill('- Exact positions (1 line, first 1)'))
  files.delete('Losses.txt')
  expect([...files.values()].every((text) => text.includes('00:00:01,000 --> 00:00:02,000'))).toBe(true)
  const forged = done.download_url.replace(batch_id, 'x'.repeat(16))
  expect((await server.app.inject({ url: forged })).json()).toMatchObject({ code: 2401 })

  const { db } = server.services.deps
  const { list } = await server.ok('listTasks', { batch_id }, token)
  expect(list).toHaveLength(4)
  await db.updateTable('task').set({ state: 2 }).where('id', '=', list[0]!.task_id).execute()
  expect((await get()).task_sum_fail).toBe(1)
  await server.ok('retryBatch', { batch_id, idempotency_key: 'again-key-1' }, token)
  await until(async () => (await get()).task_sum_success === 4)
  expect(await get()).toMatchObject({ task_sum: 4, task_sum_fail: 0 })

  // Of one that can't be started again the answer says why; where none can, that is the refusal.
  const ids = await db.selectFrom('task').select('id').where('batch_id', '=', batch_id).orderBy('id').execute()
  const lost = ids.slice(0, 2).map(({ id }) => id)
  await db.updateTable('task').set({ state: 2 }).where('id', 'in', lost).execute()
  await db.deleteFrom('task_subject').where('task_id', '=', lost[0]!).execute()
  const some = await server.ok('retryBatch', { batch_id, idempotency_key: 'again-key-2' }, token)
  expect(some).toMatchObject({ task_sum: 4, task_sum_fail: 1, refused: [expect.stringMatching(/\w/)] })
  expect((await server.call('retryBatch', { batch_id, idempotency_key: 'again-key-3' }, token)).message).toBe(
    some.refused[0],
  )
  await until(async () => (await get()).task_sum_success === 3)
  await db.updateTable('task').set({ state: 1 }).where('id', '=', lost[0]!).execute()

  const stranger = await signUp(server)
  expect((await server.call('getBatch', { batch_id }, stranger)).code).toBe(1002)
  expect((await server.call('deleteBatch', { batch_id }, stranger)).code).toBe(1002)
  expect((await server.call('addBatch', { ...input, folder_id }, stranger)).code).toBe(1002)
  await db.updateTable('task').set({ state: 3 }).where('batch_id', '=', batch_id).execute()
  expect((await server.call('deleteBatch', { batch_id }, token)).message).toContain('Being Generated')
  await db.updateTable('task').set({ state: 1 }).where('batch_id', '=', batch_id).execute()
  await server.ok('deleteBatch', { batch_id }, token)
  expect((await server.ok('listBatches', { folder_id }, token)).total).toBe(0)
  expect((await server.ok('listTasks', { batch_id }, token)).total).toBe(0)

  // What costs more than there is starts nothing.
  const { user_id, credits } = await server.ok('getInfo', {}, token)
  await db.transaction().execute((tx) => holdCredits(tx, user_id, { id: 'all' }, credits))
  const poor = { ...input, idempotency_key: 'poor-key-1' }
  expect((await server.call('addBatch', poor, token)).message).toMatch(/Insufficient credits/)
  expect((await server.ok('listBatches', {}, token)).total).toBe(0)
})

// Also on the embedded database: earlier tables as its driver reads them.
import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { finished, startServer, type TestServer, until } from '#tests/support/server.ts'
import { sampleClip } from '#tests/support/small-video.ts'

const root = join(import.meta.dirname, '../..')
const token = 'token-of-anna'

let server: TestServer
beforeAll(async () => {
  const database = await readFile(join(root, 'tests/fixtures/database-4.sql'), 'utf8')
  server = await startServer({}, { database })
  // The files that the rows name.
  const { db, blobs } = server.services.deps
  const folder = await mkdtemp(join(tmpdir(), 'cuelane-old-'))
  for (const { blob_key } of await db.selectFrom('asset').select('blob_key').execute()) {
    await writeFile(join(folder, 'file'), blob_key)
    await blobs.put(blob_key, join(folder, 'file'))
  }
  await writeFile(join(folder, 'waiting.mp4'), sampleClip(4))
  await blobs.put('source/upload-waiting/original.mp4', join(folder, 'waiting.mp4'))
})
afterAll(() => server.close())

const served = async (url: string): Promise<string> => {
  const { statusCode, body } = await server.app.inject({ url })
  expect(statusCode).toBe(200)
  return body
}

test('accounts, sessions and folders are there', async () => {
  const anna = await server.ok('getInfo', {}, token)
  expect(anna).toMatchObject({ user_id: 'account-anna', cname: '' })
  const { list, total } = await server.ok('listFolders', {}, token)
  expect([total, list.map(({ folder_name, file_sum }) => [folder_name, file_sum])]).toEqual([
    2,
    [
      ['Harbour morning', 1],
      ['Work', 3],
    ],
  ])
  expect((await server.ok('listFolders', {}, 'token-of-visitor')).list.map(({ folder_id }) => folder_id)).toEqual([
    'folder-visitor',
  ])
})

test('videos have their state, and their assets are served', async () => {
  const { list } = await server.ok('listVideos', { folder_id: 'folder-work' }, token)
  const states = Object.fromEntries(list.map(({ video_id, fail_msg }) => [video_id, fail_msg]))
  expect(states).toMatchObject({ 'video-prepared': '', 'video-waiting': '' })
  expect(states['video-failed']).toContain('log-7')
  const sample = await server.ok('getVideo', { file_id: 'video-sample' }, token)
  expect(sample).toMatchObject({ state: 1, progress: 1, subtitle_sum: 2, video_info: { duration_ms: 40_000 } })
  const assets = [sample.video_cover, sample.proxy_url, sample.video_url_m3u8, sample.derived.peaks]
  for (const url of [...assets, sample.derived.strip]) expect(await served(url)).toMatch(/^derived\/[0-9a-f]{40}\//)
})

test('what the server computed is shared by content, what a browser sent stays with its account', async () => {
  const rows = await server.services.deps.db
    .selectFrom('asset')
    .select(['kind', 'account_id', 'blob_key'])
    .where('kind', '=', 'shot_changes')
    .where('version', '=', '1')
    .orderBy('account_id')
    .execute()
  const owners = rows.map(({ account_id, blob_key }) => [account_id, blob_key.startsWith('derived/from-a-browser')])
  expect(owners).toContainEqual(['account-anna', true])
  expect(owners).toContainEqual([null, false])
  const theirs = await server.ok('getVideo', { file_id: 'video-visitor' }, 'token-of-visitor')
  expect(theirs.derived.shot_changes).not.toContain('from-a-browser')
})

test('versions keep their text, speakers and numbers', async () => {
  const place = { folder_id: 'folder-sample', video_id: 'video-sample' }
  const { list } = await server.ok('listVersions', place, token)
  expect(list.map((each) => [each.file_id, each.version, each.is_use, each.revision, each.cue_sum])).toEqual(
    expect.arrayContaining([
      ['subtitle-english', 1, true, 4, 3],
      ['subtitle-spanish', 2, false, 1, 2],
    ]),
  )
  const { subtitle_txt, subtitle_error_info } = await server.ok('getVersion', { file_id: 'subtitle-english' }, token)
  expect(subtitle_txt.map(({ cue_id, time, text, folder_role_id }) => [cue_id, time, text, folder_role_id])).toEqual([
    ['line-1', '00:00:01,000 --> 00:00:01,900', 'good morning', ['role-anna']],
    ['line-2', '00:00:02,000 --> 00:00:02,900', 'the house is small', []],
    ['line-3', '00:00:03,000 --> 00:00:03,900', '', []],
  ])
  expect(subtitle_error_info.no_subtitle).toEqual([3])
  const roles = await server.ok('listRoles', { folder_id: 'folder-sample' }, token)
  expect(roles.list).toMatchObject([{ folder_role_id: 'role-anna', role_name: 'Anna' }])
  expect(roles.list[0]?.role_avatar[0]).toContain('avatar/picture-1/avatar.jpg')
})

test('the history holds every task and none of the product’s own, without the text they were started with', async () => {
  const { list, total } = await server.ok('listTasks', {}, token)
  expect(total).toBe(4)
  expect(list.map(({ task_id, video_id, task_config }) => [task_id, video_id, 'cues' in task_config])).toEqual(
    expect.arrayContaining([
      ['task-finished', 'video-sample', false],
      ['task-rendered', 'video-sample', false],
      ['task-failed', 'video-prepared', false],
      ['task-queued', 'video-sample', false],
    ]),
  )
  const done = await server.ok('getTask', { task_id: 'task-finished' }, token)
  expect(done.translate_subtitle_txt).toContain('la casa es pequeña')
  expect(done.cover).not.toBe('')
  expect((await server.ok('getTask', { task_id: 'task-failed' }, token)).fail_msg).toContain('No speech')
})

test('a task and a video that waited are done, and the balance is what it was', async () => {
  const rendered = await finished(server, token, 'task-queued')
  expect([rendered.state, rendered.fail_msg]).toEqual([1, ''])
  const read = () => server.ok('getVideo', { file_id: 'video-waiting' }, token)
  await until(async () => [1, 2].includes((await read()).state))
  expect(await read()).toMatchObject({ state: 1, fail_msg: '' })
  const { credits, gift_credits, purchase_credits } = await server.ok('getInfo', {}, token)
  expect([credits, gift_credits, purchase_credits]).toEqual([243, 193, 50])
  const entries = await server.services.deps.db
    .selectFrom('credit_entry')
    .select(['kind', 'amount'])
    .where('ref_type', '=', 'task')
    .where('ref_id', '=', 'task-queued')
    .orderBy('id')
    .execute()
  expect(entries).toEqual([
    { kind: 'hold', amount: -2 },
    { kind: 'settle', amount: 0 },
  ])
})

test('a new person and a new sample find a place among what was there', async () => {
  const { access_token } = await server.ok('loginAnonymous', {})
  const { video_id } = await server.ok('openSample', { sample_id: 'harbour' }, access_token)
  await until(async () => (await server.ok('getVideo', { file_id: video_id }, access_token)).state === 1)
})

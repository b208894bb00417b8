import { afterAll, beforeAll, expect, test } from 'vitest'
import { finished, signUp, startServer, type TestServer, until, upload } from '#tests/support/server.ts'
import { smallVideo } from '#tests/support/small-video.ts'

let server: TestServer
let token: string
let stranger: string
let folder_id: string
let videos: string[]
beforeAll(async () => {
  server = await startServer()
  token = await signUp(server)
  stranger = await signUp(server)
  folder_id = (await server.ok('addFolder', { folder_name: 'Clips' }, token)).folder_id
  const bytes = smallVideo()
  videos = []
  for (const name of ['a.mp4', 'b.mp4']) {
    const upload_id = await upload(server, token, name, bytes)
    videos.push((await server.ok('addVideo', { upload_id, folder_id }, token)).video_id)
  }
  for (const file_id of videos) await until(async () => (await server.ok('getVideo', { file_id }, token)).state === 1)
})
afterAll(() => server.close())

const [A, B] = [0, 1]
const video = (at: number): string => videos[at] ?? ''

test('a project: made once, its videos and its configuration kept, run, and removed', async () => {
  const input = {
    project_name: 'Season 1',
    task_type: 'video_dubbing' as const,
    video_ids: [video(A)],
    idempotency_key: 'project-key-1',
  }
  const [first, second] = await Promise.all([
    server.ok('addProject', input, token),
    server.ok('addProject', input, token),
  ])
  expect(second.project_id).toBe(first.project_id)
  const { project_id } = first
  await server.ok('joinProject', { project_id, video_ids: [video(B), video(A)] }, token)
  await server.ok('renameProject', { project_id, project_name: 'Season one' }, token)
  const config = { to_language: 'es', synthesis_type: 'soft', glossary: [{ from: 'quay', to: 'muelle' }] }
  const kept = await server.ok('configureProject', { project_id, run_type: 'video_translate', config }, token)
  expect(kept).toMatchObject({ project_name: 'Season one', file_sum: 2, run_type: 'video_translate' })
  expect(kept.task_config).toEqual(config)
  const info = await server.ok('getProject', { project_id }, token)
  expect(info.list.map(({ video_id }) => video_id)).toEqual(videos)
  expect((await server.ok('listProjects', { task_type: 'video_erase' }, token)).total).toBe(0)
  expect((await server.ok('listProjects', { search: 'SEASON' }, token)).list).toMatchObject([{ project_id }])

  // What the kind does not know, and a kind of another page.
  const wrong = { project_id, run_type: 'video_translate', config: { synthesis_type: 'loud' } }
  expect((await server.call('configureProject', wrong, token)).message).toMatch(/^synthesis_type: /)
  const other = { project_id, run_type: 'video_erase', config: {} }
  expect((await server.call('configureProject', other, token)).code).toBe(1001)

  // Both videos without subtitles: nothing to start, and said for each.
  const run = { task_type: 'video_translate', project_id, to_languages: ['es' as const], config: {} }
  const none = await server.ok('quoteBatch', run, token)
  expect(none).toMatchObject({ task_sum: 0, cells: [] })
  expect(none.skipped).toHaveLength(2)
  const content = '1\n00:00:00,500 --> 00:00:01,500\ngood day'
  await server.ok('addVersion', { folder_id, video_id: video(A), name: 'v', language: 'en', content }, token)
  const quote = await server.ok('quoteBatch', { ...run, task_type: 'subtitle_translate' }, token)
  expect(quote.cells).toEqual([{ video_id: video(A), language: 'es', credits: 1, changed: null, same: null }])
  const both = { ...run, folder_id }
  expect((await server.call('quoteBatch', both, token)).message).toMatch(/one folder or of one project/)

  const batch = await server.ok(
    'addBatch',
    { ...run, task_type: 'subtitle_translate', idempotency_key: 'run-key-1' },
    token,
  )
  expect(batch).toMatchObject({ project_id, task_sum: 1 })
  const { list } = await server.ok('listTasks', { project_id }, token)
  expect(list).toMatchObject([{ project_id, batch_id: batch.batch_id, language: 'es', duration_ms: 2000 }])
  await finished(server, token, list[0]?.task_id ?? '')
  const { db } = server.services.deps
  await db.updateTable('task').set({ state: 3 }).where('project_id', '=', project_id).execute()
  const busy = await server.call('removeFromProject', { project_id, video_ids: [video(A)] }, token)
  expect(busy).toMatchObject({ code: 1004, message: expect.stringContaining('Being Generated') })
  expect((await server.call('removeFromProject', { project_id }, token)).code).toBe(1004)
  await db.updateTable('task').set({ state: 1 }).where('project_id', '=', project_id).execute()

  for (const [name, sent] of [
    ['getProject', { project_id }],
    ['configureProject', { project_id, run_type: 'video_translate', config: {} }],
    ['renameProject', { project_id, project_name: 'x' }],
    ['joinProject', { project_id, video_ids: [video(A)] }],
    ['removeFromProject', { project_id }],
    ['quoteBatch', run],
    ['addProject', { ...input, idempotency_key: 'stranger-key' }],
  ] as const)
    expect((await server.call(name, sent as never, stranger)).code, name).toBe(1002)
  const theirs = await server.ok('addProject', { ...input, video_ids: [] }, stranger)
  const taken = { project_id: theirs.project_id, video_ids: [video(A)] }
  expect((await server.call('joinProject', taken, stranger)).code).toBe(1002)

  await server.ok('removeFromProject', { project_id, video_ids: [video(A)] }, token)
  expect((await server.ok('getProject', { project_id }, token)).list).toHaveLength(1)
  await server.ok('removeFromProject', { project_id }, token)
  expect((await server.call('getProject', { project_id }, token)).code).toBe(1002)
  expect((await server.ok('listTasks', {}, token)).total).toBe(1)
  expect((await server.ok('getVideo', { file_id: video(A) }, token)).state).toBe(1)
})

test('subtitle files: priced each, run, their text read and set, kept in another folder', async () => {
  const content = '1\n00:00:01,000 --> 00:00:02,000\nhello\n\n2\n00:00:03,000 --> 00:00:04,000\nthere'
  const { file_id } = await server.ok('addVersion', { folder_id, name: 'Quiet.en', language: 'en', content }, token)
  const choice = { file_ids: [file_id], to_languages: ['es' as const, 'en' as const] }
  const quote = await server.ok('quoteTranslateFiles', choice, token)
  expect(quote).toMatchObject({ credits: 1, cells: [{ credits: 1, available: true }, { available: false }] })
  expect(quote.cells[1]?.detail).toMatch(/same/)
  expect((await server.call('quoteTranslateFiles', choice, stranger)).code).toBe(1002)
  const started = await server.ok(
    'runTranslateFiles',
    { file_ids: [file_id], to_languages: ['es'], idempotency_key: 'files-key-1' },
    token,
  )
  const done = await finished(server, token, started.tasks[0]?.task_id ?? '')
  expect(done).toMatchObject({ state: 1, took_ms: expect.any(Number) })
  expect((await server.ok('listBatches', { task_type: 'subtitle_translate' }, token)).list[0]).toMatchObject({
    batch_id: started.batch_id,
  })

  const text = await server.ok('getSubtitlesContent', { file_id: done.file_id }, token)
  expect(text).toMatchObject({ language: 'es', revision: 1 })
  const role = await server.ok('addRole', { folder_id, role_name: 'Ann' }, token)
  const { subtitle_txt: lines } = await server.ok('getVersion', { file_id: done.file_id }, token)
  const marked = await server.ok(
    'markRole',
    {
      file_id: done.file_id,
      revision: 1,
      cue_ids: [lines[0]?.cue_id ?? ''],
      folder_role_id: [role.folder_role_id],
    },
    token,
  )
  expect(marked).toMatchObject({ role_state: 3, revision: 2 })
  const edit = { file_id: done.file_id, revision: 2, subtitle_txt: text.subtitle_txt.replace(/^.*$/m, '1') + '\n' }
  const changed = { ...edit, subtitle_txt: edit.subtitle_txt.replace('00:00:03,000', '00:00:03,250') }
  expect(await server.ok('setSubtitlesContent', changed, token)).toMatchObject({ revision: 3, role_state: 3 })
  const after = await server.ok('getVersion', { file_id: done.file_id }, token)
  expect(after.subtitle_txt.map(({ cue_id }) => cue_id)).toEqual(lines.map(({ cue_id }) => cue_id))
  expect(after.subtitle_txt[1]?.time).toBe('00:00:03,250 --> 00:00:04,000')
  expect(after.subtitle_txt[0]?.folder_role_id).toEqual([role.folder_role_id])
  const stale = await server.call('setSubtitlesContent', { ...changed, subtitle_txt: text.subtitle_txt }, token)
  expect(stale).toMatchObject({ code: 1004, data: { revision: 3 } })
  expect(stale.data.current_txt).toContain('00:00:03,250')
  expect((await server.ok('setSubtitlesContent', changed, token)).revision).toBe(3)
  const nothing = await server.call('setSubtitlesContent', { ...changed, revision: 3, subtitle_txt: 'no times' }, token)
  expect(nothing.code).toBe(1001)

  const other = (await server.ok('addFolder', { folder_name: 'Results' }, token)).folder_id
  const keep = { task_id: done.task_id, folder_id: other }
  const [one, two] = await Promise.all([
    server.ok('keepSubtitles', keep, token),
    server.ok('keepSubtitles', keep, token),
  ])
  expect(one).toMatchObject({ folder_id: other, video_id: '', language: 'es', cue_sum: 2 })
  expect(two.file_id).toBe(one.file_id)
  expect((await server.call('keepErased', keep, token)).code).toBe(1002)
  for (const [name, sent] of [
    ['getSubtitlesContent', { file_id: done.file_id }],
    ['setSubtitlesContent', changed],
    ['keepSubtitles', keep],
    ['markRole', { file_id: done.file_id, revision: 3, cue_ids: ['x'], folder_role_id: [] }],
    ['setVoices', { folder_id, language: 'en', voices: [] }],
  ] as const)
    expect((await server.call(name, sent as never, stranger)).code, name).toBe(1002)
})

test('a video that a task made becomes a video of the space, once for each folder', async () => {
  const [version] = (await server.ok('listVersions', { folder_id, video_id: video(A) }, token)).list
  const { task_id } = await server.ok(
    'runSynthesis',
    { video_id: video(A), file_id: version?.file_id ?? '', synthesis_type: 'soft', idempotency_key: 'soft-key-1' },
    token,
  )
  expect(await finished(server, token, task_id)).toMatchObject({ state: 1 })
  const [one, two] = [
    await server.ok('keepSynthesis', { task_id }, token),
    await server.ok('keepSynthesis', { task_id }, token),
  ]
  expect(two.video_id).toBe(one.video_id)
  await until(async () => (await server.ok('getVideo', { file_id: one.video_id }, token)).state === 1)
  expect((await server.call('keepDub', { task_id }, token)).code).toBe(1002)
  expect((await server.call('keepSynthesis', { task_id }, stranger)).code).toBe(1002)

  const sorted = await server.ok('listTasks', { sort: 'task_name', ascending: '1', search: 'A', language: 'en' }, token)
  expect(sorted.list.map(({ task_name }) => task_name)).toEqual(
    sorted.list.map(({ task_name }) => task_name).toSorted(),
  )
  expect(sorted.total).toBeGreaterThan(0)
})

test('voices of speakers are kept by language; one that nobody has is refused', async () => {
  const { folder_role_id } = await server.ok('addRole', { folder_id, role_name: 'Bo' }, token)
  const set = (voice: string) =>
    server.call('setVoices', { folder_id, language: 'en', voices: [{ folder_role_id, voice }] }, token)
  expect((await set('nobody/none')).message).toMatch(/voice/i)
  expect((await set('matched')).data.list.find((role) => role.folder_role_id === folder_role_id)?.voices).toEqual({
    en: 'matched',
  })
  expect((await set('')).data.list.find((role) => role.folder_role_id === folder_role_id)?.voices).toEqual({})
})

test('what was made of a video with the same choices is said before it is paid for again', async () => {
  // A named place goes whatever stands in it; without one, a clip without text is no success.
  const erase_region = { x: 0.1, y: 0.8, width: 0.8, height: 0.1 }
  const place = { erase_region_type: 'manual' as const, erase_region }
  const erase = { video_id: video(A), erase_type: 'basic' as const, ...place }
  const quote = (choices: object = {}) => server.ok('quote', { task_type: 'video_erase', ...erase, ...choices }, token)
  expect((await quote()).same).toBeNull()
  const { task_id } = await server.ok('runErase', { ...erase, idempotency_key: 'erase-key-1' }, token)
  await finished(server, token, task_id)
  expect((await quote()).same).toMatchObject({ task_id, is_ongoing: false })
  expect((await quote({ erase_marks: true })).same).toBeNull()
  expect((await quote({ video_id: video(B) })).same).toBeNull()
  const config = { erase_type: 'basic', ...place }
  const batch = await server.ok('quoteBatch', { task_type: 'video_erase', folder_id, video_ids: videos, config }, token)
  expect(batch.cells.map(({ same }) => same?.task_id)).toEqual([task_id, undefined])

  // What failed may be made again, and so may what is gone.
  const { db } = server.services.deps
  await db.updateTable('task').set({ state: 2 }).where('id', '=', task_id).execute()
  expect((await quote()).same).toBeNull()
  await db.updateTable('task').set({ state: 3 }).where('id', '=', task_id).execute()
  expect((await quote()).same).toMatchObject({ task_id, is_ongoing: true })
  await db.updateTable('task').set({ state: 1, result_blob: null }).where('id', '=', task_id).execute()
  expect((await quote()).same).toBeNull()
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { usualBurnStyle } from '#core/subtitle/burn/burn-style.ts'
import { signUp, startServer, type TestServer, until, upload } from '#tests/support/server.ts'
import { smallVideo } from '#tests/support/small-video.ts'

let server: TestServer
let token: string
let folder_id: string
let videos: string[]
beforeAll(async () => {
  server = await startServer()
  token = await signUp(server)
  folder_id = (await server.ok('addFolder', { folder_name: 'Series' }, token)).folder_id
  const bytes = smallVideo()
  videos = []
  for (const name of ['c.mp4', 'a.mp4', 'b.mp4']) {
    const upload_id = await upload(server, token, name, bytes)
    videos.push((await server.ok('addVideo', { upload_id, folder_id }, token)).video_id)
  }
  for (const file_id of videos) await until(async () => (await server.ok('getVideo', { file_id }, token)).state === 1)
})
afterAll(() => server.close())

const line = (text: string): string => `1\n00:00:00,100 --> 00:00:01,500\n${text}`

async function add(video_id: string | undefined, language: 'en' | 'es', content: string, name = 'v'): Promise<string> {
  const input = { folder_id, name, language, content, ...(video_id !== undefined && { video_id }) }
  return (await server.ok('addVersion', input, token)).file_id
}

test('a folder says what is in it; its videos come by name, page after page, each with its versions', async () => {
  const [c = '', a = ''] = videos
  await add(a, 'en', line('good day'))
  await add(a, 'es', line('buenos días'))
  await add(c, 'en', `1\n00:00:01,000 --> 00:00:00,500\nwrong`)
  const folder = await server.ok('getProFolder', { folder_id }, token)
  expect(folder).toMatchObject({ video_sum: 3, subtitle_sum: 3, batch_sum: 0, task_sum_ing: 0, progress: 1 })
  expect(folder.languages).toEqual([
    { language: 'en', videos: 2 },
    { language: 'es', videos: 1 },
  ])
  expect(folder.covers).toHaveLength(3)
  const first = await server.ok('listProVideos', { folder_id, limit: 2 }, token)
  expect([first.total, first.list.map(({ video_name }) => video_name)]).toEqual([3, ['a', 'b']])
  expect(first.list[0]?.versions.map(({ language, is_use }) => [language, is_use])).toEqual([
    ['en', true],
    ['es', false],
  ])
  const second = await server.ok('listProVideos', { folder_id, limit: 2, after: first.next }, token)
  expect([second.next, second.total, second.list.map(({ video_name }) => video_name)]).toEqual(['', null, ['c']])
  expect(second.list[0]?.versions[0]?.error_sum).toBe(1)
  const newest = await server.ok('listProVideos', { folder_id, sort: 'created', order: 'desc', limit: 1 }, token)
  expect(newest.list[0]?.video_name).toBe('b')
  const older = await server.ok(
    'listProVideos',
    { folder_id, sort: 'created', order: 'desc', limit: 5, after: newest.next },
    token,
  )
  expect(older.list.map(({ video_name }) => video_name)).toEqual(['a', 'c'])
  expect((await server.call('listProVideos', { folder_id, after: 'x' }, token)).code).not.toBe(1)
})

test('versions of all videos stand in one list, and files without a video can be asked for alone', async () => {
  const alone = await add(undefined, 'es', line('solo'), 'b.es')
  const all = await server.ok('listProSubtitles', { folder_id }, token)
  expect(all.list.map(({ video_name, name }) => video_name || name)).toEqual(['a', 'a', 'b.es', 'c'])
  expect(all.list.slice(0, 2).map(({ version }) => version)).toEqual([1, 2])
  const oneByOne: string[] = []
  for (let after = '', n = 0; n === 0 || after !== ''; n++) {
    const page = await server.ok('listProSubtitles', { folder_id, limit: 1, after }, token)
    oneByOne.push(...page.list.map(({ file_id }) => file_id))
    after = page.next
  }
  expect(oneByOne).toEqual(all.list.map(({ file_id }) => file_id))
  const unbound = await server.ok('listProSubtitles', { folder_id, unbound: '1' }, token)
  expect(unbound.list.map(({ file_id }) => file_id)).toEqual([alone])
  const spanish = await server.ok('listProSubtitles', { folder_id, language: 'es', limit: 1 }, token)
  expect([spanish.total, spanish.list[0]?.video_name]).toEqual([2, 'a'])
  const rest = await server.ok('listProSubtitles', { folder_id, language: 'es', after: spanish.next }, token)
  expect(rest.list.map(({ file_id }) => file_id)).toEqual([alone])
})

test('settings hold for new versions, the editor and translations; a stale revision writes nothing', async () => {
  const style = { ...usualBurnStyle, size: 9 }
  const glossary = [{ language: 'es' as const, from: 'day', to: 'jornada' }]
  const input = { folder_id, revision: 0, settings: { profile: 'bbc' as const, glossary, style } }
  const set = await server.ok('setFolderSettings', input, token)
  expect(set).toMatchObject({ revision: 1, settings: { profile: 'bbc', languages: [] } })
  expect((await server.call('setFolderSettings', { ...input, settings: {} }, token)).message).toMatch(
    /changed elsewhere/,
  )
  const made = await add(videos[2], 'en', line('good day'))
  expect(await server.ok('getVersion', { file_id: made }, token)).toMatchObject({ profile: 'bbc', style: { size: 9 } })
  const batch = await server.ok(
    'addBatch',
    {
      task_type: 'subtitle_translate',
      folder_id,
      video_ids: [videos[2] ?? ''],
      to_languages: ['es'],
      idempotency_key: 'pro-batch-1',
    },
    token,
  )
  const matrix = () => server.ok('getBatchMatrix', { batch_id: batch.batch_id }, token)
  await until(async () => (await matrix()).cells.every(({ state }) => state === 1))
  const { list } = await server.ok('listTasks', { batch_id: batch.batch_id }, token)
  expect(list[0]?.task_config).toMatchObject({ profile: 'bbc', glossary: [{ from: 'day', to: 'jornada' }] })
  const whole = await matrix()
  expect(whole.files?.map(({ name }) => name)).toEqual(['b'])
  expect(whole.cells).toMatchObject([{ file_id: videos[2], language: 'es', state: 1, progress: 1 }])
  const later = await server.ok('getBatchMatrix', { batch_id: batch.batch_id, after: whole.cursor }, token)
  expect(later.files).toBeNull()
  const { db } = server.services.deps
  await db
    .updateTable('task')
    .set({ updated_at: new Date(0) })
    .where('batch_id', '=', batch.batch_id)
    .execute()
  expect((await server.ok('getBatchMatrix', { batch_id: batch.batch_id, after: whole.cursor }, token)).cells).toEqual(
    [],
  )

  const done = await server.ok('getBatch', { batch_id: batch.batch_id }, token)
  const query = new URLSearchParams({ template: '{number}-{name}', formats: 'srt,vtt', parts: 'subtitles' })
  const zip = await server.app.inject({ url: `${done.download_url}&${query.toString()}` })
  expect(zip.rawPayload.includes('1-b.srt') && zip.rawPayload.includes('1-b.vtt')).toBe(true)
  expect(zip.rawPayload.includes('Losses.txt')).toBe(false)
  const wrong = await server.app.inject({ url: `${done.download_url}&formats=exe` })
  expect(wrong.json()).not.toMatchObject({ code: 1 })
})

test('videos of another folder are refused in a batch, and those that are gone are left out', async () => {
  const other = (await server.ok('addFolder', { folder_name: 'Other' }, token)).folder_id
  const [c = '', a = ''] = videos
  await server.ok('moveFiles', { folder_id: other, video_ids: [c] }, token)
  const choice = { task_type: 'subtitle_translate', folder_id, to_languages: ['es' as const] }
  expect((await server.call('quoteBatch', { ...choice, video_ids: [a, c] }, token)).message).toMatch(/one folder/)
  const quoted = await server.ok('quoteBatch', { ...choice, video_ids: [a, 'gone'] }, token)
  expect(quoted.files).toEqual([{ video_id: a, video_name: 'a' }])
  expect(
    (await server.call('quoteBatch', { ...choice, folder_id: other, video_ids: ['gone'] }, token)).message,
  ).toContain('No Uploadable Files')
})

test('batches of a project on videos of a folder are batches of that folder too; the empty folder of a project is not listed', async () => {
  const project = { project_name: 'First dub', task_type: 'video_dubbing' as const, idempotency_key: 'pro-project' }
  const made = await server.ok('addProject', { ...project, video_ids: [videos[2] ?? ''] }, token)
  const { list: own } = await server.ok('listBatches', { folder_id }, token)
  expect(own).toHaveLength(1)
  const moveBatch = (to: string) =>
    server.services.deps.db.updateTable('batch').set({ folder_id: to }).where('id', '=', own[0]!.batch_id).execute()
  await moveBatch(made.folder_id)
  expect((await server.ok('listBatches', { folder_id }, token)).list.map(({ batch_id }) => batch_id)).toEqual([
    own[0]!.batch_id,
  ])
  expect((await server.ok('getProFolder', { folder_id }, token)).batch_sum).toBe(1)
  await moveBatch(folder_id)
  const names = (await server.ok('listProFolders', {}, token)).list.map(({ folder_name }) => folder_name)
  expect([names.includes('Series'), names.includes('First dub')]).toEqual([true, false])
})

test('languages of a folder include those of files without a video', async () => {
  await add(undefined, 'es', line('sin vídeo'), 'loose')
  const alone = (await server.ok('addFolder', { folder_name: 'Translations' }, token)).folder_id
  const input = { folder_id: alone, name: 'only', language: 'en' as const, content: line('no video') }
  await server.ok('addVersion', input, token)
  expect(await server.ok('getProFolder', { folder_id: alone }, token)).toMatchObject({
    video_sum: 0,
    subtitle_sum: 1,
    languages: [{ language: 'en', videos: 0 }],
  })
})

test('folders with what is in them are listed to their owner alone', async () => {
  const { list, total } = await server.ok('listProFolders', { search: 'ser' }, token)
  expect([total, list[0]?.folder_name, list[0]?.batch_sum]).toEqual([1, 'Series', 1])
  const stranger = await signUp(server)
  expect((await server.ok('listProFolders', {}, stranger)).list.every((folder) => folder.folder_id !== folder_id)).toBe(
    true,
  )
  expect((await server.call('getProFolder', { folder_id }, stranger)).code).toBe(1002)
})

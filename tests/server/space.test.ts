import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CallName, InputOf } from '#core/contract/index.ts'
import { safeFileName, stemOf } from '#core/domain/file-names.ts'
import { filesMade } from '#server/app/tasks/download.ts'
import { openSubtitle } from '#server/app/zip.ts'
import { newId } from '#server/store/id.ts'
import { markPrepared, signUp, startServer, type TestServer, upload } from '#tests/support/server.ts'
import { smallVideo } from '#tests/support/small-video.ts'

const hostile = [
  '../../etc/passwd',
  'a/b\\c',
  '😀 emoji',
  '\u202Egpj.exe',
  'é'.repeat(200),
  'CON',
  '...',
  "'; drop table video",
]
const srt = '1\n00:00:01,000 --> 00:00:02,000\none\n\n2\n00:00:03,000 --> 00:00:04,000\ntwo'

let server: TestServer
let token: string
let stranger: string
let folder_id: string
let video_id: string
beforeAll(async () => {
  server = await startServer({}, { worker: false })
  token = await signUp(server)
  stranger = await signUp(server)
  const sample = await server.ok('openSample', { sample_id: 'harbour' }, token)
  folder_id = sample.folder_id
  video_id = sample.video_id
  await markPrepared(server, video_id)
})
afterAll(() => server.close())

const folder = async (folder_name: string) => (await server.ok('addFolder', { folder_name }, token)).folder_id
const file = async (folder: string, name: string, content = srt) =>
  (await server.ok('addVersion', { folder_id: folder, name, language: 'en', content }, token)).file_id

/** A finished task that made a video of the sample. */
async function made(type: string): Promise<string> {
  const id = newId()
  const { db } = server.services.deps
  const { user_id: account_id } = await server.ok('getInfo', {}, token)
  await db
    .insertInto('task')
    .values({
      ...{ id, account_id, folder_id, name: 'Harbour', type, config: '{}', credits: 0, idempotency_key: id },
      ...{ state: 1, result_blob: 'derived/x/result.mp4', project_id: null, batch_id: null, began_at: null },
      result_subtitle_id: null,
    })
    .execute()
  await db.insertInto('task_subject').values({ task_id: id, kind: 'video', id: video_id }).execute()
  return id
}

async function zipOf(input: InputOf<'downloadFiles'>) {
  const { url } = await server.ok('downloadFiles', input, token)
  const answer = await server.app.inject({ url })
  return { url, status: answer.statusCode, bytes: answer.rawPayload }
}

/** The address with another signature. */
const forged = (url: string): string =>
  url.replace(/signature=(.)/, (_, letter: string) => `signature=${letter === '_' ? '-' : '_'}`)

test('files of a folder come in any order, page by page, each once', async () => {
  const folder_id = await folder('many')
  for (const name of ['b', 'A', 'c', 'a', '%_\\']) await file(folder_id, name)
  for (const sort of ['created', 'name', 'size'] as const) {
    for (const order of ['asc', 'desc'] as const) {
      const names: string[] = []
      let after = ''
      do {
        const page = await server.ok('listFiles', { folder_id, sort, order, after, limit: 2 }, token)
        expect(page.total).toBe(after === '' ? 5 : null)
        names.push(...page.list.map(({ subtitle }) => subtitle!.name))
        after = page.next
      } while (after !== '')
      expect([...names].sort()).toEqual(['%_\\', 'A', 'a', 'b', 'c'])
      if (sort === 'created')
        expect(names).toEqual(order === 'asc' ? ['b', 'A', 'c', 'a', '%_\\'] : ['%_\\', 'a', 'c', 'A', 'b'])
    }
  }
  const found = await server.ok('listFiles', { folder_id, search: '%_' }, token)
  expect(found.list.map(({ subtitle }) => subtitle!.name)).toEqual(['%_\\'])
  for (const after of [
    'x',
    'W10',
    Buffer.from('["\\u0000","x"]').toString('base64url'),
    Buffer.from('["99999999999999999999","x"]').toString('base64url'),
  ]) {
    expect((await server.call('listFiles', { folder_id, after }, token)).code).toBe(1001)
  }
})

test('subtitle files have a size, by which they are put in order', async () => {
  const folder_id = await folder('sizes')
  const lines = (text: string): string => `1\r\n00:00:01,000 --> 00:00:02,000\r\n${text}\r\n\r\n`
  const contents = {
    long: lines('Grüße, und noch eine ganze Menge mehr'),
    short: lines('a'),
    two: lines('Grüße\r\nfrom here'),
  }
  for (const [name, content] of Object.entries(contents)) await file(folder_id, name, content)
  const { list } = await server.ok('listFiles', { folder_id, sort: 'size', order: 'desc' }, token)
  expect(list.map(({ subtitle }) => [subtitle!.name, subtitle!.size])).toEqual(
    (['long', 'two', 'short'] as const).map((name) => [name, Buffer.byteLength(contents[name])]),
  )
})

test('what is chosen of a folder comes with little of each file, in the order of its list', async () => {
  const folder_id = await folder('to choose from')
  for (const name of ['b', 'a', 'C']) await file(folder_id, name)
  const query = { folder_id, sort: 'name', order: 'asc' } as const
  const { list, next } = await server.ok('listFileIds', query, token)
  const shown = await server.ok('listFiles', query, token)
  expect(list).toEqual(
    shown.list.map(({ subtitle }) => ({
      kind: 'subtitle',
      id: subtitle!.file_id,
      name: subtitle!.name,
      language: 'en',
    })),
  )
  expect([list.length, next]).toEqual([3, ''])
  const first = await server.ok('listFileIds', { ...query, limit: 2 }, token)
  const rest = await server.ok('listFileIds', { ...query, limit: 2, after: first.next }, token)
  expect([...first.list, ...rest.list]).toEqual(list)
  expect((await server.ok('listFileIds', { ...query, search: 'c' }, token)).list).toEqual(list.slice(2))
  expect((await server.ok('listFileIds', { ...query, kind: 'video' }, token)).list).toEqual([])
  expect((await server.call('listFileIds', query, stranger)).code).toBe(1002)
})

test('folders say how many files and how many videos they hold', async () => {
  const texts = await folder('Texts alone')
  await file(texts, 'one')
  const { list } = await server.ok('listFolders', {}, token)
  const sums = (id: string) => list.find((each) => each.folder_id === id)
  expect(sums(texts)).toMatchObject({ file_sum: 1, video_sum: 0 })
  expect(sums(folder_id)).toMatchObject({ video_sum: 1 })
})

test('what was kept of a list is never older than what its reader wrote', async () => {
  const folder_id = await folder('kept')
  const names = async () =>
    (await server.ok('listFiles', { folder_id }, token)).list.map(({ subtitle }) => subtitle!.name)
  const sums = async () =>
    (await server.ok('listFolders', { page_size: 200 }, token)).list.find((one) => one.folder_id === folder_id)
      ?.file_sum
  const expected: string[] = []
  for (let at = 0; at < 20; at++) {
    expect(await names()).toEqual(expected)
    const file_id = await file(folder_id, `n${at}`)
    expected.unshift(`n${at}`)
    expect(await names()).toEqual(expected)
    if (at % 3 === 0) {
      await server.ok('renameVersion', { file_id, name: `m${at}` }, token)
      expected[0] = `m${at}`
    }
    if (at % 5 === 4) {
      await server.ok('deleteFiles', { folder_id, subtitles_ids: [file_id] }, token)
      expected.shift()
    }
    expect(await sums()).toBe(expected.length)
  }
  // Whatever the order in which reads and writes are under way, the read that begins after the write has it.
  await Promise.all(
    Array.from({ length: 30 }, async (_, at) => {
      const name = `at once ${at}`
      await file(folder_id, name)
      expect(await names()).toContain(name)
    }),
  )
  const other = await server.ok('listFiles', { folder_id }, token)
  expect((await server.call('listFiles', { folder_id }, stranger)).code).toBe(1002)
  await server.ok('renameFolder', { folder_id, folder_name: 'kept no more' }, token)
  expect((await server.ok('listFiles', { folder_id }, token)).total).toBe(other.total)
})

test('a video comes with its newest task', async () => {
  await made('video_erase')
  const newest = await made('video_dubbing')
  const { list, total } = await server.ok('listFiles', { folder_id }, token)
  expect([total, list[0]!.kind, list[0]!.video!.video_id, list[0]!.task!.task_id]).toEqual([
    1,
    'video',
    video_id,
    newest,
  ])
})

test('files move with their lines and speakers, all or none', async () => {
  const from = await folder('from')
  const to = await folder('to')
  const id = await file(from, 'talk')
  const { folder_role_id } = await server.ok('addRole', { folder_id: from, role_name: 'Ann' }, token)
  const { subtitle_txt, revision } = await server.ok('getVersion', { file_id: id }, token)
  const tagged = subtitle_txt.map((cue) => ({ ...cue, folder_role_id: [folder_role_id] }))
  await server.ok('editVersion', { file_id: id, revision, subtitle_txt: tagged }, token)
  const refused = await server.call('moveFiles', { folder_id: to, subtitles_ids: [id, 'made-up'] }, token)
  expect([refused.code, (await server.ok('getVersion', { file_id: id }, token)).folder_id]).toEqual([1002, from])
  for (let time = 0; time < 2; time++)
    expect(await server.ok('moveFiles', { folder_id: to, subtitles_ids: [id] }, token)).toEqual({ moved: 1 })
  const moved = await server.ok('getVersion', { file_id: id }, token)
  const [role] = (await server.ok('listRoles', { folder_id: to }, token)).list
  expect([moved.folder_id, role!.role_name, moved.role_state]).toEqual([to, 'Ann', 1])
  expect(moved.subtitle_txt.every((cue) => cue.folder_role_id[0] === role!.folder_role_id)).toBe(true)
})

test('a file that is edited while it moves has both: the edit, and the speakers of the new folder', async () => {
  const from = await folder('edited from')
  const to = await folder('edited to')
  const id = await file(from, 'edited talk')
  const { folder_role_id } = await server.ok('addRole', { folder_id: from, role_name: 'Ann' }, token)
  let saved = ''
  const edit = async (text: string): Promise<void> => {
    const { subtitle_txt, revision } = await server.ok('getVersion', { file_id: id }, token)
    const role = subtitle_txt[0]!.folder_role_id[0] ?? folder_role_id
    const edited = subtitle_txt.map((cue) => ({ ...cue, text, folder_role_id: [role] }))
    const { code } = await server.call('editVersion', { file_id: id, revision, subtitle_txt: edited }, token)
    if (code === 0) saved = text
  }
  await edit('as it was')
  const edits = async (): Promise<void> => {
    for (let n = 0; n < 6; n++) await edit(`edit ${n}`)
  }
  await Promise.all([edits(), server.ok('moveFiles', { folder_id: to, subtitles_ids: [id] }, token)])
  const roles = (await server.ok('listRoles', { folder_id: to }, token)).list
  const moved = await server.ok('getVersion', { file_id: id }, token)
  expect([moved.folder_id, roles.map(({ role_name }) => role_name)]).toEqual([to, ['Ann']])
  expect(moved.subtitle_txt.map(({ text }) => text)).toEqual(moved.subtitle_txt.map(() => saved))
  expect(moved.subtitle_txt.every((cue) => cue.folder_role_id[0] === roles[0]!.folder_role_id)).toBe(true)
})

test('a subtitle file becomes a version of a video, once', async () => {
  const loose = await file(await folder('loose'), 'spanish')
  const first = await server.ok('bindSubtitles', { video_id, subtitles_id: loose }, token)
  expect(first).toMatchObject({ video_id, folder_id, is_use: false })
  expect(await server.ok('bindSubtitles', { video_id, subtitles_id: loose }, token)).toMatchObject({
    version: first.version,
  })
  const again = await server.ok('openSample', { sample_id: 'harbour' }, stranger)
  expect((await server.call('bindSubtitles', { ...again, subtitles_id: loose }, stranger)).code).toBe(1002)
})

test('what later videos are made of is chosen among what was made of the video', async () => {
  const [erased, dubbed] = [await made('video_erase'), await made('video_dubbing_only')]
  await server.ok('useErased', { video_id, video_erase_id: erased }, token)
  await server.ok('useDubbed', { video_id, video_dub_only_id: dubbed }, token)
  const region = { x: 0.1, y: 0.7, width: 0.8, height: 0.2 }
  await server.ok('setSubtitleRegion', { video_id, subtitle_region: region }, token)
  const { list } = await server.ok('listVersions', { folder_id, video_id }, token)
  await server.ok('useTranslation', { video_id, subtitles_translate_id: list[0]!.file_id }, token)
  expect(await server.ok('getVideo', { file_id: video_id }, token)).toMatchObject({
    ...{ video_erase_id: erased, video_dub_only_id: dubbed, subtitle_region: region },
    subtitles_translate_id: list[0]!.file_id,
  })
  const derived = (await server.ok('listDerivatives', { video_id }, token)).list
  expect(
    derived
      .filter(({ is_use }) => is_use)
      .map(({ derivative_id }) => derivative_id)
      .sort(),
  ).toEqual([erased, dubbed].sort())
  expect((await server.call('useErased', { video_id, video_erase_id: dubbed }, token)).code).toBe(1002)
  await server.ok('useErased', { video_id, video_erase_id: '' }, token)
  await server.ok('setSubtitleRegion', { video_id, subtitle_region: null }, token)
  expect(await server.ok('getVideo', { file_id: video_id }, token)).toMatchObject({
    video_erase_id: '',
    subtitle_region: null,
  })
  expect(
    (await server.call('setSubtitleRegion', { video_id, subtitle_region: { ...region, width: 0.95 } }, token)).code,
  ).toBe(1001)
})

test('a folder is one zip with readable names, whatever its files are called', async () => {
  const folder_id = await folder('../zips')
  for (const name of hostile) await file(folder_id, name.slice(0, 200))
  const { status, bytes } = await zipOf({ folder_id })
  expect([status, bytes.readUInt32LE(0)]).toEqual([200, 0x04034b50])
  for (const name of hostile)
    expect(bytes.includes(safeFileName(stemOf(name.slice(0, 200)), 'srt').slice(0, 12))).toBe(true)
  expect(bytes.includes('etc/')).toBe(false)
  const { url } = await zipOf({ folder_id })
  expect((await server.app.inject({ url: forged(url) })).json()).toMatchObject({
    code: 2401,
  })
  const empty = await folder('empty')
  expect((await server.call('downloadFiles', { folder_id: empty }, token)).code).toBe(1002)
})

test('a new name reads in the order of its letters', async () => {
  const folder_id = await folder('\u202egnp.exe\u202c')
  const { list } = await server.ok('listFolders', { page_size: 200 }, token)
  expect(list.find((each) => each.folder_id === folder_id)?.folder_name).toBe('gnp.exe')
  // Nothing is left of it.
  expect((await server.call('addFolder', { folder_name: '\u2066\u2069' }, token)).code).toBe(1001)
})

test('of videos with one name each subtitle has the name that its video has in the zip', async () => {
  const folder_id = await folder('seasons')
  const small = smallVideo()
  for (const content of ['first', 'second']) {
    const { video_id } = await server.ok(
      'addVideo',
      { upload_id: await upload(server, token, 'Ep1.mp4', small), folder_id },
      token,
    )
    await server.ok(
      'addVersion',
      { folder_id, video_id, name: 'lines', language: 'en', content: `1\n00:00:01,000 --> 00:00:02,000\n${content}\n` },
      token,
    )
  }
  for (const parts of ['all', 'subtitles'] as const) {
    const { bytes } = await zipOf({ folder_id, parts })
    for (const name of ['Ep1 (en, 1).srt', 'Ep1 (2) (en, 1).srt'])
      expect([name, bytes.includes(name)]).toEqual([name, true])
    expect(bytes.includes('(en, 1) (2)')).toBe(false)
  }
})

test('a selection holds what was chosen, a video with its subtitles', async () => {
  const one = await zipOf({ folder_id, video_ids: [video_id], parts: 'subtitles' })
  expect([one.bytes.includes('(en, 1).srt'), one.bytes.includes('.mp4')]).toEqual([true, false])
  const none = await server.call('downloadFiles', { folder_id, video_ids: [], subtitles_ids: [] }, token)
  expect(none.code).toBe(1002)
})

test('results of several tasks come as one zip, whose address opens nothing else', async () => {
  const task_ids = [await made('video_erase'), await made('video_dubbing_only')]
  const { blobs, workDir } = server.services.deps
  await writeFile(join(workDir, 'made.mp4'), 'a video')
  await blobs.put('derived/x/result.mp4', join(workDir, 'made.mp4'))
  const { url, file_sum } = await server.ok('downloadTasks', { task_ids }, token)
  const answer = await server.app.inject({ url })
  expect([answer.statusCode, file_sum]).toEqual([200, 2])
  expect(answer.rawPayload.subarray(0, 2).toString()).toBe('PK')
  expect((await server.app.inject({ url: forged(url) })).json()).toMatchObject({
    code: 2401,
  })
  const chinese = (await server.call('downloadTasks', { task_ids }, token, 'zh_cn')).data
  const names = await Promise.all([url, chinese.url].map(nameOfFile))
  expect(names).toEqual(['Cuelane results.zip', chinese.file_name])
  expect(chinese.file_name).toBe('Cuelane 生成结果.zip')
  expect((await server.call('downloadTasks', { task_ids }, stranger)).code).toBe(1002)
  expect((await server.call('downloadTasks', { task_ids: ['made-up'] }, token)).code).toBe(1002)
})

/** Under which name a browser keeps what an address gives. */
async function nameOfFile(url: string): Promise<string> {
  const { headers } = await server.app.inject({ url })
  return decodeURIComponent(String(headers['content-disposition']).split("''")[1] ?? '')
}

test('results of one long name are told apart by their language', () => {
  const made = ['es', 'fr'].map((language) => ({
    name: `${'名'.repeat(90)}.srt`,
    language,
    blob: null,
    subtitle: 'x',
    format: null,
  }))
  expect(filesMade(server.services.deps, made).map(({ name }) => name.slice(-10))).toEqual([
    '名 (es).srt',
    '名 (fr).srt',
  ])
})

test('a version is in its own format in a zip, and has no codes of it in another', async () => {
  const folder_id = await folder('own formats')
  const content = `[Script Info]\nScriptType: v4.00+\n\n[Events]\nFormat: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text\nDialogue: 0,0:00:01.00,0:00:02.00,Default,,0,0,0,,{\\an7\\pos(0,0)\\p1}m 0 0 l 50 0 50 50{\\p0}\nDialogue: 0,0:00:03.00,0:00:04.00,Default,,0,0,0,,{\\pos(9,9)}Hi\n`
  const { file_id } = await server.ok('addVersion', { folder_id, name: 'signs', language: 'en', content }, token)
  const { deps } = server.services
  const textAs = async (format?: 'srt') =>
    Buffer.concat(await (await openSubtitle(deps, file_id, format)).toArray()).toString()
  expect(await textAs()).toBe(content)
  expect(await textAs('srt')).toBe('1\r\n00:00:03,000 --> 00:00:04,000\r\nHi\r\n\r\n')
  const { url } = await server.ok('downloadFiles', { folder_id }, token)
  const { rawPayload } = await server.app.inject({ url })
  expect(rawPayload.includes('signs.ass')).toBe(true)
})

test('files are deleted together; twice does no harm', async () => {
  const folder_id = await folder('bin')
  const ids = [await file(folder_id, '1'), await file(folder_id, '2')]
  expect(await server.ok('deleteFiles', { folder_id, subtitles_ids: ids }, token)).toEqual({ deleted: 2 })
  expect(await server.ok('deleteFiles', { folder_id, subtitles_ids: ids }, token)).toEqual({ deleted: 0 })
})

test('strangers find nothing', async () => {
  const [first] = (await server.ok('listVersions', { folder_id, video_id }, token)).list
  const subtitles_id = first!.file_id
  const theirs = (await server.ok('addFolder', { folder_name: 'theirs' }, stranger)).folder_id
  const asked: { [N in CallName]?: InputOf<N> } = {
    listFiles: { folder_id },
    moveFiles: { folder_id: theirs, video_ids: [video_id] },
    deleteFiles: { folder_id, video_ids: [video_id] },
    downloadFiles: { folder_id },
    bindSubtitles: { video_id, subtitles_id },
    setSubtitleRegion: { video_id, subtitle_region: null },
    useTranslation: { video_id, subtitles_translate_id: '' },
    useErased: { video_id, video_erase_id: '' },
    useDubbed: { video_id, video_dub_only_id: '' },
    listDerivatives: { video_id },
    listTranslations: { file_id: subtitles_id },
  }
  for (const [name, input] of Object.entries(asked))
    expect([name, (await server.call(name as CallName, input as never, stranger)).code]).toEqual([name, 1002])
  expect(await server.ok('usedVersions', { video_id, language: 'en' }, stranger)).toEqual({ list: [] })
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { usualBurnStyle } from '#core/subtitle/burn/burn-style.ts'
import { makeCue } from '#core/subtitle/cue/cue.ts'
import { cueList } from '#core/subtitle/cue/cue-list.ts'
import { patchTo } from '#core/subtitle/cue/patch.ts'
import { Digest } from '#core/subtitle/cue/digest.ts'
import { fromWire, toWire, toWireChanges } from '#core/subtitle/cue/wire.ts'
import { rolling } from '#tests/support/roll-up.ts'
import { signUp, startServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let token: string
let place: { folder_id: string; video_id: string }
beforeAll(async () => {
  server = await startServer({}, { worker: false })
  token = await signUp(server)
  place = await server.ok('openSample', { sample_id: 'harbour' }, token)
})
afterAll(() => server.close())

const add = (content: string) => server.call('addVersion', { ...place, name: 'mine', language: 'en', content }, token)

test('opening the sample twice gives the same copy', async () => {
  const again = await Promise.all([1, 2, 3].map(() => server.ok('openSample', { sample_id: 'harbour' }, token)))
  expect(again).toEqual([place, place, place])
  // With its translation beside it; what is spoken in it is the active one.
  const { list } = await server.ok('listVersions', place, token)
  expect(list.map(({ language, is_use, version }) => [language, is_use, version])).toEqual([
    ['en', true, 1],
    ['zh_cn', false, 2],
  ])
})

test('a line that could not be read again is refused, however it comes', async () => {
  const text = (length: number): string =>
    `1\n00:00:01,000 --> 00:00:02,000\nshort\n\n2\n00:00:03,000 --> 00:00:04,000\n${'x'.repeat(length)}\n`
  const { folder_id } = await server.ok('addFolder', { folder_name: 'long lines' }, token)
  const addFile = (content: string) =>
    server.call('addVersion', { folder_id, name: 'long', language: 'en', content }, token)
  const { code, message } = await addFile(text(100_001))
  expect([code, message]).toEqual([1001, expect.stringContaining('Line 2 is longer than 100000 characters')])
  const { file_id, revision } = (await addFile(text(100_000))).data
  const { subtitle_txt } = await server.ok('getVersion', { file_id }, token)
  expect(subtitle_txt[1]?.text).toHaveLength(100_000)
  const written = { file_id, revision, subtitle_txt: text(100_001) }
  expect((await server.call('setSubtitlesContent', written, token)).message).toContain('Line 2')
})

test('a text that is set after others is stale, whatever is in it, and so are several versions at once', async () => {
  const { folder_id } = await server.ok('addFolder', { folder_name: 'stale' }, token)
  const content = '1\n00:00:01,000 --> 00:00:02,000\none\n'
  const { file_id, revision } = await server.ok('addVersion', { folder_id, name: 'a', language: 'en', content }, token)
  const set = (text: string, at: number) =>
    server.call('setSubtitlesContent', { file_id, revision: revision + at, subtitle_txt: text }, token)
  for (const [at, word] of ['two', 'three'].entries())
    expect(await set(content.replace('one', word), at)).toMatchObject({
      code: 0,
      data: { revision: revision + at + 1 },
    })
  const current_txt = expect.stringContaining('three') as string
  expect(await set('no lines', 0)).toMatchObject({ code: 1004, data: { revision: revision + 2, current_txt } })
  expect((await set('no lines', 2)).code).toBe(1001)
  const { subtitle_txt } = await server.ok('getVersion', { file_id }, token)
  const edit = { file_id, revision, subtitle_txt: subtitle_txt.map((line) => ({ ...line, time: 'no time' })) }
  const { list } = (await server.call('editVersions', { edits: [edit] }, token)).data
  expect(list).toEqual([{ file_id, revision: revision + 2 }])
  const fresh = { ...edit, revision: revision + 2 }
  expect((await server.call('editVersion', fresh, token)).code).toBe(1001)
})

test('a body of more parts than lines of a version have is refused before it is read', async () => {
  const parts = Array.from({ length: 600_000 }, () => ({})) as never[]
  const answer = await server.call('editVersion', { file_id: 'a', revision: 1, subtitle_txt: parts }, token)
  expect([answer.code, answer.message]).toEqual([1001, 'This is too large to send'])
})

test('a line that was saved before there was a limit is read, and everything beside it is edited', async () => {
  const { folder_id } = await server.ok('addFolder', { folder_name: 'older lines' }, token)
  const content = '1\n00:00:01,000 --> 00:00:02,000\nshort\n\n2\n00:00:03,000 --> 00:00:04,000\nlong\n'
  const { file_id } = await server.ok('addVersion', { folder_id, name: 'old', language: 'en', content }, token)
  const read = () => server.ok('getVersion', { file_id }, token)
  const { subtitle_txt: short } = await read()
  const long = 'x'.repeat(100_001)
  await server.services.deps.db
    .updateTable('subtitle')
    .set({ cues: JSON.stringify([short[0], { ...short[1], text: long }]) })
    .where('id', '=', file_id)
    .execute()
  const { subtitle_txt: lines, revision } = await read()
  expect(lines[1]?.text).toBe(long)
  const save = (at: number, text: string, revision: number) =>
    server.call(
      'editVersion',
      { file_id, revision, subtitle_txt: lines.map((line, index) => (index === at ? { ...line, text } : line)) },
      token,
    )
  expect(await save(0, 'edited', revision)).toMatchObject({ code: 0 })
  const longer = await save(1, `${long}x`, revision + 1)
  expect([longer.code, longer.message]).toEqual([1001, expect.stringContaining('Line 2 is longer than 100000')])
  const patch = (text: string) => {
    const before = cueList(fromWire(lines.map((line, at) => (at === 0 ? { ...line, text: 'edited' } : line)))!)
    const after = before.cues.map((cue, at) => (at === 1 ? { ...cue, text } : cue))
    const changes = toWireChanges(patchTo(before, after))
    return server.call(
      'patchVersion',
      { file_id, revision: revision + 1, changes, text_digest: Digest.of(after).text },
      token,
    )
  }
  expect((await patch(`${long}x`)).message).toContain('Line 2 is longer than 100000')
  expect(await patch('split')).toMatchObject({ code: 0 })
})

test('a version is read, numbered and checked', async () => {
  const { data } = await add(
    '1\n00:00:01,000 --> 00:00:03,000\none\n\n2\n00:00:02,000 --> 00:00:04,000\n\n\nadvert?\n\n3\nbroken --> x\nlost',
  )
  expect(data).toMatchObject({ version: 3, from: 'upload', cue_sum: 2, is_use: false, role_state: 0 })
  expect(data.problems.map(({ line }) => line)).toEqual([12, 13])
  const version = await server.ok('getVersion', { file_id: data.file_id }, token)
  expect(version.subtitle_error_info).toEqual({ line_time_error: [], no_subtitle: [], sequence_time_error: [2] })
})

test('roll-up captions become a version of each row once where that is asked for', async () => {
  const content = rolling(['one two', 'three', 'four five', 'six'], 'youtube')
  const asked = await server.ok('addVersion', { ...place, name: 'mine', language: 'en', content, unroll: true }, token)
  const { subtitle_txt } = await server.ok('getVersion', { file_id: asked.file_id }, token)
  expect(subtitle_txt.map(({ text }) => text)).toEqual(['one two', 'three', 'four five', 'six'])
  expect((await add(content)).data.cue_sum).toBe(8)
})

test.each([
  ['WebVTT', 'WEBVTT\n\n00:01.000 --> 00:02.000 line:0\nHi <v Ann>you'],
  ['SubStation', '[Events]\nDialogue: 0,0:00:01.00,0:00:02.00,Default,,0,0,0,,{\\an8}Hi\0 you'],
  ['TTML', '<tt><body><div><p begin="1s" end="2s">Hi you</p></div></body></tt>'],
])('a version can be made of %s', async (_, content) => {
  const { data } = await add(content)
  const { subtitle_txt } = await server.ok('getVersion', { file_id: data.file_id }, token)
  expect(subtitle_txt).toMatchObject([{ time: '00:00:01,000 --> 00:00:02,000' }])
  expect(subtitle_txt[0]!.text).toMatch(/Hi .*you/)
})

test('a version keeps how it looks, apart from its text', async () => {
  const { data } = await add('1\n00:00:01,000 --> 00:00:03,000\none')
  expect(data.style).toBeNull()
  const style = { ...usualBurnStyle, size: 9, edge: 'box' as const, align: 8 }
  await server.ok('styleVersion', { file_id: data.file_id, style }, token)
  const stored = await server.ok('getVersion', { file_id: data.file_id }, token)
  expect(stored).toMatchObject({ style, revision: data.revision, cue_sum: 1 })
  const { list } = await server.ok('listVersions', place, token)
  expect(list.find(({ file_id }) => file_id === data.file_id)?.style).toEqual(style)
  const refused = [{ size: 200 }, { color: 'red' }, { align: 10 }].map((wrong) =>
    server.call('styleVersion', { file_id: data.file_id, style: { ...style, ...wrong } }, token),
  )
  expect((await Promise.all(refused)).map(({ code }) => code)).toEqual([1001, 1001, 1001])
  const stranger = await signUp(server)
  expect((await server.call('styleVersion', { file_id: data.file_id, style }, stranger)).code).toBe(1002)
})

test('a file that holds no subtitles is refused, an empty version is not', async () => {
  expect((await add('just some text')).message).toContain('No subtitles found')
  expect((await add('')).data.cue_sum).toBe(0)
})

test('an edit is kept on its revision; a stale one writes nothing and brings the newer text', async () => {
  const { data } = await add('1\n00:00:01,000 --> 00:00:02,000\none')
  const { file_id } = data
  const { subtitle_txt } = await server.ok('getVersion', { file_id }, token)
  const edited = [{ ...subtitle_txt[0]!, text: 'two', time: '00:00:01,000 --> 00:00:01,500' }]
  const first = await server.call('editVersion', { file_id, revision: 1, subtitle_txt: edited }, token)
  expect(first).toMatchObject({ code: 0, data: { subtitle_ok: true, revision: 2 } })
  const repeated = await server.call('editVersion', { file_id, revision: 1, subtitle_txt: edited }, token)
  expect(repeated).toMatchObject({ code: 0, data: { revision: 2 } })
  const stale = await server.call('editVersion', { file_id, revision: 1, subtitle_txt: [] }, token)
  expect(stale).toMatchObject({ code: 1004, data: { revision: 2 } })
  expect(stale.data.current).toMatchObject([{ text: 'two', time: '00:00:01,000 --> 00:00:01,500' }])
})

test('changed lines alone are kept on their revision; a lost answer does no harm, a text that is not the editor’s is refused', async () => {
  const { data } = await add('1\n00:00:01,000 --> 00:00:02,000\none\n\n2\n00:00:03,000 --> 00:00:04,000\ntwo')
  const { file_id } = data
  const { subtitle_txt } = await server.ok('getVersion', { file_id }, token)
  const before = fromWire(subtitle_txt)!
  const after = [{ ...before[1]!, text: 'zwei', end: 4500 }, makeCue('new', 5000, 6000, 'drei')]
  const changes = toWireChanges(patchTo(cueList(before), after))
  const patch = { file_id, revision: 1, changes, text_digest: Digest.of(after).text }

  expect((await server.call('patchVersion', { ...patch, text_digest: '1-x-y' }, token)).code).toBe(1001)
  expect((await server.call('patchVersion', { ...patch, changes: [changes[0]!, changes[0]!] }, token)).code).toBe(1001)
  expect((await server.ok('getVersion', { file_id }, token)).revision).toBe(1)

  for (const _ of ['first', 'again']) {
    expect(await server.call('patchVersion', patch, token)).toMatchObject({ code: 0, data: { revision: 2 } })
  }
  const stored = await server.ok('getVersion', { file_id }, token)
  expect(fromWire(stored.subtitle_txt)).toEqual(after)
  expect(stored.cue_sum).toBe(2)

  const stale = await server.call('patchVersion', { ...patch, text_digest: Digest.of(before).text }, token)
  expect(stale).toMatchObject({ code: 1004, data: { revision: 2, current: [{ text: 'zwei' }, { text: 'drei' }] } })
  const stranger = await signUp(server)
  expect((await server.call('patchVersion', { ...patch, revision: 2 }, stranger)).code).toBe(1002)
})

test('lines that only change places are saved too, also where another order is stored meanwhile', async () => {
  const { data } = await add('1\n00:00:01,000 --> 00:00:02,000\none\n\n2\n00:00:03,000 --> 00:00:04,000\ntwo')
  const { file_id } = data
  const before = fromWire((await server.ok('getVersion', { file_id }, token)).subtitle_txt)!
  const after = before.toReversed()
  const changes = toWireChanges(patchTo(cueList(before), after))
  const patch = { file_id, revision: 1, changes, text_digest: Digest.of(after).text }
  await server.ok('editVersion', { file_id, revision: 1, subtitle_txt: toWire(before) }, token)
  expect((await server.call('patchVersion', patch, token)).code).toBe(1004)
  expect(await server.call('patchVersion', { ...patch, revision: 2 }, token)).toMatchObject({ code: 0 })
  expect(fromWire((await server.ok('getVersion', { file_id }, token)).subtitle_txt)).toEqual(after)
})

test('of two changes at once on the same revision one wins', async () => {
  const { data } = await add('1\n00:00:01,000 --> 00:00:02,000\none')
  const { file_id } = data
  const { subtitle_txt } = await server.ok('getVersion', { file_id }, token)
  const [cue] = fromWire(subtitle_txt)!
  const edit = (text: string) => {
    const after = [{ ...cue!, text }]
    const changes = toWireChanges(patchTo(cueList([cue!]), after))
    return server.call('patchVersion', { file_id, revision: 1, changes, text_digest: Digest.of(after).text }, token)
  }
  const codes = (await Promise.all([edit('a'), edit('b'), edit('c')])).map(({ code }) => code).sort()
  expect(codes).toEqual([0, 1004, 1004])
})

test('several long versions are saved at once', async () => {
  const lines = Array.from({ length: 20_000 }, (_, at) => makeCue(`l${at}`, at * 100, at * 100 + 90, `Line ${at}`))
  const edits = await Promise.all(
    [1, 2].map(async () => ({
      file_id: (await add('1\n00:00:01,000 --> 00:00:02,000\none')).data.file_id,
      revision: 1,
      subtitle_txt: toWire(lines),
    })),
  )
  const { list } = await server.ok('editVersions', { edits }, token)
  expect(list.map(({ revision }) => revision)).toEqual([2, 2])
})

test('several versions saved at once in opposite orders wait for each other and never fail', async () => {
  const files = await Promise.all(
    Array.from({ length: 6 }, async () => (await add('1\n00:00:01,000 --> 00:00:02,000\none')).data.file_id),
  )
  const save = async (order: string[], text: string, revision: number) => {
    const subtitle_txt = toWire([makeCue('a', 0, 1000, text)])
    return server.call('editVersions', { edits: order.map((file_id) => ({ file_id, revision, subtitle_txt })) }, token)
  }
  for (let round = 1; round <= 10; round++) {
    const answers = await Promise.all([save(files, 'forth', round), save(files.toReversed(), 'back', round)])
    expect(answers.map(({ code }) => code).sort()).toEqual([0, 1004])
    const texts = await Promise.all(
      files.map(async (file_id) => (await server.ok('getVersion', { file_id }, token)).subtitle_txt[0]?.text),
    )
    expect(new Set(texts).size).toBe(1)
  }
})

test('of two edits at once on the same revision one wins', async () => {
  const { data } = await add('1\n00:00:01,000 --> 00:00:02,000\none')
  const { file_id } = data
  const { subtitle_txt } = await server.ok('getVersion', { file_id }, token)
  const edit = (text: string) =>
    server.call('editVersion', { file_id, revision: 1, subtitle_txt: [{ ...subtitle_txt[0]!, text }] }, token)
  const codes = (await Promise.all([edit('a'), edit('b'), edit('c')])).map(({ code }) => code).sort()
  expect(codes).toEqual([0, 1004, 1004])
})

test('lines that can not be read are refused whole', async () => {
  const { data } = await add('1\n00:00:01,000 --> 00:00:02,000\none')
  const { file_id } = data
  const line = { cue_id: 'x', srt_index: 1, time: 'never', text: '', folder_role_id: [] }
  expect((await server.call('editVersion', { file_id, revision: 1, subtitle_txt: [line] }, token)).code).toBe(1001)
  expect((await server.ok('getVersion', { file_id }, token)).revision).toBe(1)
})

test('one version is the active one', async () => {
  const { list } = await server.ok('listVersions', place, token)
  expect(list.filter(({ is_use }) => is_use)).toHaveLength(1)
  const other = list.find(({ is_use }) => !is_use)!
  await server.ok('useVersion', { video_id: place.video_id, subtitles_id: other.file_id }, token)
  const after = await server.ok('listVersions', place, token)
  expect(after.list.filter(({ is_use }) => is_use).map(({ file_id }) => file_id)).toEqual([other.file_id])
})

/** A separate video for one test, with the sample's first version only. */
async function newPlace() {
  const owner = await signUp(server)
  const own = await server.ok('openSample', { sample_id: 'harbour' }, owner)
  const list = async () => (await server.ok('listVersions', own, owner)).list
  const add = (content: string, activate?: boolean) =>
    server.ok('addVersion', { ...own, name: 'mine', language: 'en', content, activate }, owner)
  const remove = async (subtitles_id: string) =>
    server.ok('deleteVersion', { folder_id: own.folder_id, subtitles_id }, owner)
  for (const { file_id, is_use } of await list()) if (!is_use) await remove(file_id)
  return { owner, list, add, remove }
}

const LINE = '1\n00:00:01,000 --> 00:00:02,000\none'

test('a file takes the place of the empty version that was active, and only of one that nobody wrote in', async () => {
  const { owner, list, add, remove } = await newPlace()
  const [sample] = await list()
  const empty = await add('', true)
  expect(empty.is_use).toBe(true)
  await remove(sample!.file_id)

  const kept = await add(LINE, false)
  expect((await list()).map(({ file_id, is_use }) => [file_id, is_use])).toEqual([
    [empty.file_id, true],
    [kept.file_id, false],
  ])
  const taken = await add(LINE, true)
  expect((await list()).map(({ file_id, is_use }) => [file_id, is_use])).toEqual([
    [kept.file_id, false],
    [taken.file_id, true],
  ])

  // One whose lines were all deleted has a past: it stays, and is active no more.
  await server.ok('editVersion', { file_id: taken.file_id, revision: 1, subtitle_txt: [] }, owner)
  const next = await add(LINE)
  expect(next.is_use, 'the active one has no lines').toBe(true)
  expect((await add(LINE)).is_use, 'the active one has lines').toBe(false)
  expect((await list()).map(({ is_use }) => is_use)).toEqual([false, false, true, false])
})

test('a version is renamed, gets its language and is duplicated; what was active and is deleted has a heir with lines', async () => {
  const { owner, list, add, remove } = await newPlace()
  const [{ file_id }] = [await add(LINE, true)]
  await server.ok('renameVersion', { file_id, name: '  Final  ' }, owner)
  await server.ok('setVersionLanguage', { file_id, language: 'fr' }, owner)
  const copy = await server.ok('copyVersion', { file_id }, owner)
  expect(copy).toMatchObject({ name: 'Final', language: 'fr', from: 'upload', is_use: false, cue_sum: 1 })
  const read = await Promise.all([file_id, copy.file_id].map((id) => server.ok('getVersion', { file_id: id }, owner)))
  expect(read[0]).toMatchObject({ name: 'Final', language: 'fr', is_use: true, revision: 1 })
  expect(read[1]!.subtitle_txt).toEqual(read[0]!.subtitle_txt)

  const empty = await add('', false)
  await remove(file_id)
  const left = await list()
  expect(left.find(({ is_use }) => is_use)?.file_id).toBe(copy.file_id)
  expect(left.map((each) => each.file_id)).toContain(empty.file_id)

  const stranger = await signUp(server)
  const change = { file_id: copy.file_id, name: 'Theirs' }
  expect((await server.call('renameVersion', change, stranger)).code).toBe(1002)
  expect((await server.call('copyVersion', { file_id: copy.file_id }, stranger)).code).toBe(1002)
  const language = { file_id: copy.file_id, language: 'de' } as const
  expect((await server.call('setVersionLanguage', language, stranger)).code).toBe(1002)
  expect((await server.ok('getVersion', { file_id: copy.file_id }, owner)).name).toBe('Final')
})

test('10,000 lines are saved', async () => {
  const lines = Array.from({ length: 10_000 }, (_, index) => ({
    cue_id: `l${index}`,
    srt_index: index + 1,
    time: '00:00:01,000 --> 00:00:02,000',
    text: `line ${index}`,
    folder_role_id: [],
  }))
  const { data } = await add('')
  const { error_info } = await server.ok(
    'editVersion',
    { file_id: data.file_id, revision: 1, subtitle_txt: lines },
    token,
  )
  expect(error_info.sequence_time_error).toHaveLength(9999)
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeCue } from '#core/subtitle/cue.ts'
import { cueList } from '#core/subtitle/cue-list.ts'
import { patchTo } from '#core/subtitle/patch.ts'
import { Digest } from '#core/subtitle/digest.ts'
import { fromWire, toWire, toWireChanges } from '#core/subtitle/wire.ts'
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
})

test('a version is read, numbered and checked', async () => {
  const { data } = await add(
    '1\n00:00:01,000 --> 00:00:03,000\none\n\n2\n00:00:02,000 --> 00:00:04,000\n\n\nadvert?\n\n3\nbroken --> x\nlost',
  )
  expect(data).toMatchObject({ version: 2, from: 'upload', cue_sum: 2, is_use: false, role_state: 0 })
  expect(data.problems.map(({ line }) => line)).toEqual([12, 13])
  const version = await server.ok('getVersion', { file_id: data.file_id }, token)
  expect(version.subtitle_error_info).toEqual({ line_time_error: [], no_subtitle: [], sequence_time_error: [2] })
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

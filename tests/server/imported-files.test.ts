import { afterAll, beforeAll, expect, test } from 'vitest'
import { cueList } from '#core/subtitle/cue/cue-list.ts'
import { Digest } from '#core/subtitle/cue/digest.ts'
import { readStoredFile, writeImportedFile } from '#core/subtitle/formats/imported-file.ts'
import { patchTo } from '#core/subtitle/cue/patch.ts'
import { fromWire, toWireChanges } from '#core/subtitle/cue/wire.ts'
import { openSubtitle } from '#server/app/zip.ts'
import { importedFileSweep } from '#server/jobs/sweeps/imported-files.ts'
import { karaokeFile } from '#tests/support/karaoke.ts'
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

const add = (content: string, more = {}) =>
  server.ok('addVersion', { ...place, name: 'mine', language: 'en', content, ...more }, token)
const cuesOf = async (file_id: string) =>
  fromWire((await server.ok('getVersion', { file_id }, token)).subtitle_txt) ?? []
const fileOf = async (file_id: string) => readStoredFile(await server.ok('getImportedFile', { file_id }, token))
const files = async (): Promise<number> =>
  (await server.services.deps.db.selectFrom('imported_file').select('id').execute()).length

test('a version gives back the file that it was made of, also once it was edited', async () => {
  const version = await add(karaokeFile)
  expect(version).toMatchObject({ imported_format: 'ass', file_styles: true })
  const { file_id } = version
  const before = await cuesOf(file_id)
  expect(writeImportedFile(before, await fileOf(file_id)).text).toBe(karaokeFile)

  const after = before.map((cue, at) => (at === 2 ? { ...cue, text: 'Good evening' } : cue))
  const changes = toWireChanges(patchTo(cueList(before), after))
  await server.ok('patchVersion', { file_id, revision: 1, changes, text_digest: Digest.of(after).text }, token)
  const { text } = writeImportedFile(await cuesOf(file_id), await fileOf(file_id))
  expect(text).toBe(karaokeFile.replace('Good {sure?} morning\\Nto you', 'Good evening'))
})

test('an edited version as JSON has the times of its words, found again in the lines as they are', async () => {
  const { file_id } = await add(
    'WEBVTT\n\n00:01.000 --> 00:02.000\none <00:01.500>two\n\n00:03.000 --> 00:04.000\nthree <00:03.400>four\n',
  )
  const before = await cuesOf(file_id)
  const [first, second] = before
  const joined = [{ ...first!, end: second!.end, text: 'one big two three four' }]
  const changes = toWireChanges(patchTo(cueList(before), joined))
  await server.ok('patchVersion', { file_id, revision: 1, changes, text_digest: Digest.of(joined).text }, token)
  const bytes = await (await openSubtitle(server.services.deps, file_id, 'words')).toArray()
  const { segments } = JSON.parse(Buffer.concat(bytes).toString()) as { segments: { words: { start: number }[] }[] }
  // First words begin with their lines; "big" stands between words that are known.
  expect(segments.map(({ words }) => words.map(({ start }) => start))).toEqual([[1, 1.25, 1.5, 3, 3.4]])
})

test.each([
  [
    'vtt',
    'WEBVTT x\r\n\r\nSTYLE\r\n::cue { color: red }\r\n\r\n00:01.000 --> 00:02.000 line:0\r\nOne <00:01.500>two\r\n',
  ],
  ['srt', '3\n00:00:01.000 --> 00:00:02.000\nwith a zero \0 byte\n'],
  ['ttml', '<tt xmlns="http://www.w3.org/ns/ttml"><body><div><p begin="1s" end="2s">Hi</p></div></body></tt>'],
])('%s comes back to the letter', async (format, content) => {
  const { file_id, imported_format } = await add(content)
  expect(imported_format).toBe(format)
  expect(writeImportedFile(await cuesOf(file_id), await fileOf(file_id)).text).toBe(content)
})

test('when words are said is known of a file that says it, and of copies', async () => {
  const said = 'WEBVTT\n\n00:01.000 --> 00:02.000\nOne <00:01.500>two\n\n00:03.000 --> 00:04.000\nThree\n'
  const { file_id } = await add(said)
  const [first] = await cuesOf(file_id)
  const expected = {
    list: [{ cue_id: first?.id, start: 1000, end: 2000, text: 'One two', words: [{ offset: 4, start: 1500 }] }],
  }
  expect(await server.ok('getWordTimes', { file_id }, token)).toEqual(expected)
  const copy = await server.ok('copyVersion', { file_id }, token)
  expect(await server.ok('getWordTimes', { file_id: copy.file_id }, token)).toEqual(expected)
  const plain = await add('WEBVTT\n\n00:01.000 --> 00:02.000\nOne two\n')
  expect(await server.ok('getWordTimes', { file_id: plain.file_id }, token)).toEqual({ list: [] })
})

test('roll-up captions that became single rows are a file of single rows', async () => {
  const { file_id } = await add(rolling(['one two', 'three', 'four five', 'six'], 'youtube'), { unroll: true })
  const file = await fileOf(file_id)
  expect(file.cues).toEqual(await cuesOf(file_id))
  expect(file.cues.map(({ text }) => text)).toEqual(['one two', 'three', 'four five', 'six'])
})

test('a version without lines has no file', async () => {
  const { file_id, imported_format } = await add('')
  expect(imported_format).toBeNull()
  expect((await server.call('getImportedFile', { file_id }, token)).code).toBe(1002)
})

test('a copy has the same file, and it stays until the last version of it is gone', async () => {
  const before = await files()
  const { file_id } = await add(karaokeFile)
  await server.ok('styleVersion', { file_id, file_styles: false }, token)
  const copy = await server.ok('copyVersion', { file_id }, token)
  expect(copy).toMatchObject({ imported_format: 'ass', file_styles: false })
  expect(await files()).toBe(before + 1)
  const { folder_id } = place
  await server.ok('deleteVersion', { folder_id, subtitles_id: file_id }, token)
  expect(writeImportedFile(await cuesOf(copy.file_id), await fileOf(copy.file_id)).text).toBe(karaokeFile)

  const run = (hours: number): Promise<number> =>
    importedFileSweep.run(server.services.deps, new Date(Date.now() + hours * 3_600_000), () => undefined)
  expect(await run(25)).toBe(0)
  await server.ok('deleteVersion', { folder_id, subtitles_id: copy.file_id }, token)
  expect(await run(23)).toBe(0)
  expect(await run(25)).toBe(1)
  expect(await files()).toBe(before)
})

test('nobody else reads the file or changes whose styles hold', async () => {
  const { file_id } = await add(karaokeFile)
  const stranger = await signUp(server)
  expect((await server.call('getImportedFile', { file_id }, stranger)).code).toBe(1002)
  expect((await server.call('styleVersion', { file_id, file_styles: false }, stranger)).code).toBe(1002)
  expect((await server.call('copyVersion', { file_id }, stranger)).code).toBe(1002)
})

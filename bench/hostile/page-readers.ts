import { registerHooks } from 'node:module'
import { unzipSync } from 'fflate'
import { readOwnProfile } from '#core/checks/own-profile.ts'
import { distinctNames, safeFileName } from '#core/domain/file-names.ts'
import { pairByPath } from '#core/domain/file-pairs.ts'
import { lineMaxLength, nameLengths } from '#core/domain/limits.ts'
import { fillTemplate, longestTemplate } from '#core/domain/name-template.ts'
import { BUCKET_VALUES } from '#core/media/buckets.ts'
import { PEAKS_PER_SECOND } from '#core/media/peaks.ts'
import { readPeaks } from '#core/media/peaks-file.ts'
import { type Cue, sequentialIds } from '#core/subtitle/cue/cue.ts'
import { cueList } from '#core/subtitle/cue/cue-list.ts'
import { embeddedFonts } from '#core/subtitle/formats/ass/embedded-fonts.ts'
import { decodeBytes } from '#core/subtitle/formats/encoding/encoding.ts'
import { fileBytes, readSubtitle } from '#core/subtitle/formats/file.ts'
import { familiesOfFont } from '#core/subtitle/text/font-file.ts'
import { fileEnding, type Format, formats } from '#core/subtitle/formats/format.ts'
import { parseMarkup } from '#core/subtitle/text/markup.ts'
import { planReview, planTexts, readReviewCells, readTexts, reviewHeads } from '#core/subtitle/formats/review-table.ts'
import { textStatistics } from '#core/subtitle/text/statistics.ts'
import { readGlossary } from '#core/translate/glossary.ts'
import { type FileBytes, readContent } from '#workers/reading/read-content.ts'
import { actionIds } from '#src/editor/keys/action-ids.ts'
import { readKeys } from '#src/editor/keys/keymap.ts'
import { ownTexts } from '#tests/support/hostile-files.ts'
import { documents, type Inputs, jsonTexts, lightTexts, MB, runOf, subtitleBytes, texts } from './inputs.ts'
import { type Reader, reader, unless } from './reader.ts'

// As in a browser: the library's default entry reads from disk.
registerHooks({
  resolve: (name, context, next) => next(name === 'mammoth' ? 'mammoth/mammoth.browser.js' : name, context),
})
const { readCsv, readExcel, writeExcel } = await import('#workers/review/tables.ts')
const { readWord, writeWord } = await import('#workers/review/word.ts')

const table = [
  ['No.', 'Start', 'End', 'Source', 'Text', 'Comment'],
  ['1', '', '', '', 'x', ''],
]
const partsOf = async (file: Blob) => unzipSync(new Uint8Array(await file.arrayBuffer()))
const workbook = await partsOf(await writeExcel('x', table))
const document = await partsOf(await writeWord('x', table))
const WORD = '<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>'
const SHEET = '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>'
const pages = documents(document, 'word/document.xml', WORD, '</w:body></w:document>')
const tables = documents(
  document,
  'word/document.xml',
  `${WORD}<w:tbl><w:tr><w:tc><w:p><w:r><w:t>`,
  '</w:t></w:r></w:p></w:tc></w:tr></w:tbl></w:body></w:document>',
)
const sheets = documents(workbook, 'xl/worksheets/sheet1.xml', SHEET, '</sheetData></worksheet>')
const strings = documents(workbook, 'xl/sharedStrings.xml', '<sst><si><t>', '</t></si></sst>')

const cues = cueList(
  Array.from({ length: 20_000 }, (_, at): Cue => ({ id: `${at}`, start: 0, end: 1000, text: 'x', roles: [] })),
)
const encoded = (inputs: Inputs<string>): Inputs<Uint8Array> =>
  inputs.map(([name, make]) => [name, () => new TextEncoder().encode(make())])
const fontBytes: Inputs<Uint8Array<ArrayBuffer>> = [0x00010000, 0x4f54544f, 0x74746366].flatMap((kind) =>
  [0x00000000, 0x00400040, 0x6e616d65, 0xffffffff].map((filling) => [
    `${kind.toString(16)} ${filling.toString(16)}`,
    () => {
      const font = new DataView(new ArrayBuffer(MB))
      for (let at = 0; at < MB; at += 4) font.setUint32(at, at === 0 ? kind : filling)
      return new Uint8Array(font.buffer)
    },
  ]),
)
const words = { name: 'x', language: 'en', type: 'srt', folder: 'y', number: '1' }

/** Readers that a page has. */
export const pageReaders: readonly Reader[] = [
  reader({
    ...{ name: 'pasted lines', place: 'page', inputs: formats.flatMap(lightTexts) },
    read: (text) => readSubtitle(text, sequentialIds('p')),
  }),
  reader({
    ...{ name: 'subtitle files', place: 'worker', inputs: subtitleBytes() },
    read: (bytes) => readContent({ bytes, name: '', encoding: undefined }),
  }),
  reader({
    ...{ name: 'subtitle files of each format', place: 'worker', inputs: formats.flatMap(ownFiles) },
    read: readContent,
  }),
  reader({
    ...{ name: 'texts for review', place: 'page', inputs: encoded(texts()) },
    read: async (bytes) => planTexts(cues, readTexts((await decodeBytes(bytes)).text)),
  }),
  reader({
    ...{ name: 'tables for review: cells', place: 'page', inputs: cells() },
    read: (rows) => {
      const lines = readReviewCells(rows, Object.values(reviewHeads))
      return lines && planReview(cues, lines)
    },
  }),
  reader({ name: 'CSV', place: 'worker', inputs: encoded(texts()), read: unless(readCsv) }),
  reader({ name: 'Excel', place: 'worker', inputs: [...sheets, ...strings], read: unless(readExcel) }),
  reader({ name: 'Word', place: 'worker', inputs: [...pages, ...tables], read: unless(readWord) }),
  reader({
    ...{ name: 'one line with markup', place: 'page', inputs: texts(lineMaxLength) },
    read: (text) => [parseMarkup(text), textStatistics(text)],
  }),
  reader({ name: 'keys', place: 'page', inputs: [...jsonTexts(), ...keyFiles()], read: readKeys }),
  reader({ name: 'profiles', place: 'page', inputs: jsonTexts(), read: readOwnProfile }),
  reader({ name: 'glossaries', place: 'page', inputs: texts(), read: readGlossary }),
  reader({ name: 'names of fonts', place: 'page', inputs: fontBytes, read: familiesOfFont }),
  reader({
    name: 'fonts in SubStation',
    place: 'worker',
    inputs: texts(),
    read: (text) => embeddedFonts(text.split('\n')),
  }),
  reader({ name: 'waveforms', place: 'page', inputs: waveforms(), read: unless(readPeaks) }),
  reader({ name: 'names of files', place: 'page', inputs: texts(), read: (text) => safeFileName(text, 'srt') }),
  reader({ name: 'names in an archive', place: 'page', inputs: lists(), read: distinctNames }),
  reader({
    ...{ name: 'files beside videos', place: 'page', inputs: lists() },
    read: (names) => pairByPath(names.slice(0, 2000), names.slice(0, 2000)),
  }),
  reader({
    ...{ name: 'patterns of names', place: 'page', inputs: texts(longestTemplate) },
    read: (template) => fillTemplate(template, { ...words, name: runOf(template, nameLengths.file) }),
  }),
]

function ownFiles(format: Format): Inputs<FileBytes> {
  const name = `a.${fileEnding(format)}`
  return ownTexts[format].map(([kind, make]) => [
    `${kind}, ${format}`,
    () => ({ bytes: fileBytes(make(MB), format), name, encoding: undefined }),
  ])
}

function cells(): Inputs<string[][]> {
  const head = ['No.', 'Start', 'End', 'Source', 'Text', 'Comment']
  const rows = (count: number, row: (at: number) => string[]) => (): string[][] => [
    head,
    ...Array.from({ length: count }, (_, at) => row(at)),
  ]
  return [
    ['rows of one time', rows(20_000, () => ['', '00:00:00,000', '00:00:01,000', '', 'y', ''])],
    ['rows with numbers', rows(20_000, (at) => [`${20_000 - at}`, '00:00:00,000', '00:00:01,000', '', 'y', ''])],
    ['empty rows', rows(MB, () => [])],
    ['one row', rows(1, () => Array.from({ length: MB }, () => 'a'))],
    ['one cell', rows(1, () => ['1', runOf('1'), runOf(':'), '', runOf('\r'), runOf('\u2028')])],
  ]
}

function keyFiles(): Inputs<string> {
  const file = (own: unknown) => (): string => JSON.stringify({ cuelane_keys: 1, preset: 'cuelane', own })
  return [
    ['a long key', file({ [actionIds[0]!]: [runOf('ctrl+')] })],
    ['many keys', file({ [actionIds[0]!]: Array.from({ length: MB / 4 }, () => 'a') })],
  ]
}

function lists(): Inputs<string[]> {
  const of = (count: number, name: (at: number) => string) => (): string[] =>
    Array.from({ length: count }, (_, at) => name(at))
  return [
    ['one name', of(100_000, () => 'film.srt')],
    ['names with numbers', of(60_000, (at) => `film (${at % 100}).srt`)],
    ['names in each other', of(1400, (at) => 'a.'.repeat(at / 2))],
    ['episodes', of(50_000, (at) => `Show S01E${at % 1000} - x`)],
    ['folders', of(500, (at) => `${'a/'.repeat(1000)}${at}`)],
    ['long names', of(10, () => runOf(' - 1', 100_000))],
    ['long episodes', of(10, () => runOf('e1 ', 100_000))],
    ['brackets', of(10, () => `${runOf('[', 100_000)}s01e01`)],
  ]
}

function waveforms(): Inputs<ArrayBuffer> {
  const head = (duration: number, count: number) => (): ArrayBuffer => {
    const view = new DataView(new ArrayBuffer(MB))
    view.setUint32(0, 0x4b_50_4c_43, true)
    view.setUint16(4, 1, true)
    view.setUint16(6, PEAKS_PER_SECOND, true)
    view.setUint32(8, duration, true)
    view.setUint32(12, count, true)
    return view.buffer
  }
  const most = (MB - 16) / BUCKET_VALUES / 2
  return [
    ['a long film', head(24 * 3600 * 1000, most)],
    ['as many as there are', head((most * 1000) / PEAKS_PER_SECOND, most)],
    ['more than there are', head(1000, 0xffffffff)],
  ]
}

import { strToU8, unzipSync, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { makeCue } from '#core/subtitle/cue/cue.ts'
import { type CueList, cueList } from '#core/subtitle/cue/cue-list.ts'
import { TooBig, unpacked } from '#core/subtitle/formats/office-archive.ts'
import { reviewHeads } from '#core/subtitle/formats/review-table.ts'
import { countXml, TooComplex } from '#core/subtitle/formats/xml-count.ts'
import {
  type ReadReview,
  readReviewFile,
  type ReviewKind,
  writeReviewFile,
} from '#src/editor/features/review-files/review-file.ts'
import { readCsv, readExcel, writeCsv, writeExcel } from '#workers/review/tables.ts'
import { readWord, writeWord } from '#workers/review/word.ts'

const cells = [
  ['No.', 'Start', 'End', 'Source', 'Text', 'Comment'],
  ['1', '00:00:01,000', '00:00:02,500', '- Hello, "you"\n- =1+1', '<i>Hallo</i>; «du» & ich', ''],
  ['2', '00:00:03,000', '00:00:04,000', '', '  blanks  ', '@SUM(A1)'],
  ['3', '00:00:05,000', '00:00:06,000', '你好\n\n世界', "'=quoted", 'سلام 😀'],
]

const bytesOf = async (blob: Blob): Promise<Uint8Array> => new Uint8Array(await blob.arrayBuffer())

test('a table is the same after Word, Excel and CSV', async () => {
  expect(await readCsv(await bytesOf(writeCsv(cells)))).toEqual(cells)
  expect(await readExcel(await bytesOf(await writeExcel('Film: a/b', cells)))).toEqual(cells)
  expect(await readWord(await bytesOf(await writeWord('Film', cells)))).toEqual(cells)
})

test('semicolons, as spreadsheets of some countries write them', async () => {
  expect(await readCsv(strToU8('Nr.;Text\r\n1;"a;b"\r\n'))).toEqual([
    ['Nr.', 'Text'],
    ['1', 'a;b'],
  ])
})

test('a file that unpacks to too much is refused, one that is no archive too', async () => {
  const bomb = zipSync({ 'word/document.xml': new Uint8Array(80 * 1024 ** 2) })
  expect(bomb.length).toBeLessThan(1024 ** 2)
  expect(() => unpacked(bomb)).toThrow(TooBig)
  await expect(readExcel(bomb)).rejects.toThrow(TooBig)
  await expect(readWord(strToU8('no archive'))).rejects.toThrow()
})

/** A Word document whose body part is replaced. */
async function wordWith(xml: string): Promise<Uint8Array> {
  const parts = unzipSync(await bytesOf(await writeWord('Film', cells)))
  return zipSync({ ...parts, 'word/document.xml': strToU8(xml) })
}

const WORD = '<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>'

test('what a reader of Word or Excel would not bear is refused before it has it', async () => {
  for (const xml of [
    `${WORD}${'<w:sdt>'.repeat(300)}`,
    `${WORD}<w:p ${Array.from({ length: 300 }, (_, at) => `a${at}=""`).join(' ')}/>`,
    `${WORD}<w:p a="${'x'.repeat(70_000)}"/>`,
    `${WORD}<w:p>${'x'.repeat(1_100_000)}</w:p>`,
    `${WORD}${'<w:p/>'.repeat(4_000_000)}`,
  ])
    await expect(readWord(await wordWith(xml))).rejects.toThrow(TooComplex)
  const sheet = unzipSync(await bytesOf(await writeExcel('Film', cells)))
  sheet['xl/worksheets/sheet1.xml'] = strToU8('<a>'.repeat(300))
  await expect(readExcel(zipSync(sheet))).rejects.toThrow(TooComplex)
})

test('pictures of a document are left out, however large', async () => {
  const parts = unzipSync(await bytesOf(await writeWord('Film', cells)))
  const bytes = zipSync({ ...parts, 'word/media/image1.png': new Uint8Array(80 * 1024 ** 2) })
  expect(Object.keys(unzipSync(unpacked(bytes)))).not.toContain('word/media/image1.png')
  expect(await readWord(bytes)).toEqual(cells)
})

test('elements are those of the text: none of comments, sections, instructions or values', () => {
  const count = (xml: string): number => countXml(strToU8(xml), 100)
  expect(count('<?xml version="1.0"?><!-- <a> -- <b> --><a b="/>" c=\'"\'><b/><c>x</c ><![CDATA[<d>]]]></a>')).toBe(3)
  for (const xml of ['<a', '<a b="', '<a <b>', '<!-- -', '<!DOCTYPE a [<!ENTITY b "c">]><a/>', '<![CDATA['])
    expect(() => count(xml), xml).toThrow()
  expect(() => countXml(strToU8('<a></a>'.repeat(101)), 100)).toThrow(TooComplex)
  expect(countXml(strToU8('<a></a>'.repeat(100)), 100)).toBe(100)
})

const exchange = {
  ...{ original: 'harbour.mp4', sourceLanguage: 'en', targetLanguage: 'es', limit: 84 },
  frameRate: { num: 25, den: 1 },
}
const cue = (id: string, start: number, text: string) => makeCue(id, start, start + 900, text)
const source = cueList([cue('s1', 0, '<i>Good</i> morning'), cue('s2', 1000, 'Goodbye'), cue('s3', 2000, 'Well')])
const spanish = [cue('a', 0, 'Buenos días'), cue('b', 1000, ''), cue('c', 2000, '')]

const sent = (kind: ReviewKind, cues = spanish) =>
  writeReviewFile({
    ...{ kind, title: 't', heads: reviewHeads.en, cues, source, order: 'source_first', exchange },
    commentOf: () => '',
  })
const back = async (text: BlobPart, name: string, other: CueList | undefined = source) =>
  readReviewFile({
    ...{ file: new File([text], name), cues: spanish, source: other, order: 'source_first' },
    ...{ sourceLanguage: 'en', targetLanguage: 'es' },
  })
const changes = (read: ReadReview, withConflicts = false) =>
  'plan' in read ? read.plan(cueList(spanish), withConflicts)?.changed.map(({ id, after }) => [id, after]) : read.fault

test('a file for translation programs comes back with what was translated', async () => {
  for (const kind of ['xliff1', 'xliff2'] as const) {
    const text = await (await sent(kind)).text()
    expect(text).toContain('Goodbye')
    const translated = text.replace(/(<source>Goodbye<\/source>\n)/, '$1<target>Adiós</target>')
    expect(changes(await back(translated, 'x.xlf'))).toEqual([['b', 'Adiós']])
  }
  expect(changes(await back('WEBVTT', 'x.xliff'))).toBe('no_xliff')
})

test('a memory fills the lines without a text, and others only by choice', async () => {
  const memory = await (await sent('tmx', [cue('a', 0, 'Hola'), cue('b', 1000, 'Adiós'), cue('c', 2000, '')])).text()
  expect(changes(await back(memory, 'x.tmx'))).toEqual([['b', 'Adiós']])
  expect(changes(await back(memory, 'x.tmx'), true)).toEqual([
    ['a', 'Hola'],
    ['b', 'Adiós'],
  ])
  const wide = new Uint16Array([0xfeff, ...Array.from(memory, (letter) => letter.charCodeAt(0))])
  expect(changes(await back(wide, 'x.tmx'))).toEqual([['b', 'Adiós']])
  expect(changes(await back('WEBVTT', 'x.tmx'))).toBe('no_tmx')
})

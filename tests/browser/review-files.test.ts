import { strToU8, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { TooBig, unpacked } from '#workers/review/archive.ts'
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

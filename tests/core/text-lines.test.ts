import { describe, expect, test } from 'vitest'
import type { ReadText } from '#core/media/read-text.ts'
import { textLines, textOf } from '#core/media/text-lines.ts'
import { withoutRises } from '#core/media/text-rises.ts'

const read = (start: number, end: number, text: string, confidence = 0.95): ReadText => ({
  start,
  end,
  rows: text.split('\n').map((row, index) => ({
    box: { x: 0.2 + row.length / 100, y: 0.2 + index * 0.4, width: 0.4, height: 0.3 },
    words: [],
    text: row,
    confidence,
  })),
})

test('each line once, by its surest reading, in its own script', () => {
  const lines = textLines(
    [
      read(0, 1000, '今天的天气真不错\nThe weather is fine'),
      read(1000, 1400, '今天的天汽真不错\nThe weather is fine', 0.7),
      read(1400, 1500, 'M山', 0.2),
      read(2000, 3000, '好'),
      read(3300, 4000, '好'),
    ],
    'zh_cn',
  )
  expect(lines.map((line) => [line.start, line.end, textOf(line)])).toEqual([
    [0, 1400, '今天的天气真不错'],
    [2000, 3000, '好'],
    [3300, 4000, '好'],
  ])
  const foreign = [
    read(0, 900, 'And what is it?'),
    read(1000, 2000, 'No'),
    read(2000, 2400, 'Never'),
    read(3000, 3500, 'hm 公'),
  ]
  expect(textLines(foreign, 'ru')).toEqual([])
})

test('a mixture of two lines at their change is none, nor is the rest of one that goes, and what a misread word is in stays', () => {
  const change = [
    read(0, 2000, 'Wer kommt heute?'),
    read(1920, 2080, 'Wer nie'),
    read(2080, 4000, 'Wir kommen nie an'),
    read(4000, 4400, 'Ja'),
    read(4400, 6000, 'So ist es'),
    read(5960, 6120, 'So i'),
    read(7000, 8000, 'Danke'),
  ]
  expect(textLines(change, 'de').map((line) => [line.start, line.end, textOf(line)])).toEqual([
    [0, 2000, 'Wer kommt heute?'],
    [2000, 4000, 'Wir kommen nie an'],
    [4000, 4400, 'Ja'],
    [4400, 6000, 'So ist es'],
    [7000, 8000, 'Danke'],
  ])
  const [row] = read(0, 1000, 'kannst du mir helXen', 0.5).rows
  const words = (confidence: number) =>
    ['kannst', 'du', 'mir', 'helXen'].map((text) => ({ text, confidence: text === 'helXen' ? 0.1 : confidence }))
  const lines = (confidence: number) =>
    textLines(row ? [{ start: 0, end: 1000, rows: [{ ...row, words: words(confidence) }] }] : [], 'de')
  expect(lines(0.9)).toHaveLength(1)
  expect(lines(0.6)).toHaveLength(0)
})

describe('lines that differ in a letter', () => {
  const other = (start: number, end: number, text: string): ReadText => ({ ...read(start, end, text), isOther: true })
  const said = (...texts: ReadText[]): string[] =>
    textLines(texts, 'en').map((line) => `${line.start}-${line.end} ${textOf(line)}`)

  test.each([
    ['Born in 1949', 'Born in 1950'],
    ['He is in the car', 'He is on the car'],
    ['Wait for room 1', 'Wait for room 2'],
  ])('%s, %s', (one, two) => {
    const both = [`0-2000 ${one}`, `2000-4000 ${two}`]
    expect(said(read(0, 2000, one), other(2000, 4000, two))).toEqual(both)
    // Each line read twice: readings of one line are one.
    expect(said(read(0, 900, one), read(900, 2000, one), other(2000, 2900, two), read(2900, 4000, two))).toEqual(both)
    // The same strokes: one of both was misread.
    expect(said(read(0, 2000, one), read(2000, 4000, two))).toHaveLength(1)
  })

  test('the same letters are one line, and so is a text that was read otherwise for a moment', () => {
    expect(said(read(0, 2000, 'Wait for me.'), other(2000, 4000, 'wait for me'))).toHaveLength(1)
    const moment = [read(0, 2000, 'Wait for me'), other(2000, 2300, 'Wait for we'), other(2300, 4000, 'Wait for me')]
    expect(said(...moment)).toEqual(['0-4000 Wait for me'])
  })

  test('a reading without the first capital is the same line, another first word is not', () => {
    expect(said(read(0, 400, '"Los primeros botes'), other(400, 3000, 'os primeros botes'))).toHaveLength(1)
    expect(said(read(0, 2000, 'He is in the car'), other(2000, 4000, 'She is in the car'))).toHaveLength(2)
  })

  test('where a mixture of both was read between them, they are two all the same', () => {
    const mixed = [read(0, 2000, 'Room 11'), other(2000, 2100, 'zoom 1'), read(2100, 4000, 'Room 12')]
    expect(said(...mixed)).toEqual(['0-2000 Room 11', '2000-4000 Room 12'])
  })
})

test('of several readings of a line that which was read most often, with its blanks', () => {
  const often = [
    read(0, 1500, 'Where did she g0', 0.9),
    read(1500, 2000, 'Where did she go', 0.9),
    read(2000, 2600, 'Wheredid she go', 0.9),
    read(2600, 3200, 'Where did she go', 0.9),
  ]
  expect(textLines(often, 'en').map(textOf)).toEqual(['Where did she go'])
  const blanks = [
    read(0, 900, '여섯 시에 떠나요', 0.95),
    read(900, 1900, '여섯 시 에 떠나요', 0.8),
    read(1900, 2900, '여섯 시에 떠나요', 0.95),
  ]
  expect(textLines(blanks, 'ko').map((line) => [line.start, line.end, textOf(line)])).toEqual([
    [0, 2900, '여섯 시에 떠나요'],
  ])
})

describe('rows that rise through the picture', () => {
  /** `0-200:Anna@5,Bob@8` are milliseconds, rows and how many tenths of the picture's height they are from its top. */
  const shown = (notation: string): string => {
    const texts = notation.split(' ').map((part): ReadText => {
      const [, start, end, rows = ''] = /^(\d+)-(\d+):(.*)$/.exec(part) ?? []
      return {
        start: Number(start),
        end: Number(end),
        rows: rows.split(',').map((row) => {
          const [text = '', y] = row.split('@')
          return { box: { x: 0.2, y: Number(y) / 10, width: 0.4, height: 0.2 }, words: [], text, confidence: 0.9 }
        }),
      }
    })
    const { stands, rolls } = withoutRises(texts)
    return [
      ...stands.map((text) => `${text.start} ${textOf(text).replaceAll('\n', '/')}`),
      ...rolls.map(({ start, end }) => `rolls ${start}-${end}`),
    ].join('; ')
  }

  test.each([
    [
      'credits after a line',
      '0-2000:Good@8 2500-2700:Anna@8 2700-2900:Anna@7 3000-3200:Anna@6,Robert@8 3200-3400:Robert@7',
      '0 Good; rolls 2500-3400',
    ],
    ['seen too seldom', '0-200:Anna@8 200-400:Anna@7 400-600:Bob@8', '0 Anna; 200 Anna; 400 Bob'],
    ['to and fro', '0-200:Anna@8 200-400:Anna@7 400-600:Anna@8 600-800:Anna@7', '0 Anna; 200 Anna; 400 Anna; 600 Anna'],
    [
      'captions that roll up by a row',
      '0-900:Anna@8 900-1800:Anna@6,Robert@8 1800-2700:Robert@6,Maria@8 2700-3600:Maria@6,Peter@8',
      '0 Anna; 900 Anna/Robert; 1800 Robert/Maria; 2700 Maria/Peter',
    ],
    [
      'a line that stands',
      '0-300:Anna@8 300-600:Anna@8 600-900:Anna@8 900-1200:Anna@8',
      '0 Anna; 300 Anna; 600 Anna; 900 Anna',
    ],
  ])('%s', (_, notation, expected) => expect(shown(notation)).toBe(expected))
})

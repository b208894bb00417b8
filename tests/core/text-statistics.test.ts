import { describe, expect, test } from 'vitest'
import { textStatistics } from '#core/subtitle/text/statistics.ts'

describe('statistics', () => {
  test.each([
    ['Hello, world', 12, 11, 6, 2],
    ['<i>Hello</i>\n{\\an8}you', 8, 8, 4, 2],
    ['你好，世界', 5, 5, 5, 2],
    ['ＡＢC 12', 6, 5, 4, 2],
    ['안녕 하세요', 6, 5, 5.5, 2],
    ['e\u0301te\u0301', 3, 3, 1.5, 1],
    ['👩‍👩‍👧 ok', 4, 3, 2.5, 2],
    ['\u200fשלום', 4, 4, 2, 1],
    ['', 0, 0, 0, 0],
  ])('%j', (text, characters, withoutBlanks, fullWidths, words) => {
    const found = textStatistics(text)
    expect([found.characters, found.charactersWithoutBlanks, found.fullWidths, found.words]).toEqual([
      characters,
      withoutBlanks,
      fullWidths,
      words,
    ])
  })
})

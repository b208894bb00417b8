import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { makeCue } from '#core/subtitle/cue/cue.ts'
import { isSpread, type SpokenWord, spokenWords, wordAt } from '#core/subtitle/cue/spoken-words.ts'

const said = (text: string, known: readonly [offset: number, start: number][] = []): SpokenWord[] =>
  spokenWords(
    makeCue('a', 1000, 2000, text),
    known.map(([offset, start]) => ({ offset, start })),
  )
const show = (text: string, words: readonly SpokenWord[]): string =>
  words
    .map(({ from, to, start, end, isSpread: is }) => `${text.slice(from, to)}@${start}-${end}${is ? '~' : ''}`)
    .join(' ')

describe('the words of a line', () => {
  test.each<[string, string, [number, number][], string]>([
    [
      'with all times',
      'one two',
      [
        [0, 1100],
        [4, 1500],
      ],
      'one@1100-1500 two@1500-2000',
    ],
    ['with none are spread by letters', 'one seven77', [], 'one@1000-1300~ seven77@1300-2000~'],
    [
      'with some are spread between them',
      'one two six ten',
      [
        [0, 1000],
        [12, 1600],
      ],
      'one@1000-1200 two@1200-1400~ six@1400-1600~ ten@1600-2000',
    ],
    ['before the first known one', 'one two', [[4, 1500]], 'one@1000-1500~ two@1500-2000'],
    [
      'have no tags around them',
      '<i>one two</i>',
      [
        [3, 1000],
        [7, 1500],
      ],
      'one@1000-1500 two@1500-2000',
    ],
    ['keep tags inside', 'o<b>n</b>e two', [[0, 1000]], 'o<b>n</b>e@1000-1500 two@1500-2000~'],
    [
      'over rows, with marks that stand alone',
      '- one!\n- two',
      [
        [2, 1000],
        [9, 1500],
      ],
      'one!@1000-1500 two@1500-2000',
    ],
    [
      'of Chinese are words, not signs',
      '我们去看海',
      [
        [0, 1000],
        [1, 1200],
        [2, 1400],
        [3, 1600],
        [4, 1800],
      ],
      '我们@1000-1400 去@1400-1600 看海@1600-2000',
    ],
    ['of a text without letters are none', '♪ – ♪', [], ''],
  ])('%s', (_, text, known, expected) => {
    expect(show(text, said(text, known))).toBe(expected)
  })

  test('are told apart from those that are only spread', () => {
    expect(isSpread(said('one two'))).toBe(true)
    expect(isSpread(said('one two', [[4, 1500]]))).toBe(false)
    expect(isSpread([])).toBe(false)
  })

  test('fill the line from the first on, in order, for any text and times', () => {
    const times = fc.array(fc.tuple(fc.nat(60), fc.integer({ min: 0, max: 4000 })), { maxLength: 12 })
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', 'é', ' ', '\n', '海', '<i>', '</i>', '-', '{\\b1}'), maxLength: 40 }),
        times,
        (text, known) => {
          const words = said(
            text,
            known.sort((a, b) => a[0] - b[0]),
          )
          for (const [at, { from, to, start, end }] of words.entries()) {
            expect(from).toBeLessThan(to)
            expect(start).toBeGreaterThanOrEqual(words[at - 1]?.end ?? 1000)
            expect(end).toBeGreaterThanOrEqual(start)
            expect(end).toBe(words[at + 1]?.start ?? 2000)
            if (end > start) expect(wordAt(words, start)).toBe(words[at])
          }
          expect(wordAt(words, 2000)).toBeUndefined()
        },
      ),
    )
  })
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { spansBetween, speechPieces } from '#core/speech/chunks.ts'
import { balanceText, wrapText } from '#core/subtitle/text/balance.ts'
import { plainText } from '#core/subtitle/text/markup.ts'
import { defaultCueRules, unspacedCueRules, wordsToCues } from '#core/speech/cues.ts'
import type { Word } from '#core/speech/words.ts'
import { sequentialIds } from '#core/subtitle/cue/cue.ts'

const say = (line: string): Word[] =>
  [...line.matchAll(/(\S+)@(\d+)-(\d+)/g)].map(([, text, start, end]) => ({
    text: text!,
    start: Number(start),
    end: Number(end),
  }))
const lines = (words: Word[]): string =>
  wordsToCues(words, defaultCueRules, sequentialIds('c'))
    .map(({ start, end, text }) => `${start}-${end} ${text}`)
    .join(' | ')

describe('words to lines', () => {
  test.each([
    ['', ''],
    ['hello@1000-1400 there@1450-1900', '1000-2020 hello there'],
    ['one.@0-900 two@1000-1900', '0-917 one. | 1000-2020 two'],
    ['one@0-900 two@1500-1900', '0-1020 one | 1500-2333 two'],
    ['one@0-100', '0-833 one'],
    // The gap goes before the last sound where talk goes on at once.
    ['one.@0-900 two@900-1900', '0-817 one. | 900-2020 two'],
  ])('%s', (words, expected) => {
    expect(lines(say(words))).toBe(expected)
  })

  test('never overlap, lose no word and keep to the rules', () => {
    const word = fc.tuple(fc.stringMatching(/^[a-z]{1,12}[.,?]?$/), fc.nat(1500), fc.integer({ min: 50, max: 900 }))
    fc.assert(
      fc.property(fc.array(word, { maxLength: 60 }), (parts) => {
        let at = 0
        const words = parts.map(([text, gap, length]) => {
          const start = at + gap
          at = start + length
          return { text, start, end: at }
        })
        const cues = wordsToCues(words, defaultCueRules, sequentialIds('c'))
        expect(cues.map((cue) => cue.text.replaceAll('\n', ' ')).join(' ')).toBe(
          words.map(({ text }) => text).join(' '),
        )
        for (const [index, cue] of cues.entries()) {
          expect(cue.end).toBeGreaterThan(cue.start)
          const last = cues[index - 1]
          if (last) expect(cue.start - last.end).toBeGreaterThanOrEqual(Math.min(83, cue.start - last.start - 1))
          expect(cue.text.split('\n').length).toBeLessThanOrEqual(2)
          for (const line of cue.text.split('\n')) expect(line.length).toBeLessThanOrEqual(42)
        }
      }),
    )
  })
})

describe('laying out a text', () => {
  test.each([
    ['short', 'short'],
    ['a'.repeat(60), 'a'.repeat(60)],
  ])('%s', (text, expected) => {
    expect(balanceText(text, 42, false)).toBe(expected)
  })

  test.each([
    'they want to know about the weather / and the price of fish',
    'This is an example video / for your convenience and pleasure.',
    'When the harbour opens in winter, / the boats leave later.',
    "but I don't think / you're saying what you mean.",
    'because they told him / he played a wrong note.',
    'He’s great. He’s gonna open / his own jazz club, you know that.',
    'Ich weiß wirklich nicht mehr, / ob der Hafen heute offen ist.',
    'Nous avons attendu le bateau / sur le quai pendant une heure.',
    'Мы ждали этот корабль в порту, / но он так и не пришёл сегодня.',
  ])('where a reader pauses: %s', (text) => {
    expect(balanceText(text.replace(' / ', ' '), 42, false).replace('\n', ' / ')).toBe(text)
  })

  test('nothing is lost, no row is too long, and there are no more rows than needed', () => {
    const words = fc.constantFrom(
      'a',
      'the',
      'of',
      'and',
      'harbour,',
      'Go.',
      "don't",
      '<i>boats</i>',
      'convenience',
      '…',
    )
    fc.assert(
      fc.property(fc.array(words, { minLength: 1, maxLength: 60 }), fc.integer({ min: 11, max: 50 }), (said, max) => {
        const rows = balanceText(said.join(' '), max, false).split('\n')
        expect(rows.join(' ')).toBe(said.join(' '))
        expect(rows).toHaveLength(wrapText(said.join(' '), max, false).length)
        for (const row of rows) expect(plainText(row).length).toBeLessThanOrEqual(max)
      }),
    )
  })

  test('between words where there are no blanks', () => {
    const text = '空间里面他绝对赢不了的我进去帮他你们接着善后'
    expect(wrapText(text, 16, true).map((line) => line.length)).toEqual([16, 6])
    expect(
      balanceText(text, unspacedCueRules.maxLineLength, true)
        .split('\n')
        .map((line) => line.length),
    ).toEqual([11, 11])
  })

  test('a line of a script without blanks never breaks inside a letter or a foreign word', () => {
    for (const text of ['今日👨‍👩‍👧‍👦は🇯🇵がんばる', 'か\u3099き\u3099く\u3099けこ', '今日naïve\u0301な人']) {
      const whole = new Set(Array.from(new Intl.Segmenter('und').segment(text), ({ segment }) => segment))
      for (let max = 1; max < 12; max++) {
        const lines = wrapText(text, max, true)
        expect(lines.join('')).toBe(text)
        for (const line of lines)
          for (const { segment } of new Intl.Segmenter('und').segment(line)) expect(whole).toContain(segment)
        if (text.includes('na')) expect(lines.some((line) => line.includes('naïve\u0301'))).toBe(true)
      }
    }
  })
})

test('pieces hold all speech, end in pauses, and leave long silence out', () => {
  const span = (start: number, end: number) => ({ start, end })
  const spoken = [span(1000, 9500), span(10_000, 22_000), span(22_500, 30_000), span(60_000, 61_000)]
  expect(speechPieces(spoken, 62_000, { target: 20_000, most: 30_000 })).toEqual([
    span(750, 22_250),
    span(22_250, 30_250),
    span(59_750, 61_250),
  ])
  const endless = speechPieces([span(0, 70_000)], 70_000, { target: 20_000, most: 30_000 })
  expect(endless.map(({ start, end }) => [start, end])).toEqual([
    [0, 23_333],
    [23_333, 46_667],
    [46_667, 70_000],
  ])
  expect(spansBetween([span(0, 100), span(500, 700)], 1000)).toEqual([span(100, 500), span(700, 1000)])
  expect(speechPieces([], 1000, { target: 20_000, most: 30_000 })).toEqual([])
})

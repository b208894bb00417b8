import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type InkPiece, withClauseBlanks, withSeenStops, wordsInGaps } from '#core/media/text-gaps.ts'
import type { PlacedPart } from '#core/media/text-spaces.ts'

const [LETTER, GAP, BLANK, HEIGHT] = [10, 3, 10, 30]
const box = { x: 0, y: 0, width: 1000, height: HEIGHT }

/** Signs beside each other from the left, with more room where a blank is; one piece of ink each. */
function signs(text: string): { parts: PlacedPart[]; pieces: InkPiece[] } {
  const parts: PlacedPart[] = []
  let x = 0
  for (const sign of text) {
    if (sign === ' ') x += BLANK - GAP
    else {
      parts.push({ text: sign, confidence: 0.9, x, width: LETTER })
      x += LETTER + GAP
    }
  }
  return { parts, pieces: parts.map(({ x: left, width }) => ({ x: left, width, top: 0, bottom: HEIGHT })) }
}

test('in Thai a blank is where signs stand as far apart as clauses, and nowhere else', () => {
  const clause = fc.stringMatching(/^[กขคงจนบปมยรลวสอ]{2,6}$/u)
  fc.assert(
    fc.property(fc.array(clause, { minLength: 1, maxLength: 4 }), (clauses) => {
      const text = clauses.join(' ')
      const { parts, pieces } = signs(text)
      const read = withClauseBlanks(parts, pieces, box).map((part) => part.text)
      expect(read.join('')).toBe(text)
    }),
  )
})

const UNJOINED = /[اأردذوزة]/u

/** Words from right to left: letters that join are one piece of ink. `joined` are read as one word with the next one. */
function arabic(words: readonly string[], joined: readonly boolean[]) {
  let right = 900
  const parts: PlacedPart[] = []
  const pieces: InkPiece[] = []
  for (const [at, word] of words.entries()) {
    const begin = right
    for (const piece of word.split(new RegExp(`(?<=${UNJOINED.source})`, 'u'))) {
      const width = [...piece].reduce((sum, letter) => sum + (/[األ]/u.test(letter) ? LETTER / 2 : LETTER), 0)
      pieces.unshift({ x: right - width, width, top: 0, bottom: HEIGHT })
      right -= width + GAP
    }
    right += GAP
    const own = { text: word, confidence: 0.9, x: right, width: begin - right }
    const last = parts.at(-1)
    if (last && joined[at - 1] === true)
      parts[parts.length - 1] = { ...last, text: last.text + word, x: right, width: last.x + last.width - right }
    else parts.push(own)
    right -= BLANK
  }
  const x = pieces[0]?.x ?? 0
  return { parts, pieces, whole: { ...box, x, width: 900 - x } }
}

test.each([
  ['لا أعرف', [true]],
  ['لا تقلق كل شيء', [true, false, false]],
  ['يا لها من حديقة', [true, false, false]],
  ['هو نفسه أخبرني', [true, false]],
  ['أريد كوبا من الماء', [false, false, false]],
])('words of Arabic whose blank was dropped are two: %s', (text, joined) => {
  const { parts, pieces, whole } = arabic(text.split(' '), joined)
  expect(wordsInGaps(parts, pieces, whole).map((word) => word.text)).toEqual(text.split(' '))
})

test('no word of Arabic is cut where the engine saw all blanks, however it places them', () => {
  const word = fc.constantFrom('الباب', 'وردة', 'قرر', 'من', 'دار', 'مدرسة', 'أراد', 'زرت')
  fc.assert(
    fc.property(fc.array(fc.tuple(word, fc.integer({ min: -8, max: 8 })), { minLength: 1, maxLength: 6 }), (drawn) => {
      const words = drawn.map(([text]) => text)
      const { parts, pieces, whole } = arabic(words, [])
      const moved = parts.map((part, at) => ({ ...part, x: part.x + (drawn[at]?.[1] ?? 0) }))
      expect(wordsInGaps(moved, pieces, whole).map(({ text }) => text)).toEqual(words)
    }),
  )
})

test.each([
  ['غدا..', 1, 'غدا.'],
  ['غدا...', 3, 'غدا...'],
  ['غدا..', 3, 'غدا...'],
  ['غدا..', 0, 'غدا..'],
  ['غدا', 1, 'غدا'],
])('%s with %i dots at its left edge is %s', (text, stops, right) => {
  const dots = Array.from({ length: stops }, (_, at) => ({ x: at * 6, width: 3, top: 24, bottom: 27 }))
  const letter = { x: 30, width: 4, top: 2, bottom: 27 }
  const [word] = withSeenStops([{ text, confidence: 0.9 }], [...dots, letter], box)
  expect(word?.text).toBe(right)
})

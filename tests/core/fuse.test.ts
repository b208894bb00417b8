import fc from 'fast-check'
import { expect, test } from 'vitest'
import { defaultCueRules as rules, wordsToCues } from '#core/speech/cues.ts'
import { fuseLines } from '#core/speech/fuse.ts'
import type { Word } from '#core/speech/words.ts'
import { type Cue, makeCue, sequentialIds } from '#core/subtitle/cue/cue.ts'

/** `at` and how long, in milliseconds. */
const word = (text: string, at: number, confidence?: number): Word => ({
  ...{ text, start: at, end: at + 300 },
  ...(confidence === undefined ? {} : { confidence }),
})

const fuse = (lines: readonly Cue[], words: readonly Word[]) => fuseLines(lines, words, rules, sequentialIds('s'))

test('what was read keeps its words and times, and what was heard where nothing was read is added', () => {
  const lines = [makeCue('a', 1000, 3000, 'Good morning, Ms Baker'), makeCue('b', 4000, 5000, 'Closed on Mondays')]
  const heard = [
    ...[word('good', 1150), word('morning', 1400), word('miss', 1800), word('baker', 2000)],
    ...[word('anybody', 4100), word('here', 4500), word('goodbye', 7000), word('then', 7400)],
  ]
  expect(
    fuse(lines, heard).map(({ cue, origin, heard: other }) => [cue.start, cue.end, cue.text, origin, other]),
  ).toEqual([
    [1000, 3000, 'Good morning, Ms Baker', 'both', ''],
    [4000, 5000, 'Closed on Mondays', 'differs', 'anybody here'],
    [7000, 7833, 'goodbye then', 'speech', ''],
  ])
})

test.each([
  ['a scrap between two lines', [word('ass', 2100)]],
  ['two words in half a second', [word('and', 2010), word('so', 2200)]],
  ['one word by itself', [word('way', 9000)]],
  ['words that nobody is sure of', [word('the', 9000, 0.2), word('way', 9400, 0.3)]],
])('%s is no line', (_, words) => {
  const lines = [makeCue('a', 1000, 2000, 'The names of things'), makeCue('b', 2450, 4000, 'are all we have')]
  expect(fuse(lines, words).map(({ cue }) => cue)).toEqual(lines)
})

test('where nothing was read, all that was heard', () => {
  const words = [word('no', 500), word('never', 4000)]
  expect(fuse([], words).map(({ cue }) => cue)).toEqual(wordsToCues(words, rules, sequentialIds('s')))
})

const anyLines = fc
  .array(
    fc.tuple(fc.nat(4000), fc.integer({ min: 40, max: 3000 }), fc.constantFrom('so it is', 'not at all', 'well')),
    {
      minLength: 1,
      maxLength: 8,
    },
  )
  .map((parts) => {
    let at = 0
    return parts.map(([pause, length, text], index) => {
      const start = at + pause
      at = start + length
      return makeCue(`r${index}`, start, at, text)
    })
  })

const anyWords = fc
  .array(
    fc.tuple(
      fc.nat(900),
      fc.integer({ min: 60, max: 600 }),
      fc.constantFrom('so', 'it', 'is', 'well', 'anyhow', 'today'),
      fc.double({ min: 0, max: 1, noNaN: true }),
    ),
    { maxLength: 40 },
  )
  .map((parts) => {
    let at = 0
    return parts.map(([pause, length, text, confidence]): Word => {
      const start = at + pause
      at = start + length
      return { text, start, end: at, confidence }
    })
  })

test('no line of the picture is changed, and speech has a gap, two words and its least duration', () => {
  fc.assert(
    fc.property(anyLines, anyWords, (lines, words) => {
      const fused = fuse(lines, words)
      expect(fused.filter(({ origin }) => origin !== 'speech').map(({ cue }) => cue)).toEqual(lines)
      for (const [index, { cue, origin }] of fused.entries()) {
        const before = fused[index - 1]?.cue.end ?? 0
        expect(cue.start).toBeGreaterThanOrEqual(before)
        if (origin !== 'speech') continue
        expect(cue.end - cue.start).toBeGreaterThanOrEqual(rules.minDurationMs)
        expect(cue.text.split(/\s/).length).toBeGreaterThanOrEqual(2)
      }
    }),
  )
})

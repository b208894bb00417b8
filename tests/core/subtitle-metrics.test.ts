import fc from 'fast-check'
import { expect, test } from 'vitest'
import { limitsOf, profiles } from '#core/checks/profiles.ts'
import { breakEdits } from '#core/metrics/break-edits.ts'
import { subtitleMetrics } from '#core/metrics/subtitle-metrics.ts'
import { subtitleEdits } from '#core/metrics/suber.ts'
import { type Cue, makeCue } from '#core/subtitle/cue/cue.ts'

/** Cues of `1-3 one two / three | 4-5 four`: times in seconds, rows parted by `/`. */
const cuesOf = (text: string): Cue[] =>
  text
    .split('|')
    .filter((part) => part.trim() !== '')
    .map((part, at) => {
      const [, start, end, words = ''] = /^\s*([\d.]+)-([\d.]+) ?(.*?)\s*$/.exec(part) ?? []
      return makeCue(`c${at}`, 1000 * Number(start), 1000 * Number(end), words.replaceAll(' / ', '\n'))
    })

test.each([
  ['1-3 One, two / three', '1-3 one two / three', 0, 5],
  ['1-3 one two three', '1-3 one two / three', 1, 5],
  ['1-3 one too / three', '1-3 one two / three', 1, 5],
  // A break takes the place of a break, and never of a word.
  ['1-2 one two | 2-3 three', '1-3 one two / three', 1, 5],
  // The same words at another time are none of them.
  ['5-6 one two', '1-2 one two', 6, 3],
  // What stands elsewhere is one edit.
  ['1-9 d e f a b c', '1-9 a b c d e f', 1, 7],
  ['', '1-2 one two', 3, 3],
  ['1-2 one two', '', 3, 0],
])('%s against %s: %i edits of %i', (ours, reference, edits, tokens) => {
  expect(subtitleEdits(cuesOf(ours), cuesOf(reference))).toEqual({ edits, tokens })
})

test.each([
  ['1-3 any two / rows here', '1-3 one two / three four', 0],
  ['1-3 one two three / four', '1-3 one two / three four', 1],
  ['7-8 one two | 8-9 three four', '1-3 one two / three four', 1],
])('breaks of %s against %s: %i edits', (ours, reference, edits) => {
  expect(breakEdits(cuesOf(ours), cuesOf(reference)).edits).toBe(edits)
})

const texts = fc.array(fc.constantFrom('a', 'b', 'C.', '\n', 'd'), { minLength: 1, maxLength: 6 })
const subtitles = fc.array(fc.tuple(fc.nat(900), fc.integer({ min: 100, max: 2000 }), texts), { maxLength: 6 })
const made = subtitles.map((all) => {
  let at = 0
  return all.map(([gap, length, words], index) => {
    const start = at + gap
    at = start + length
    return makeCue(`c${index}`, start, at, words.join(' ').replaceAll(' \n ', '\n').trim() || 'x')
  })
})

test('nothing is wrong with a text against itself, and a shorter text lacks at least what it has less', () => {
  fc.assert(
    fc.property(made, made, (ours, reference) => {
      expect(subtitleEdits(reference, reference).edits).toBe(0)
      expect(breakEdits(reference, reference).edits).toBe(0)
      const [{ edits, tokens }, own] = [subtitleEdits(ours, reference), subtitleEdits(ours, ours).tokens]
      expect(edits).toBeGreaterThanOrEqual(Math.abs(tokens - own))
      expect(edits).toBeLessThanOrEqual(tokens + own)
    }),
  )
})

test('lines with an error or a warning are not within the profile', () => {
  const limits = limitsOf(profiles.netflix, { language: 'en' })
  const reference = cuesOf('1-3 Good morning. | 4-4.2 Read this line in no time at all.')
  expect(subtitleMetrics(reference, reference, limits)).toEqual({
    ...{ words: 10, wrong: 0, wer: 0, suber: 0, breaks: 0 },
    within: 0.5,
  })
})

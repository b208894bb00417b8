import fc from 'fast-check'
import { expect, test } from 'vitest'
import { matchWords } from '#core/media/match-words.ts'
import { type Cue, makeCue } from '#core/subtitle/cue/cue.ts'
import type { CueWords } from '#core/subtitle/formats/cue-words.ts'

/** Talk without a pause, as an audiobook's: a vocabulary of 400 words, in lines of four to nine. */
const talk = fc.tuple(fc.nat(1_000_000), fc.integer({ min: 30, max: 60 })).map(([seed, count]) => {
  let state = seed
  const next = (below: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return (state >> 8) % below
  }
  return Array.from({ length: count }, () => Array.from({ length: 4 + next(6) }, () => `w${next(400)}`))
})

const WORD_MS = 350

/** What a recognition heard of it: every third word wrong, all times exact. */
function heardOf(lines: readonly (readonly string[])[]): CueWords[] {
  let time = 2000
  let count = 0
  return lines.map((line, at) => {
    const start = time
    let text = ''
    const words = line.map((word) => {
      const entry = { offset: text.length, start: time }
      text += `${++count % 3 === 0 ? 'misheard' : word} `
      time += WORD_MS
      return entry
    })
    return { cue_id: `h${at}`, start, end: time, text, words }
  })
}

function cuesOf(lines: readonly (readonly string[])[], scale: number, offset: number): Cue[] {
  let time = 2000
  const back = (ms: number): number => Math.round((ms - offset) / scale)
  return lines.map((line, at) => {
    const start = time
    time += line.length * WORD_MS
    return makeCue(`c${at}`, back(start), back(time), line.join(' '))
  })
}

test.each([
  [1, 0],
  [1, -1500],
  [25 / 24, -2604],
  [24 / 25, 60_000],
  [24_000 / 1001 / 25, 3_600_000],
])('lines at a speed of %f and %i ms away are found by the words heard, in talk without pauses', (scale, offset) => {
  fc.assert(
    fc.property(talk, (lines) => {
      const cues = cuesOf(lines, scale, offset)
      const found = matchWords(cues, heardOf(lines))
      const off = cues.map(({ start }) =>
        Math.abs(start * ((found?.scale ?? 0) - scale) + (found?.offset ?? 0) - offset),
      )
      expect(Math.max(...off)).toBeLessThan(200)
    }),
    { numRuns: 20 },
  )
})

test('nothing is found for other lines, a few lines, or those of a film with a break', () => {
  fc.assert(
    fc.property(talk, talk, (lines, others) => {
      fc.pre(JSON.stringify(lines) !== JSON.stringify(others))
      const different = others.map((line) => line.map((word) => `x${word}`))
      expect(matchWords(cuesOf(different, 1, 0), heardOf(lines))).toBeUndefined()
      expect(matchWords(cuesOf(lines, 1, 0).slice(0, 1), heardOf(lines))).toBeUndefined()
      const half = lines.length >> 1
      const late = cuesOf(lines, 1, 0).map((cue, at) =>
        at < half ? cue : { ...cue, start: cue.start + 40_000, end: cue.end + 40_000 },
      )
      const match = matchWords(late, heardOf(lines))
      // One half may have far more of the words than the other.
      if (match)
        expect(match.offset === 0 || Math.abs(match.offset) < 200 || Math.abs(match.offset + 40_000) < 200).toBe(true)
    }),
    { numRuns: 20 },
  )
})

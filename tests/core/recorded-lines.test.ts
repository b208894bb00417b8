import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { matchLines } from '#core/speech/recorded-lines.ts'
import type { Recording } from '#core/speech/recording.ts'

const RATE = 8000

/** Sound by parts of milliseconds: `.` is a pause, `v` a voice. */
function sound(notation: string): Recording {
  const samples: number[] = []
  for (const [, kind, ms] of notation.matchAll(/([.v])(\d+)/g)) {
    for (let left = (Number(ms) * RATE) / 1000; left > 0; left--) {
      const at = samples.length
      samples.push(kind === 'v' ? 0.3 * (0.6 + 0.4 * Math.sin(at / 170)) * Math.sin(at * 0.21) : 0)
    }
  }
  return { samples: Float32Array.from(samples), rate: RATE }
}

/** `300-1100 –`: where each line was found, to 10 ms. */
const found = (notation: string, expected: readonly number[]): string =>
  matchLines(sound(notation), expected)
    .map((line) => (line ? [line.from, line.to].map((at) => Math.round(at / 80) * 10).join('-') : '–'))
    .join(' ')

describe('lines that are read one after the other', () => {
  test.each([
    ['.300 v800 .500 v1200 .400', [800, 1200], '300-1100 1600-2800'],
    // A rest within the second line is shorter than those between lines.
    ['v800 .600 v700 .200 v700 .600 v500', [800, 1600, 500], '0-800 1400-3000 3600-4100'],
    // Read slower than expected.
    ['v1300 .600 v2000 .600 v900', [1000, 1600, 700], '0-1300 1900-3900 4500-5400'],
    // A line was left out, and then a sound belongs to none.
    ['v800 .700 v800', [800, 3000, 800], '0-800 – 1500-2300'],
    ['v800 .700 v4000 .700 v800', [800, 800], '0-800 6200-7000'],
    // A line that was left out takes no part of the next one, which rests within.
    ['v2200 .700 v1500 .200 v900 .700 v1800', [2200, 2100, 2600, 1900], '0-2200 – 2900-5500 6200-8000'],
    [
      'v1800 .750 v2200 .750 v2300 .750 v1800 .200 v800 .750 v1800',
      [2100, 2500, 2600, 2200, 3100, 2000],
      '0-1800 2550-4750 5500-7800 – 8550-11350 12100-13900',
    ],
    ['.900', [800], '–'],
    ['v800', [], ''],
  ])('%s with lines of %j ms', (notation, expected, lines) => {
    expect(found(notation, expected)).toBe(lines)
  })
})

const lengths = fc.array(fc.integer({ min: 500, max: 4000 }), { minLength: 1, maxLength: 6 })

test('law: lines of their expected length, with rests between them, are found where they are', () => {
  fc.assert(
    fc.property(lengths, fc.integer({ min: 600, max: 1500 }), (all, rest) => {
      let at = rest
      const expected = all.map((ms) => {
        const line = `${Math.round(at / 10) * 10}-${Math.round((at + ms) / 10) * 10}`
        at += ms + rest
        return line
      })
      const near = (text: string): number[] => text.split(/[- ]/).map(Number)
      const lines = near(found(`.${rest} ${all.map((ms) => `v${ms} .${rest}`).join(' ')}`, all))
      expect(lines).toHaveLength(2 * all.length)
      for (const [index, ms] of near(expected.join(' ')).entries())
        expect(Math.abs(lines[index]! - ms)).toBeLessThan(30)
    }),
    { numRuns: 40 },
  )
})

test('law: whatever is recorded, stretches are in order, apart, and within it', () => {
  const parts = fc.array(fc.tuple(fc.constantFrom('.', 'v'), fc.integer({ min: 20, max: 900 })), { maxLength: 10 })
  fc.assert(
    fc.property(parts, lengths, (all, expected) => {
      const recording = sound(all.map(([kind, ms]) => kind + ms).join(' '))
      const lines = matchLines(recording, expected)
      expect(lines).toHaveLength(expected.length)
      let last = 0
      for (const line of lines) {
        if (!line) continue
        expect(line.from).toBeGreaterThanOrEqual(last)
        expect(line.to).toBeGreaterThan(line.from)
        last = line.to
      }
      expect(last).toBeLessThanOrEqual(recording.samples.length)
    }),
    { numRuns: 60 },
  )
})

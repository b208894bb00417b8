import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { matchTimes } from '#core/media/match-times.ts'
import type { TimeRange } from '#core/timing/time-range.ts'

/** Lines of ten minutes, as lengths of pauses and lines in tenths of a second. */
const talk = fc
  .array(fc.tuple(fc.integer({ min: 2, max: 90 }), fc.integer({ min: 8, max: 50 })), { minLength: 60, maxLength: 90 })
  .map((parts) => {
    let at = 70_000
    return parts.map(([pause, length]): TimeRange => {
      const start = at + pause * 100
      at = start + length * 100
      return { start, end: at }
    })
  })

const moved = (lines: readonly TimeRange[], scale: number, offset: number): TimeRange[] =>
  lines.map(({ start, end }) => ({ start: (start - offset) / scale, end: (end - offset) / scale }))

/** Speech as it is heard: edges elsewhere by up to 300 ms, some of it missed. */
const heard = (lines: readonly TimeRange[]): TimeRange[] =>
  lines
    .filter((_, at) => at % 7 !== 3)
    .map(({ start, end }, at) => ({ start: start + ((at * 131) % 300), end: end - ((at * 57) % 300) }))

describe('the place of lines', () => {
  test.each([
    ['where they are', 1, 0],
    ['a minute later', 1, 60_000],
    ['a minute sooner', 1, -60_000],
    ['from 25 to 23.976', 25 / (24_000 / 1001), 0],
    ['from 23.976 to 25, and moved', 24_000 / 1001 / 25, 12_340],
  ])('%s is found within 100 ms', (_, scale, offset) => {
    fc.assert(
      fc.property(talk, (lines) => {
        const match = matchTimes(moved(lines, scale, offset), heard(lines))
        expect(match?.scale).toBeCloseTo(scale, 6)
        expect(Math.abs((match?.offset ?? Infinity) - offset)).toBeLessThanOrEqual(100)
      }),
      { numRuns: 5 },
    )
  })

  test('is not found for lines of something else', () => {
    fc.assert(
      fc.property(talk, talk, (lines, others) => {
        fc.pre(JSON.stringify(lines.slice(0, 20)) !== JSON.stringify(others.slice(0, 20)))
        const varied = new Set(others.map(({ start, end }) => end - start)).size > 20
        fc.pre(varied && new Set(lines.map(({ start, end }) => end - start)).size > 20)
        expect(matchTimes(lines, others)).toBeUndefined()
      }),
      { numRuns: 25 },
    )
  })

  test('is not found for a few lines', () => {
    expect(matchTimes([{ start: 0, end: 1000 }], [{ start: 0, end: 1000 }])).toBeUndefined()
  })
})

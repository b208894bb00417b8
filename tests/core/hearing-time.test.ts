import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hearingMinutes } from '#core/speech/hearing-time.ts'

test.each([
  [60_000, 2, 1],
  [3_600_000, 2, 10],
  [3_600_000, 16, 5],
  [0, 1, 1],
])('a recording of %d ms on %d cores takes about %d min', (durationMs, cores, minutes) => {
  expect(hearingMinutes(durationMs, cores)).toBe(minutes)
})

test('a longer recording never takes less, nor does one on fewer cores', () => {
  const length = fc.nat(10_800_000)
  const cores = fc.integer({ min: 1, max: 64 })
  fc.assert(
    fc.property(length, length, cores, cores, (a, b, x, y) => {
      expect(hearingMinutes(a + b, x)).toBeGreaterThanOrEqual(hearingMinutes(a, x))
      expect(hearingMinutes(a, Math.min(x, y))).toBeGreaterThanOrEqual(hearingMinutes(a, Math.max(x, y)))
    }),
  )
})

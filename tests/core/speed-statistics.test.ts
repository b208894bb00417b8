import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addToCurve, heatOf, speedStatistics } from '#core/checks/speed-statistics.ts'
import { evenly } from '#tests/support/evenly.ts'

test('figures of reading speeds', () => {
  const { lines, mean, median, high, most, over } = speedStatistics([10, 20, 30, 12], 17)
  expect([lines, mean, median, high, most, over]).toEqual([4, 18, 20, 30, 30, 2])
  expect(speedStatistics([], 17)).toMatchObject({ lines: 0, mean: 0, median: 0, most: 0, over: 0 })
})

test('every line is in one bin, and the figures are in order', () => {
  fc.assert(
    fc.property(fc.array(evenly(0, 200)), fc.integer({ min: 1, max: 30 }), (speeds, limit) => {
      const { bins, mean, median, high, most, over } = speedStatistics(speeds, limit)
      expect(bins.reduce((sum, n) => sum + n, 0)).toBe(speeds.length)
      expect(median).toBeLessThanOrEqual(high)
      expect(high).toBeLessThanOrEqual(most)
      expect(mean).toBeLessThanOrEqual(most + 1e-9)
      expect(over).toBe(speeds.filter((speed) => speed > limit).length)
    }),
  )
})

test('a curve has the fastest line of each column, and one at least for every line', () => {
  const curve = new Float64Array(10)
  addToCurve(curve, { start: 0, end: 2500 }, 12, 0.001)
  addToCurve(curve, { start: 2000, end: 2100 }, 20, 0.001)
  addToCurve(curve, { start: 9500, end: 99_000 }, 5, 0.001)
  expect([...curve]).toEqual([12, 12, 20, 0, 0, 0, 0, 0, 0, 5])
  expect([heatOf(0, 20), heatOf(20, 20), heatOf(90, 20), heatOf(9, 0)]).toEqual([0, 1, 2, 0])
})

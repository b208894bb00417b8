import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findingShare, startShare, stretchShares, stretchWork } from '#core/media/erase/work.ts'

const clip = fc.record({
  seconds: fc.integer({ min: 1, max: 20_000 }),
  pixels: fc.integer({ min: 64 * 64, max: 3840 * 2160 }),
  follows: fc.boolean(),
})

test('finding is less of the work the more frames show text, and the larger they are', () => {
  fc.assert(
    fc.property(clip, fc.double({ min: 0, max: 0.9, noNaN: true }), (one, share) => {
      const own = findingShare(one, share)
      expect(own).toBeGreaterThan(0)
      expect(own).toBeLessThan(1)
      expect(findingShare(one, share + 0.1)).toBeLessThan(own)
      expect(findingShare({ ...one, seconds: 1000, pixels: one.pixels + 100_000 }, share)).toBeLessThan(
        findingShare({ ...one, seconds: 1000 }, share),
      )
    }),
  )
})

test('shares of a stretch and of the start are in order', () => {
  fc.assert(
    fc.property(clip, (one) => {
      expect(startShare(one)).toBeLessThan(1)
    }),
  )
  for (const follows of [true, false]) {
    const { read, seen } = stretchShares(follows)
    expect([0, read, seen, 1].toSorted((a, b) => a - b)).toEqual([0, read, seen, 1])
  }
  expect(stretchWork(100, 0)).toBe(100)
  expect(stretchWork(100, 100)).toBe(400)
})

import fc from 'fast-check'

/** Numbers evenly spread over a range, ends included: nearly all of `fc.double` are next to 0. */
export function evenly(min: number, max: number): fc.Arbitrary<number> {
  return fc.integer({ min: 0, max: 10_000 }).map((share) => min + (share / 10_000) * (max - min))
}

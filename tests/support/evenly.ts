import fc from 'fast-check'

/** Numbers that are alike often all over a range, its ends too: nearly all of `fc.double` are next to 0. */
export function evenly(min: number, max: number): fc.Arbitrary<number> {
  return fc.integer({ min: 0, max: 10_000 }).map((share) => min + (share / 10_000) * (max - min))
}

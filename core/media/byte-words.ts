/** Four bytes in one number, as `Int32Array` reads them, so that one operation handles all four. */
export const BYTES_PER_WORD = 4
/** The highest bit of each byte, and all other bits. */
export const HIGH_BITS = 0x8080_8080 | 0
export const LOW_BITS = 0x7f7f_7f7f

/** The highest bit of each byte that is at least as large in `a` as in `b`. */
export function highNotSmaller(a: number, b: number): number {
  // No byte borrows from its neighbour: the subtrahend has no highest bit.
  const rest = ((a | HIGH_BITS) - (b & LOW_BITS)) | 0
  return ((rest & ~(a ^ b)) | (a & ~b)) & HIGH_BITS
}

/** 255 in each byte that is at least as large in `a` as in `b`, else 0. */
export function notSmaller(a: number, b: number): number {
  return Math.imul(highNotSmaller(a, b) >>> 7, 255)
}

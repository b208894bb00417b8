/**
 * Distances (metres) from a point to simple solids: negative inside. After Inigo Quilez, "Distance functions"
 * (iquilezles.org/articles/distfunctions). Scalars instead of vectors: nothing is allocated in the inner loop.
 */

/** A box around the origin of half sizes `a`, `b`, `c`, its edges rounded by `round`. */
export function box(x: number, y: number, z: number, a: number, b: number, c: number, round = 0): number {
  const dx = Math.abs(x) - a + round
  const dy = Math.abs(y) - b + round
  const dz = Math.abs(z) - c + round
  const ox = Math.max(dx, 0)
  const oy = Math.max(dy, 0)
  const oz = Math.max(dz, 0)
  return Math.sqrt(ox * ox + oy * oy + oz * oz) + Math.min(Math.max(dx, dy, dz), 0) - round
}

/** A ball around the origin. */
export function ball(x: number, y: number, z: number, radius: number): number {
  return Math.sqrt(x * x + y * y + z * z) - radius
}

/** An upright post from the origin to `height`, round at both ends. */
export function post(x: number, y: number, z: number, height: number, radius: number): number {
  const dy = y - Math.min(Math.max(y, 0), height)
  return Math.sqrt(x * x + dy * dy + z * z) - radius
}

/** A rod from the origin to (a, b, c), round at both ends. */
export function rod(x: number, y: number, z: number, a: number, b: number, c: number, radius: number): number {
  const along = Math.min(Math.max((x * a + y * b + z * c) / (a * a + b * b + c * c), 0), 1)
  return ball(x - a * along, y - b * along, z - c * along, radius)
}

/** An upright cylinder around the origin. */
export function drum(x: number, y: number, z: number, half: number, radius: number): number {
  const side = Math.sqrt(x * x + z * z) - radius
  const cap = Math.abs(y) - half
  const out = Math.max(side, 0)
  const up = Math.max(cap, 0)
  return Math.min(Math.max(side, cap), 0) + Math.sqrt(out * out + up * up)
}

/** An upright cone that is cut off, from radius `low` at the origin to `high` at `height`. */
export function cone(x: number, y: number, z: number, height: number, low: number, high: number): number {
  const share = Math.min(Math.max(y / height, 0), 1)
  const side = (Math.sqrt(x * x + z * z) - low - (high - low) * share) * 0.97
  return Math.max(side, y - height, -y)
}

/** A roof along z: its ridge at `height` over the origin, `half` wide to each side and `length` to each end. */
export function roof(x: number, y: number, z: number, half: number, height: number, length: number): number {
  const slope = Math.sqrt(half * half + height * height)
  const side = (Math.abs(x) * height + y * half - half * height) / slope
  return Math.max(side, -y, Math.abs(z) - length)
}

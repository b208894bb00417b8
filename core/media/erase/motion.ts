import type { Plane } from './plane.ts'

/**
 * Affine motion between two pictures: at `u` and `v`, which run from -1 to 1 over the width (same scale for the height),
 * pixels move right by `across + acrossU * u + acrossV * v`, and down alike.
 */
export interface Motion {
  readonly across: number
  readonly acrossU: number
  readonly acrossV: number
  readonly down: number
  readonly downU: number
  readonly downV: number
}

export const noMotion: Motion = { across: 0, acrossU: 0, acrossV: 0, down: 0, downU: 0, downV: 0 }

/** Composes motions; rotations and zooms between neighbouring pictures are small enough to add. */
export function addMotion(a: Motion, b: Motion, sign: 1 | -1 = 1): Motion {
  return {
    across: a.across + sign * b.across,
    acrossU: a.acrossU + sign * b.acrossU,
    acrossV: a.acrossV + sign * b.acrossV,
    down: a.down + sign * b.down,
    downU: a.downU + sign * b.downU,
    downV: a.downV + sign * b.downV,
  }
}

/** An image pyramid of luma, halved per level, with excluded pixels. */
export interface Pyramid {
  readonly levels: readonly { readonly plane: Plane; readonly skip: Uint8Array | undefined }[]
}

const LEAST_SIDE = 24
const MOST_LEVELS = 4

/** The pyramid of a picture; `skip` is 1 under text. */
export function pyramidOf(plane: Plane, skip?: Uint8Array): Pyramid {
  const levels = [{ plane, skip }]
  for (let last = levels[0]; last && levels.length < MOST_LEVELS; last = levels.at(-1)) {
    if (Math.min(last.plane.width, last.plane.height) < 2 * LEAST_SIDE) break
    levels.push({ plane: halved(last.plane), skip: last.skip && halvedMask(last.skip, last.plane) })
  }
  return { levels }
}

function halved({ width, height, data }: Plane): Plane {
  const [w, h] = [width >> 1, height >> 1]
  const out = new Uint8Array(w * h)
  for (let y = 0; y < h; y++)
    for (let x = 0; x < w; x++) {
      const at = 2 * y * width + 2 * x
      out[y * w + x] =
        ((data[at] ?? 0) + (data[at + 1] ?? 0) + (data[at + width] ?? 0) + (data[at + width + 1] ?? 0) + 2) >> 2
    }
  return { width: w, height: h, data: out }
}

function halvedMask(mask: Uint8Array, { width, height }: Plane): Uint8Array {
  const [w, h] = [width >> 1, height >> 1]
  const out = new Uint8Array(w * h)
  for (let y = 0; y < h; y++)
    for (let x = 0; x < w; x++) {
      const at = 2 * y * width + 2 * x
      out[y * w + x] = mask[at] || mask[at + 1] || mask[at + width] || mask[at + width + 1] ? 1 : 0
    }
  return out
}

const ROUNDS = 4
/** Larger differences belong to independently moving objects. */
const OUTLIER = 30

/**
 * Motion between pictures from an initial guess (Lucas and Kanade), from the smallest level to the largest; a good guess
 * needs only the largest.
 */
export function motionBetween(from: Pyramid, to: Pyramid, guess?: Motion): Motion {
  let motion = guess ?? noMotion
  const most = Math.min(from.levels.length, to.levels.length) - 1
  for (let level = guess ? Math.min(1, most) : most; level >= (guess ? 0 : Math.min(1, most)); level--) {
    const [a, b] = [from.levels[level], to.levels[level]]
    if (!a || !b) continue
    const scale = 1 / 2 ** level
    let scaled = scaleMotion(motion, scale)
    for (let round = 0; round < ROUNDS; round++) {
      const step = improve(a, b, scaled, level === 0 ? 3 : level === 1 ? 2 : 1)
      if (!step) break
      scaled = addMotion(scaled, step)
      if (Math.hypot(step.across, step.down, step.acrossU, step.downU) < 0.01) break
    }
    motion = scaleMotion(scaled, 1 / scale)
  }
  return motion
}

function scaleMotion(motion: Motion, scale: number): Motion {
  return addMotion(noMotion, {
    across: motion.across * scale,
    acrossU: motion.acrossU * scale,
    acrossV: motion.acrossV * scale,
    down: motion.down * scale,
    downU: motion.downU * scale,
    downV: motion.downV * scale,
  })
}

type Level = Pyramid['levels'][number]

/** Sums of values times 1, u, v, uu, uv and vv. */
const MOMENTS = 6

function addMoments(sums: Float64Array, at: number, value: number, u: number, v: number): void {
  sums[at] = (sums[at] ?? 0) + value
  sums[at + 1] = (sums[at + 1] ?? 0) + value * u
  sums[at + 2] = (sums[at + 2] ?? 0) + value * v
  sums[at + 3] = (sums[at + 3] ?? 0) + value * u * u
  sums[at + 4] = (sums[at + 4] ?? 0) + value * u * v
  sums[at + 5] = (sums[at + 5] ?? 0) + value * v * v
}

/** Index of the product of two of 1, u and v among the moments. */
const PRODUCTS = [
  [0, 1, 2],
  [1, 3, 4],
  [2, 4, 5],
] as const

/** The upper half of the normal matrix, from moments of the slopes' products. */
function matrixOf(squares: Float64Array): Float64Array {
  const matrix = new Float64Array(36)
  for (const [i, row] of PRODUCTS.entries())
    for (const [j, moment] of row.entries()) {
      matrix[i * 6 + j] = squares[moment] ?? 0
      matrix[i * 6 + j + 3] = squares[MOMENTS + moment] ?? 0
      matrix[(i + 3) * 6 + j + 3] = squares[2 * MOMENTS + moment] ?? 0
    }
  return matrix
}

/** One Gauss-Newton step; undefined if the motion is undetermined. */
function improve(from: Level, to: Level, motion: Motion, every: number): Motion | undefined {
  const { width, height, data } = from.plane
  const [cx, cy, scale] = [width / 2, height / 2, width / 2]
  const other = to.plane.data
  const squares = new Float64Array(3 * MOMENTS)
  const right = new Float64Array(2 * MOMENTS)
  let count = 0
  for (let y = 1; y < height - 1; y += every) {
    const v = (y - cy) / scale
    for (let x = 1; x < width - 1; x += every) {
      const at = y * width + x
      if (from.skip?.[at]) continue
      const u = (x - cx) / scale
      const px = x + motion.across + motion.acrossU * u + motion.acrossV * v
      const py = y + motion.down + motion.downU * u + motion.downV * v
      const left = Math.floor(px)
      const top = Math.floor(py)
      if (left < 1 || top < 1 || left >= width - 2 || top >= height - 2) continue
      const there = top * width + left
      if (to.skip && (to.skip[there] || to.skip[there + 1] || to.skip[there + width])) continue
      const fx = px - left
      const fy = py - top
      const a = other[there] ?? 0
      const b = other[there + 1] ?? 0
      const c = other[there + width] ?? 0
      const d = other[there + width + 1] ?? 0
      const difference = (data[at] ?? 0) - (a + (b - a) * fx + (c - a) * fy + (a - b - c + d) * fx * fy)
      const weight = Math.abs(difference) > OUTLIER ? 0 : 1 - (difference / OUTLIER) ** 2
      if (weight === 0) continue
      const gx = (b - a) * (1 - fy) + (d - c) * fy
      const gy = (c - a) * (1 - fx) + (d - b) * fx
      count++
      addMoments(squares, 0, weight * gx * gx, u, v)
      addMoments(squares, MOMENTS, weight * gx * gy, u, v)
      addMoments(squares, 2 * MOMENTS, weight * gy * gy, u, v)
      addMoments(right, 0, weight * gx * difference, u, v)
      addMoments(right, MOMENTS, weight * gy * difference, u, v)
    }
  }
  if (count < 50) return undefined
  const solved = solve(
    matrixOf(squares),
    Float64Array.from([0, 1, 2, 6, 7, 8], (at) => right[at] ?? 0),
  )
  if (!solved) return undefined
  const [across = 0, acrossU = 0, acrossV = 0, down = 0, downU = 0, downV = 0] = solved
  return { across, acrossU, acrossV, down, downU, downV }
}

/** Solves the six equations, given the upper half of their symmetric matrix, by damped Cholesky decomposition. */
function solve(upper: Float64Array, right: Float64Array): number[] | undefined {
  const n = 6
  const l = new Float64Array(36)
  let trace = 0
  for (let i = 0; i < n; i++) trace += upper[i * 6 + i] ?? 0
  if (trace <= 0) return undefined
  for (let i = 0; i < n; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = (upper[j * 6 + i] ?? 0) + (i === j ? trace * 1e-4 : 0)
      for (let k = 0; k < j; k++) sum -= (l[i * 6 + k] ?? 0) * (l[j * 6 + k] ?? 0)
      if (i === j && sum <= 0) return undefined
      l[i * 6 + j] = i === j ? Math.sqrt(sum) : sum / (l[j * 6 + j] ?? 1)
    }
  }
  const y: number[] = []
  for (let i = 0; i < n; i++) {
    let sum = right[i] ?? 0
    for (let k = 0; k < i; k++) sum -= (l[i * 6 + k] ?? 0) * (y[k] ?? 0)
    y.push(sum / (l[i * 6 + i] ?? 1))
  }
  const x: number[] = Array.from({ length: n }, () => 0)
  for (let i = n - 1; i >= 0; i--) {
    let sum = y[i] ?? 0
    for (let k = i + 1; k < n; k++) sum -= (l[k * 6 + i] ?? 0) * (x[k] ?? 0)
    x[i] = sum / (l[i * 6 + i] ?? 1)
  }
  return x
}

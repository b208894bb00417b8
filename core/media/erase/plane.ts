/** One plane of a picture: a byte per pixel, row by row from the top. */
export interface Plane {
  readonly width: number
  readonly height: number
  readonly data: Uint8Array
}

/** A rectangle in pixels from the top left corner. */
export interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** The part of a plane in a box within it. */
export function cropPlane({ width, data }: Plane, box: Box): Plane {
  const cut = new Uint8Array(box.width * box.height)
  for (let row = 0; row < box.height; row++) {
    const from = (box.y + row) * width + box.x
    cut.set(data.subarray(from, from + box.width), row * box.width)
  }
  return { width: box.width, height: box.height, data: cut }
}

/** The box grown by a margin on all sides, within a picture. */
export function grownBox(
  { x, y, width, height }: Box,
  margin: number,
  picture: { width: number; height: number },
): Box {
  const left = Math.max(0, Math.floor(x - margin))
  const top = Math.max(0, Math.floor(y - margin))
  const right = Math.min(picture.width, Math.ceil(x + width + margin))
  const bottom = Math.min(picture.height, Math.ceil(y + height + margin))
  return { x: left, y: top, width: Math.max(0, right - left), height: Math.max(0, bottom - top) }
}

/** The smallest box around two. */
export function joinedBox(a: Box, b: Box): Box {
  const x = Math.min(a.x, b.x)
  const y = Math.min(a.y, b.y)
  return {
    x,
    y,
    width: Math.max(a.x + a.width, b.x + b.width) - x,
    height: Math.max(a.y + a.height, b.y + b.height) - y,
  }
}

/** Pixels common to two boxes. */
export function sharedArea(a: Box, b: Box): number {
  const across = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x)
  const down = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y)
  return across > 0 && down > 0 ? across * down : 0
}

/**
 * Means of the counted pixels over squares of `2 * radius + 1` pixels, and their counts; 0 if none, and outside `where`.
 * Running sums make the cost independent of the radius.
 */
export function localMeans(
  { width, height }: { width: number; height: number },
  values: ArrayLike<number>,
  counts: ArrayLike<number> | undefined,
  radius: number,
  where?: ArrayLike<number>,
): { means: Float32Array; weights: Float32Array } {
  const stride = width + 1
  const sums = new Float64Array(stride * (height + 1))
  const numbers = new Float64Array(stride * (height + 1))
  for (let y = 0; y < height; y++) {
    let sum = 0
    let number = 0
    for (let x = 0; x < width; x++) {
      const at = y * width + x
      const to = (y + 1) * stride + x + 1
      if (!counts || counts[at]) {
        sum += values[at] ?? 0
        number++
      }
      sums[to] = (sums[to - stride] ?? 0) + sum
      numbers[to] = (numbers[to - stride] ?? 0) + number
    }
  }
  const means = new Float32Array(width * height)
  const weights = new Float32Array(width * height)
  for (let y = 0; y < height; y++) {
    const top = Math.max(0, y - radius) * stride
    const bottom = Math.min(height, y + radius + 1) * stride
    for (let x = 0; x < width; x++) {
      if (where && !where[y * width + x]) continue
      const left = Math.max(0, x - radius)
      const right = Math.min(width, x + radius + 1)
      const weight = sumIn(numbers, top + left, top + right, bottom + left, bottom + right)
      const sum = weight > 0 ? sumIn(sums, top + left, top + right, bottom + left, bottom + right) : 0
      weights[y * width + x] = weight
      means[y * width + x] = weight > 0 ? sum / weight : 0
    }
  }
  return { means, weights }
}

/** The sum over a rectangle, from a summed-area table. */
function sumIn(
  table: Float64Array,
  topLeft: number,
  topRight: number,
  bottomLeft: number,
  bottomRight: number,
): number {
  return (table[bottomRight] ?? 0) - (table[topRight] ?? 0) - (table[bottomLeft] ?? 0) + (table[topLeft] ?? 0)
}

/** The least or greatest value in a square around each pixel (van Herk, rows and then columns). */
export function extremes(plane: Plane, radius: number, of: 'min' | 'max'): Plane {
  return sweep(sweep(plane, radius, of, true), radius, of, false)
}

function sweep({ width, height, data }: Plane, radius: number, of: 'min' | 'max', along: boolean): Plane {
  const out = new Uint8Array(data.length)
  const length = along ? width : height
  const step = along ? 1 : width
  const lines = along ? height : width
  // Positions that may still become the extreme, oldest first.
  const queue = new Int32Array(length)
  for (let line = 0; line < lines; line++) {
    const base = along ? line * width : line
    const value = (at: number): number => data[base + at * step] ?? 0
    let head = 0
    let tail = 0
    for (let at = 0; at < length + radius; at++) {
      if (at < length) {
        const now = value(at)
        while (tail > head && (of === 'min' ? value(queue[tail - 1] ?? 0) >= now : value(queue[tail - 1] ?? 0) <= now))
          tail--
        queue[tail++] = at
      }
      const middle = at - radius
      if (middle < 0) continue
      while ((queue[head] ?? 0) < middle - radius) head++
      out[base + middle * step] = value(queue[head] ?? 0)
    }
  }
  return { width, height, data: out }
}

/**
 * Distance of each pixel to the nearest set one, in pixels; chamfer steps of 3 and 4 thirds, within 8 % of the true one.
 */
export function distancesTo(mask: Uint8Array, width: number, height: number): Float32Array {
  const far = 3 * (width + height)
  const steps = new Int32Array(mask.length)
  for (let at = 0; at < mask.length; at++) steps[at] = mask[at] ? 0 : far
  const visit = (x: number, y: number, dx: number, dy: number, cost: number): void => {
    const [nx, ny] = [x + dx, y + dy]
    if (nx < 0 || nx >= width || ny < 0 || ny >= height) return
    const other = (steps[ny * width + nx] ?? far) + cost
    if (other < (steps[y * width + x] ?? far)) steps[y * width + x] = other
  }
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      visit(x, y, -1, 0, 3)
      visit(x, y, 0, -1, 3)
      visit(x, y, -1, -1, 4)
      visit(x, y, 1, -1, 4)
    }
  for (let y = height - 1; y >= 0; y--)
    for (let x = width - 1; x >= 0; x--) {
      visit(x, y, 1, 0, 3)
      visit(x, y, 0, 1, 3)
      visit(x, y, 1, 1, 4)
      visit(x, y, -1, 1, 4)
    }
  return Float32Array.from(steps, (step) => step / 3)
}

/** A text with less than this share of its strokes is gone. */
export const STILL_THERE = 0.6
/** Distance in pixels at which strokes are near each other. */
const NEAR = 2

/** Stroke pixels, few of all: marked by 1, with their indexes. */
export interface Strokes {
  readonly mask: Uint8Array
  readonly at: readonly number[]
}

/** In pixels. */
export interface Size {
  readonly width: number
  readonly height: number
}

/** Largest height of connected strokes of letters, in line heights. */
const TOO_HIGH = 1.3
const SEEN = 2

/** Strokes without edges of objects: too high, or leaving the picture. */
export function withoutPatterns(
  { mask, at: all }: Strokes,
  { width, height, lineHeight }: Size & { readonly lineHeight: number },
): Strokes {
  const letters: number[] = []
  for (const from of all) {
    if (mask[from] !== 1) continue
    const pixels = [from]
    mask[from] = SEEN
    let [top, bottom, isCut] = [height, 0, false]
    for (let index = 0; index < pixels.length; index++) {
      const at = pixels[index] ?? 0
      const [x, y] = [at % width, Math.floor(at / width)]
      top = Math.min(top, y)
      bottom = Math.max(bottom, y)
      isCut ||= x <= NEAR || y <= NEAR || x >= width - 1 - NEAR || y >= height - 1 - NEAR
      for (let row = Math.max(0, y - 1); row <= Math.min(height - 1, y + 1); row++) {
        for (let column = Math.max(0, x - 1); column <= Math.min(width - 1, x + 1); column++) {
          const next = row * width + column
          if (mask[next] !== 1) continue
          mask[next] = SEEN
          pixels.push(next)
        }
      }
    }
    if (!isCut && bottom - top <= TOO_HIGH * lineHeight) for (const at of pixels) letters.push(at)
  }
  for (const at of all) mask[at] = 0
  for (const at of letters) mask[at] = 1
  return { mask, at: letters }
}

/** Whether the strokes of two pictures coincide: among dense ones, as in Chinese, everything is near some stroke. */
export function isLaidOver(a: Strokes, b: Strokes): boolean {
  let common = 0
  for (const at of a.at) common += b.mask[at] ?? 0
  return common >= STILL_THERE * Math.min(a.at.length, b.at.length)
}

/** Number of strokes of one picture that are not near any of another. */
export function strayCount(of: Strokes, { mask }: Strokes, size: Size): number {
  let count = 0
  for (const at of of.at) if (!isNearStroke(mask, at, size)) count++
  return count
}

/** Whether a pixel is at most this far from a stroke of a picture. */
export function isNearStroke(mask: Uint8Array, at: number, { width, height }: Size, near = NEAR): boolean {
  if (mask[at] === 1) return true
  const [x, y] = [at % width, Math.floor(at / width)]
  const [left, right] = [Math.max(0, x - near), Math.min(width - 1, x + near)]
  for (let row = Math.max(0, y - near); row <= Math.min(height - 1, y + near); row++)
    for (let column = left; column <= right; column++) if (mask[row * width + column] === 1) return true
  return false
}

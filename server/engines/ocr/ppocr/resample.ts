import type { Picture } from '../../pictures.ts'

/** A rectangle that may be turned: its centre, its sides, and the angle of the long side in radians. */
export interface TurnedBox {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  readonly angle: number
}

/** What a picture is where nothing is cut out or scaled. */
export function wholeOf({ width, height }: Picture): TurnedBox {
  return { x: width / 2, y: height / 2, width, height, angle: 0 }
}

/** A size in pixels. */
interface Size {
  readonly width: number
  readonly height: number
}

/**
 * Part of a picture at another size, as numbers of three planes: blue, green, red, as these models learnt it. Where it
 * gets smaller, each pixel is the mean of as many samples as it covers.
 */
export function planesOf(
  picture: Picture,
  box: TurnedBox,
  size: Size,
  adjust: (value: number, plane: number) => number,
): Float32Array {
  const area = size.width * size.height
  const planes = new Float32Array(3 * area)
  const [cos, sin] = [Math.cos(box.angle), Math.sin(box.angle)]
  const [stepX, stepY] = [box.width / size.width, box.height / size.height]
  const [countX, countY] = [samplesFor(stepX), samplesFor(stepY)]
  const sum = [0, 0, 0]
  for (let y = 0; y < size.height; y++) {
    for (let x = 0; x < size.width; x++) {
      sum.fill(0)
      for (let j = 0; j < countY; j++) {
        for (let i = 0; i < countX; i++) {
          const across = (x + (i + 0.5) / countX) * stepX - box.width / 2
          const down = (y + (j + 0.5) / countY) * stepY - box.height / 2
          addSample(picture, box.x + across * cos - down * sin - 0.5, box.y + across * sin + down * cos - 0.5, sum)
        }
      }
      const at = y * size.width + x
      for (let plane = 0; plane < 3; plane++)
        planes[plane * area + at] = adjust((sum[plane] ?? 0) / (countX * countY), plane)
    }
  }
  return planes
}

const samplesFor = (step: number): number => Math.min(8, Math.max(1, Math.round(step)))

/** Adds the colours at a place between pixels, blue first; outside, the nearest pixel counts. */
function addSample({ width, height, channels, data }: Picture, x: number, y: number, sum: number[]): void {
  const [left, top] = [Math.floor(x), Math.floor(y)]
  const [right, below] = [x - left, y - top]
  const x0 = bounded(left, width)
  const x1 = bounded(left + 1, width)
  const row0 = bounded(top, height) * width
  const row1 = bounded(top + 1, height) * width
  for (let plane = 0; plane < 3; plane++) {
    const colour = channels === 1 ? 0 : 2 - plane
    const a = data[(row0 + x0) * channels + colour] ?? 0
    const b = data[(row0 + x1) * channels + colour] ?? 0
    const c = data[(row1 + x0) * channels + colour] ?? 0
    const d = data[(row1 + x1) * channels + colour] ?? 0
    const upper = a + (b - a) * right
    sum[plane] = (sum[plane] ?? 0) + upper + (c + (d - c) * right - upper) * below
  }
}

const bounded = (value: number, size: number): number => (value < 0 ? 0 : value >= size ? size - 1 : value)

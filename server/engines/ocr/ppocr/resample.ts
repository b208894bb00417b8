import type { Picture } from '../../pictures.ts'

/** A rotated rectangle: centre, sides, and the angle of the long side in radians. */
export interface TurnedBox {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  readonly angle: number
}

/** A picture without crop or scale. */
export function wholeOf({ width, height }: Picture): TurnedBox {
  return { x: width / 2, y: height / 2, width, height, angle: 0 }
}

/** A size in pixels. */
interface Size {
  readonly width: number
  readonly height: number
}

/** How values of one plane, 0 to 255, are normalised: `value * gain + offset`. */
export interface PlaneScale {
  readonly gain: number
  readonly offset: number
}

/**
 * Part of a picture at another size, in planes of blue, green, red, as these models expect. When it shrinks, each pixel
 * is the mean of the samples it covers.
 */
export function planesOf(
  picture: Picture,
  box: TurnedBox,
  size: Size,
  scales: readonly [PlaneScale, PlaneScale, PlaneScale],
): Float32Array {
  const area = size.width * size.height
  const planes = new Float32Array(3 * area)
  // A grey picture's planes differ by their scales only.
  const colours = picture.channels === 1 ? [0] : [2, 1, 0]
  for (const [plane, colour] of colours.entries()) {
    const values = planes.subarray(plane * area, (plane + 1) * area)
    resample({ ...picture, colour }, box, size, values)
    if (colours.length === 1) for (const other of [1, 2]) planes.set(values, other * area)
  }
  for (const [plane, { gain, offset }] of scales.entries()) {
    for (let at = plane * area; at < (plane + 1) * area; at++) planes[at] = (planes[at] ?? 0) * gain + offset
  }
  return planes
}

const samplesFor = (step: number): number => Math.min(8, Math.max(1, Math.round(step)))

/** Writes one colour of a part of a picture at another size. */
function resample(
  { width, height, channels, data, colour }: Picture & { readonly colour: number },
  box: TurnedBox,
  size: Size,
  values: Float32Array,
): void {
  const [cos, sin] = [Math.cos(box.angle), Math.sin(box.angle)]
  const [stepX, stepY] = [box.width / size.width, box.height / size.height]
  const [countX, countY] = [samplesFor(stepX), samplesFor(stepY)]
  const valueAt = (column: number, row: number): number => data[(row * width + column) * channels + colour] ?? 0
  let at = 0
  for (let y = 0; y < size.height; y++) {
    for (let x = 0; x < size.width; x++) {
      let sum = 0
      for (let j = 0; j < countY; j++) {
        const down = (y + (j + 0.5) / countY) * stepY - box.height / 2
        for (let i = 0; i < countX; i++) {
          const across = (x + (i + 0.5) / countX) * stepX - box.width / 2
          const [placeX, placeY] = [box.x + across * cos - down * sin - 0.5, box.y + across * sin + down * cos - 0.5]
          sum += between(valueAt, placeX, placeY, width, height)
        }
      }
      values[at++] = sum / (countX * countY)
    }
  }
}

/** The value between pixels; outside, the nearest pixel counts. */
function between(
  valueAt: (column: number, row: number) => number,
  x: number,
  y: number,
  width: number,
  height: number,
): number {
  const left = Math.floor(x)
  const top = Math.floor(y)
  const x0 = bounded(left, width)
  const x1 = bounded(left + 1, width)
  const y0 = bounded(top, height)
  const y1 = bounded(top + 1, height)
  const a = valueAt(x0, y0)
  const c = valueAt(x0, y1)
  const upper = a + (valueAt(x1, y0) - a) * (x - left)
  return upper + (c + (valueAt(x1, y1) - c) * (x - left) - upper) * (y - top)
}

const bounded = (value: number, size: number): number => (value < 0 ? 0 : value >= size ? size - 1 : value)

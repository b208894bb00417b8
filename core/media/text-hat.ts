import type { PixelArea } from '../domain/picture-region.ts'
import { cropped, type GreyPicture, type TextInk } from './text-ink.ts'

/**
 * Keeps only structures narrower than two strokes, independent of the ground: each pixel's contrast to its ground. This
 * is the white (for dark letters black) top-hat transform: a picture minus its opening by a square.
 */
export function strokesAlone(picture: GreyPicture, area: PixelArea, { isLight, stroke }: TextInk): GreyPicture {
  const around = 2 * stroke
  const [left, top] = [Math.max(0, Math.floor(area.x) - around), Math.max(0, Math.floor(area.y) - around)]
  const wide = cropped(picture, {
    x: left,
    y: top,
    width: Math.ceil(area.x + area.width) + around - left,
    height: Math.ceil(area.y + area.height) + around - top,
  })
  const light = { ...wide, data: isLight ? wide.data : wide.data.map((value) => 255 - value) }
  const ground = extremes(extremes(light, stroke, Math.min), stroke, Math.max)
  const data = light.data.map((value, at) => value - (ground.data[at] ?? 0))
  return cropped({ ...wide, data }, { ...area, x: area.x - left, y: area.y - top })
}

/** The least or greatest value in a square of this radius around each pixel. */
function extremes(picture: GreyPicture, reach: number, of: (a: number, b: number) => number): GreyPicture {
  const { width, height } = picture
  const across = new Uint8Array(width * height)
  for (let y = 0; y < height; y++)
    lineExtremes(picture.data, across, { from: y * width, step: 1, count: width }, reach, of)
  const data = new Uint8Array(width * height)
  for (let x = 0; x < width; x++) lineExtremes(across, data, { from: x, step: width, count: height }, reach, of)
  return { width, height, data }
}

interface PixelLine {
  readonly from: number
  readonly step: number
  readonly count: number
}

function lineExtremes(
  source: Uint8Array,
  target: Uint8Array,
  { from, step, count }: PixelLine,
  reach: number,
  of: (a: number, b: number) => number,
): void {
  for (let index = 0; index < count; index++) {
    const last = Math.min(count - 1, index + reach)
    let value = source[from + index * step] ?? 0
    for (let other = Math.max(0, index - reach); other <= last; other++)
      value = of(value, source[from + other * step] ?? 0)
    target[from + index * step] = value
  }
}

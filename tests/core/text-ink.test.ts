import fc from 'fast-check'
import { expect, test } from 'vitest'
import { markInk, type TextInk } from '#core/media/text-ink.ts'

const CONTRAST = 40

/** The rule pixel by pixel, as it is said. */
function inkOf(data: Uint8Array, width: number, height: number, { isLight, level, stroke }: TextInk): number[] {
  const at = (x: number, y: number): number => {
    const value = data[y * width + x]!
    return isLight ? value : 255 - value
  }
  const least = Math.max(isLight ? level : 255 - level, CONTRAST)
  const found: number[] = []
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const value = at(x, y)
      const isBeside = (dx: number, dy: number): boolean => {
        const [left, top, right, bottom] = [x - dx, y - dy, x + dx, y + dy]
        if (left < 0 || top < 0 || right >= width || bottom >= height) return false
        return at(left, top) <= value - CONTRAST && at(right, bottom) <= value - CONTRAST
      }
      if (value >= least && (isBeside(stroke, 0) || isBeside(0, stroke))) found.push(y * width + x)
    }
  }
  return found
}

const picture = fc
  .record({ width: fc.integer({ min: 1, max: 40 }), height: fc.integer({ min: 1, max: 24 }), offset: fc.nat(5) })
  .chain((size) =>
    fc.record({
      size: fc.constant(size),
      pixels: fc.array(fc.oneof(fc.nat(255), fc.constantFrom(0, 20, 59, 60, 99, 100, 139, 140, 255)), {
        minLength: size.width * size.height,
        maxLength: size.width * size.height,
      }),
    }),
  )
const ink = fc.record({ isLight: fc.boolean(), level: fc.nat(255), stroke: fc.integer({ min: 1, max: 7 }) })

test('strokes are found four pixels a step as they are one by one', () => {
  fc.assert(
    // A Buffer's `slice` is no copy.
    fc.property(picture, ink, fc.boolean(), ({ size: { width, height, offset }, pixels }, how, isBuffer) => {
      const memory = new ArrayBuffer(pixels.length + offset)
      const data = isBuffer ? Buffer.from(memory, offset) : new Uint8Array(memory, offset)
      data.set(pixels)
      const mask = new Uint8Array(pixels.length).fill(7)
      const places = new Int32Array(pixels.length)
      const count = markInk(data, { width, height }, how, mask, places)
      const wanted = inkOf(data, width, height, how)
      expect([...places.subarray(0, count)]).toEqual(wanted)
      expect([...mask]).toEqual(pixels.map((_, at) => (wanted.includes(at) ? 1 : 0)))
    }),
    { numRuns: 400 },
  )
})

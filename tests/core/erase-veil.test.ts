import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Box, Plane } from '#core/media/erase/plane.ts'
import { unveiled, veilBehind } from '#core/media/erase/veil.ts'
import { veilByEdges } from '#core/media/erase/veil-edges.ts'

const [WIDTH, HEIGHT] = [200, 80]

/** A picture with soft shapes, moved by `shift` pixels. */
function ground(shift: number): Plane {
  const data = new Uint8Array(WIDTH * HEIGHT)
  for (let at = 0; at < data.length; at++) {
    const [x, y] = [(at % WIDTH) - shift, Math.floor(at / WIDTH)]
    data[at] = Math.round(125 + 60 * Math.sin(x / 11) + 35 * Math.cos(y / 17 + x / 29))
  }
  return { width: WIDTH, height: HEIGHT, data }
}

const text = { box: { x: 60, y: 34, width: 80, height: 14 }, height: 14 }
const isLetter = (x: number, y: number): boolean => x >= 62 && x < 138 && y >= 36 && y < 46 && x % 9 < 3

/** The picture behind a veil and letters. */
function behind(plane: Plane, box: Box, share: number, level: number): Plane {
  const data = plane.data.map((value, at) => {
    const [x, y] = [at % WIDTH, Math.floor(at / WIDTH)]
    if (isLetter(x, y)) return 240
    const isIn = x >= box.x && x < box.x + box.width && y >= box.y && y < box.y + box.height
    return isIn ? Math.round(share * value + level) : value
  })
  return { ...plane, data }
}

const colour = { width: WIDTH / 2, height: HEIGHT / 2, data: new Uint8Array((WIDTH * HEIGHT) / 4).fill(128) }
const part = (luma: Plane) => ({ luma, colours: [colour, colour] as const })

/** A veil of any share and colour that changes what is behind it, with any room around its text. */
const veils = fc
  .record({
    share: fc.double({ min: 0.3, max: 0.75, noNaN: true }),
    own: fc.constantFrom(0, 16, 40),
    left: fc.integer({ min: 4, max: 40 }),
    right: fc.integer({ min: 4, max: 40 }),
    up: fc.integer({ min: 3, max: 12 }),
    down: fc.integer({ min: 3, max: 12 }),
  })
  .map(({ share, own, left, right, up, down }) => ({
    ...{ share, level: own * (1 - share) },
    box: { x: 60 - left, y: 34 - up, width: 80 + left + right, height: 14 + up + down },
  }))

/** `most`: the share of what the veil changed that may be left, of a mean of 2 at least. */
function expectClear(shown: Plane, clean: Plane, veil: Parameters<typeof unveiled>[1], most = 0.4): void {
  const { luma } = unveiled(part(shown), veil)
  let [left, had, count] = [0, 0, 0]
  for (const [at, value] of luma.data.entries()) {
    const [x, y] = [at % WIDTH, Math.floor(at / WIDTH)]
    if (isLetter(x, y)) continue
    left += Math.abs(value - (clean.data[at] ?? 0))
    had += Math.abs((shown.data[at] ?? 0) - (clean.data[at] ?? 0))
    count++
  }
  expect(left / count).toBeLessThan(Math.max(2, (most * had) / count))
}

test('a veil is measured beside a frame without it, and undone', () => {
  fc.assert(
    fc.property(veils, ({ share, level, box }) => {
      const pairs = [0, 4].map((shift) => ({
        without: part(ground(shift)),
        shown: part(behind(ground(shift + 1), box, share, level)),
      }))
      const veil = veilBehind(text, pairs)
      expect(veil).toBeDefined()
      expectClear(behind(ground(9), box, share, level), ground(9), veil!)
    }),
    { numRuns: 40 },
  )
})

test('a veil that no frame is without is measured across its edges, and undone', () => {
  const measured = (box: Box, share: number, level: number) => {
    const shown = [0, 6, 12, 18, 24].map((shift) => part(behind(ground(shift), box, share, level)))
    return veilByEdges(text, shown)
  }
  const box = { x: 40, y: 27, width: 118, height: 28 }
  const veil = measured(box, 0.45, 8)
  expect(veil?.box).toEqual(box)
  expect(veil!.share).toBeCloseTo(0.45, 1)
  expectClear(behind(ground(9), box, 0.45, 8), ground(9), veil!)
  // Where the picture's own steps hide the veil's there is none, and nothing is changed.
  fc.assert(
    fc.property(veils, (drawn) => {
      const found = measured(drawn.box, drawn.share, drawn.level)
      // A pale one is known less well: most of it goes.
      const most = drawn.share > 0.6 ? 0.75 : 0.4
      if (found) expectClear(behind(ground(9), drawn.box, drawn.share, drawn.level), ground(9), found, most)
    }),
    { numRuns: 12, endOnFailure: true },
  )
}, 30_000)

test('bare letters have none, and a frame whose veil is another is left alone', () => {
  const none = { x: 0, y: 0, width: 0, height: 0 }
  const bare = [0, 6, 12, 18].map((shift) => part(behind(ground(shift), none, 1, 0)))
  expect(veilByEdges(text, bare)).toBeUndefined()
  const box = { x: 40, y: 28, width: 120, height: 26 }
  const veil = veilByEdges(
    text,
    [0, 6, 12].map((shift) => part(behind(ground(shift), box, 0.5, 8))),
  )
  const other = part(behind(ground(3), { ...box, x: 60, width: 80 }, 0.5, 8))
  expect(unveiled(other, veil!)).toBe(other)
  const clear = part(ground(3))
  expect(unveiled(clear, veil!)).toBe(clear)
})

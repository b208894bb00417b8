import { describe, expect, test } from 'vitest'
import { FillOrder, fillSmoothly } from '#core/media/erase/fill.ts'
import { addMotion, motionBetween, pyramidOf } from '#core/media/erase/motion.ts'
import { panelBehind } from '#core/media/erase/panel.ts'
import type { Box, Plane } from '#core/media/erase/plane.ts'
import { presence, strokesOf } from '#core/media/erase/strokes.ts'
import { FrameSearch } from '#core/media/erase/temporal.ts'
import { coverOf, uncovered } from '#core/media/erase/frame.ts'
import { coverings } from '#core/media/erase/texts.ts'
import { unveiled, veilBehind } from '#core/media/erase/veil.ts'
import { withoutVeils } from '#core/media/erase/veils.ts'
import { bandsOf, TextTracker } from '#core/media/erase/tracks.ts'

const WIDTH = 160
const HEIGHT = 64

/** A smooth picture that moves to the right by `shift` pixels. */
function ground(shift: number): Plane {
  const data = new Uint8Array(WIDTH * HEIGHT)
  for (let y = 0; y < HEIGHT; y++)
    for (let x = 0; x < WIDTH; x++)
      data[y * WIDTH + x] = 110 + 40 * Math.sin((x - shift) / 7) + 25 * Math.cos(y / 5 + (x - shift) / 19)
  return { width: WIDTH, height: HEIGHT, data }
}

const letters = { x: 40, y: 24, width: 80, height: 18 }
/** Four upright bright strokes with a dark line around them. */
const isLetter = (x: number, y: number): boolean => y >= 26 && y < 40 && x >= 42 && x < 118 && (x - 42) % 20 < 4
function isEdge(x: number, y: number): boolean {
  if (isLetter(x, y)) return false
  return [-1, 0, 1].some((dy) => [-1, 0, 1].some((dx) => isLetter(x + dx, y + dy)))
}

function withText({ data, ...size }: Plane, alpha = 1): Plane {
  const drawn = data.slice()
  for (let at = 0; at < drawn.length; at++) {
    const [x, y] = [at % WIDTH, Math.floor(at / WIDTH)]
    const colour = isLetter(x, y) ? 240 : isEdge(x, y) ? 20 : undefined
    if (colour !== undefined) drawn[at] = drawn[at]! * (1 - alpha) + colour * alpha
  }
  return { ...size, data: drawn }
}

const colour = { width: WIDTH / 2, height: HEIGHT / 2, data: new Uint8Array((WIDTH * HEIGHT) / 4).fill(128) }
const part = (luma: Plane) => ({ luma, colours: [colour, colour] as const })

function worst(a: Plane, b: Plane): number {
  return a.data.reduce((most, value, at) => Math.max(most, Math.abs(value - b.data[at]!)), 0)
}

describe('strokes', () => {
  const frames = Array.from({ length: 8 }, (_, at) => withText(ground(at * 3)))
  const strokes = strokesOf(frames, letters, 18)

  test('are the letters and their edge, not the box around them', () => {
    let missed = 0
    let covered = 0
    for (let y = 0; y < strokes.box.height; y++)
      for (let x = 0; x < strokes.box.width; x++) {
        const isCovered = strokes.mask[y * strokes.box.width + x] === 1
        const [px, py] = [x + strokes.box.x, y + strokes.box.y]
        if (isCovered) covered++
        else if (isLetter(px, py) || isEdge(px, py)) missed++
      }
    expect(missed).toBe(0)
    expect(covered).toBeLessThan(letters.width * letters.height * 0.75)
  })

  test('are known again in a frame, also while they fade', () => {
    expect(presence(withText(ground(50)), strokes)).toBeCloseTo(1, 1)
    expect(Math.abs(presence(withText(ground(50), 0.5), strokes) - 0.5)).toBeLessThan(0.12)
    expect(Math.abs(presence(ground(50), strokes))).toBeLessThan(0.12)
  })
})

describe('a panel behind a text', () => {
  const panel = { x: 32, y: 18, width: 96, height: 30 }
  const isIn = ({ x, y, width, height }: Box, at: number): boolean => {
    const [column, row] = [at % WIDTH, Math.floor(at / WIDTH)]
    return column >= x && column < x + width && row >= y && row < y + height
  }
  /** The picture with an even rectangle under its letters; a share of it shines through. */
  const withPanel = (plane: Plane, box: Box, clear = 0): Plane =>
    withText({ ...plane, data: plane.data.map((value, at) => (isIn(box, at) ? 24 + clear * value : value)) })
  const text = { box: letters, height: 18 }
  const moving = [0, 9, 18].map(ground)

  test('is found to its edge', () => {
    const shown = moving.map((plane) => withPanel(plane, panel))
    expect(panelBehind(text, shown, [ground(30)])).toEqual({ x: 30, y: 16, width: 100, height: 34 })
  })

  test('is none where the ground shines through, goes on and on, stays without the text, or nobody saw it without', () => {
    expect(
      panelBehind(
        text,
        moving.map((plane) => withText(plane)),
        moving,
      ),
    ).toBeUndefined()
    const clear = moving.map((plane) => withPanel(plane, panel, 0.6))
    expect(panelBehind(text, clear, moving)).toBeUndefined()
    const everywhere = { x: 0, y: 0, width: WIDTH, height: HEIGHT }
    const bar = moving.map((plane) => withPanel(plane, everywhere))
    expect(panelBehind(text, bar, moving)).toBeUndefined()
    const shown = moving.map((plane) => withPanel(plane, panel))
    expect(panelBehind(text, shown, shown)).toBeUndefined()
    expect(panelBehind(text, shown, [])).toBeUndefined()
  })

  test('goes with its text, for as long as that stands', () => {
    const luma = (frame: number): Plane => (frame >= 10 && frame < 40 ? withPanel(ground(frame), panel) : ground(frame))
    const found = { ...text, first: 12, last: 36, isMark: false, isWhole: false }
    const [covering] = coverings([found], { first: 0, last: 60, luma }, 25)
    expect([covering!.first, covering!.last]).toEqual([9, 40])
    expect(covering!.strokes.box).toEqual({ x: 30, y: 16, width: 100, height: 34 })
    expect(covering!.strokes.mask.every((value) => value === 1)).toBe(true)
  })
})

describe('a veil behind a text', () => {
  const box = { x: 32, y: 16, width: 96, height: 34 }
  const isIn = (at: number): boolean => {
    const [column, row] = [at % WIDTH, Math.floor(at / WIDTH)]
    return column >= box.x && column < box.x + box.width && row >= box.y && row < box.y + box.height
  }
  /** The picture under a black rectangle of which a share shines through, with letters on it. */
  const veiled = (plane: Plane, share: number): Plane =>
    withText({ ...plane, data: plane.data.map((value, at) => (isIn(at) ? share * value : value)) })
  const text = { box: letters, height: 18 }
  const pairs = (share: number) => [{ shown: part(veiled(ground(2), share)), without: part(ground(1)) }]

  test.each([0.3, 0.5, 0.75])('is found with what it leaves of the picture: %f', (share) => {
    const veil = veilBehind(text, pairs(share))
    expect(Math.abs((veil?.share ?? 0) - share)).toBeLessThan(0.05)
    for (const side of ['x', 'y', 'width', 'height'] as const)
      expect(Math.abs((veil?.box[side] ?? 0) - box[side])).toBeLessThanOrEqual(2)
  })

  test('is none behind bare letters, and where the light of all of the picture changes', () => {
    expect(veilBehind(text, [{ shown: part(withText(ground(2))), without: part(ground(1)) }])).toBeUndefined()
    const dark = { ...ground(2), data: ground(2).data.map((value) => value / 2) }
    expect(veilBehind(text, [{ shown: part(withText(dark)), without: part(ground(1)) }])).toBeUndefined()
    expect(veilBehind(text, [])).toBeUndefined()
  })

  test('is lifted where it stands, and nowhere else', () => {
    const veil = veilBehind(text, pairs(0.5))!
    const lifted = unveiled(part(veiled(ground(9), 0.5)), veil)
    const far = ground(9).data.map((value, at) => {
      const [column, row] = [at % WIDTH, Math.floor(at / WIDTH)]
      const isAcross = Math.min(...[box.x, box.x + box.width].map((x) => Math.abs(column - x))) < 4
      const isBelow = Math.min(...[box.y, box.y + box.height].map((y) => Math.abs(row - y))) < 4
      const isText = isLetter(column, row) || isEdge(column, row)
      return isAcross || isBelow || isText ? 0 : Math.abs(value - lifted.luma.data[at]!)
    })
    expect(Math.max(...far)).toBeLessThan(8)
    const bare = part(ground(9))
    expect(unveiled(bare, veil)).toBe(bare)
  })

  test('goes with its text: what it covered is as it was', () => {
    const at = (frame: number) => part(frame >= 10 && frame < 40 ? veiled(ground(frame), 0.5) : ground(frame))
    const frames = { first: 0, last: 60, part: at }
    const found = { ...text, first: 12, last: 36, isMark: false, isWhole: false }
    const covers = coverings([found], { ...frames, luma: (frame) => at(frame).luma }, 25)
    const { part: clear, edges } = withoutVeils(covers, frames)
    expect(edges).toHaveLength(1)
    expect(Math.abs(clear(20).luma.data[20 * WIDTH + 38]! - ground(20).data[20 * WIDTH + 38]!)).toBeLessThan(8)
    expect(clear(5).luma.data).toEqual(ground(5).data)
  })
})

test('what is filled smoothly is the plane through its edge', () => {
  const mask = new Uint8Array(20 * 20)
  const values = new Float32Array(400).map((_, at) => 3 * (at % 20) + 2 * Math.floor(at / 20))
  const whole = values.slice()
  for (let y = 5; y < 14; y++) for (let x = 4; x < 17; x++) mask[y * 20 + x] = 1
  for (const [at, covered] of mask.entries()) if (covered) values[at] = 200
  const area = { width: 20, height: 20, mask }
  fillSmoothly(values, area, new FillOrder(area))
  for (const [at, value] of values.entries()) expect(Math.abs(value - whole[at]!)).toBeLessThan(0.5)
})

test('motion between two pictures is found, and its parts add up', () => {
  const motion = motionBetween(pyramidOf(ground(0)), pyramidOf(ground(2.5)))
  expect(motion.across).toBeCloseTo(2.5, 0)
  expect(Math.abs(motion.down)).toBeLessThan(0.3)
  expect(addMotion(motion, motion, -1).across).toBe(0)
})

test('what stood still under a text is taken from before it; what moved, from where it is seen', () => {
  const strokes = strokesOf([withText(ground(0)), withText(ground(9)), withText(ground(18))], letters, 18)
  const mask = new Uint8Array(WIDTH * HEIGHT)
  for (const [at, covered] of strokes.mask.entries()) {
    const [x, y] = [at % strokes.box.width, Math.floor(at / strokes.box.width)]
    if (covered) mask[(y + strokes.box.y) * WIDTH + x + strokes.box.x] = 1
  }
  const cover = coverOf(mask, { width: WIDTH, height: HEIGHT })
  const erased = (speed: number, follows: boolean) => {
    const shown = (frame: number) => (frame >= 3 ? withText(ground(frame * speed)) : ground(frame * speed))
    const around = {
      first: 0,
      last: 20,
      part: (frame: number) => part(shown(frame)),
      mask: (frame: number) => (frame >= 3 ? mask : undefined),
    }
    const seen = new FrameSearch(around, { follows }).seen(8)
    return uncovered(part(shown(8)), cover, seen).luma
  }
  expect(worst(erased(0, false), ground(0))).toBeLessThanOrEqual(2)
  const spatial = worst(uncovered(part(withText(ground(16))), cover).luma, ground(16))
  expect(worst(erased(2, true), ground(16))).toBeLessThan(spatial)
})

describe('texts through pictures', () => {
  test('the same letters are one text, others in their place another', () => {
    const tracker = new TextTracker()
    const mirrored = ({ data, ...size }: Plane): Plane => ({ ...size, data: data.slice().reverse() })
    for (let at = 0; at < 3; at++) tracker.take(at, withText(ground(at * 4)), [letters])
    expect(tracker.standing(withText(ground(30)))).toEqual([letters])
    expect(tracker.standing(ground(30))).toBeUndefined()
    tracker.take(3, mirrored(withText(ground(0))), [letters])
    tracker.take(4, ground(0), [])
    expect(tracker.end().map(({ first, last, seen }) => [first, last, seen])).toEqual([
      [0, 2, 3],
      [3, 3, 1],
    ])
  })

  test('bands hold all boxes with room around them and do not overlap', () => {
    const bands = bandsOf(
      [
        { x: 10, y: 300, width: 50, height: 20 },
        { x: 5, y: 325, width: 90, height: 20 },
        { x: 0, y: 10, width: 40, height: 10 },
      ],
      { width: 200, height: 360 },
    )
    expect(bands).toEqual([
      { x: 0, y: 0, width: 200, height: 35 },
      { x: 0, y: 270, width: 200, height: 90 },
    ])
  })
})

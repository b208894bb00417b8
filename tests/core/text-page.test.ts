import { expect, test } from 'vitest'
import { type GreyPicture, learnInk } from '#core/media/text-ink.ts'
import { strokesAlone } from '#core/media/text-hat.ts'
import { pageLine } from '#core/media/text-page.ts'
import { staticInTheWay, subtitleRegion, textBands } from '#core/media/text-regions.ts'

const ink = { isLight: true, level: 150, stroke: 3 }

test('letters in an outline are as thick on a page over a bright ground as over a dark one', () => {
  const drawn = (ground: number): number => {
    const strip = { width: 120, height: 30 }
    const data = new Uint8Array(strip.width * strip.height).fill(ground)
    for (const left of [20, 40, 60, 80])
      for (let y = 6; y < 24; y++)
        for (let x = left - 2; x < left + 13; x++) {
          const isLetter = y > 8 && y < 21 && [left + 2, left + 3, left + 8, left + 9].includes(x)
          // Half of the outline's softness is in the letters' edges.
          const isEdge = y > 8 && y < 21 && [left + 1, left + 4, left + 7, left + 10].includes(x)
          data[y * strip.width + x] = isLetter ? 240 : isEdge ? 170 : 10
        }
    const page = pageLine({ ...strip, data }, { x: 16, y: 7, width: 82, height: 16 }, { ...ink, level: 150 })
    return page.data.filter((value) => value < 128).length
  }
  expect(drawn(225) / drawn(40)).toBeGreaterThan(0.9)
  expect(drawn(225) / drawn(40)).toBeLessThan(1.2)
})

test('subtitles are where text changes, not where it always stands', () => {
  const logo = { x: 0.8, y: 0.05, width: 0.15, height: 0.05 }
  const seen = Array.from({ length: 8 }, (_, at) => {
    const width = 0.2 + at * 0.05
    const subtitle = { x: 0.5 - width / 2, y: 0.88, width, height: 0.06 }
    return { at: at * 1000, boxes: at % 2 === 0 ? [logo, subtitle] : [logo] }
  })
  const bands = textBands(seen)
  expect(bands.map(({ isStatic, times }) => [isStatic, times.length])).toEqual([
    [true, 8],
    [false, 4],
  ])
  const found = subtitleRegion(bands)!
  expect(found.region.y).toBeGreaterThan(0.75)
  expect(found.region.y + found.region.height).toBeGreaterThan(0.94)
  expect(subtitleRegion(textBands(seen.map(({ at }) => ({ at, boxes: [logo] }))))).toBeUndefined()
})

test('text that stays is in the way of subtitles near an edge, unless it is in a corner or changes', () => {
  const clock = { x: 0.66, y: 0.84, width: 0.3, height: 0.1 }
  const others = [
    { x: 0.8, y: 0.02, width: 0.15, height: 0.05 },
    { x: 0.3, y: 0.45, width: 0.4, height: 0.08 },
  ]
  const seen = Array.from({ length: 8 }, (_, at) => ({
    at: at * 1000,
    boxes: [clock, ...others, { x: 0.4, y: 0.72, width: 0.1 + 0.04 * at, height: 0.04 }],
  }))
  expect(staticInTheWay(textBands(seen)).map(({ x, y }) => [x, y])).toEqual([[0.66, 0.84]])
})

test('a picture that was cut to its subtitles is filled by a row, which is no sign of the scene', () => {
  const seen = Array.from({ length: 8 }, (_, at) => {
    const width = 0.2 + (at % 5) * 0.1
    return { at: at * 1000, boxes: [{ x: 0.5 - width / 2, y: 0.22, width, height: 0.55 }] }
  })
  expect(subtitleRegion(textBands(seen, 16 / 9))).toBeUndefined()
  expect(subtitleRegion(textBands(seen, 1120 / 90))?.lineHeight).toBeCloseTo(0.55)
})

test.each([1, 2, 3, 4])(
  'subtitles of %i rows are in the part that is read, and what stands far above is not',
  (count) => {
    const seen = Array.from({ length: 8 }, (_, at) => {
      const row = (y: number, width: number) => ({ x: 0.5 - width / 2, y, width, height: 0.05 })
      const rows = Array.from({ length: count }, (_, line) => row(0.9 - line * 0.07, 0.3 + ((at + line) % 4) * 0.1))
      return { at: at * 1000, boxes: [...rows, row(0.3, 0.2 + (at % 5) * 0.1)] }
    })
    const { region } = subtitleRegion(textBands(seen))!
    expect(region.y).toBeLessThan(0.9 - (count - 1) * 0.07)
    expect(region.y).toBeGreaterThan(0.5)
    expect(region.y + region.height).toBeGreaterThan(0.95)
  },
)

test('on a page a pale dot between two words is none, one over a letter, a full stop and a dark dash are', () => {
  const strip = { width: 200, height: 30 }
  const data = new Uint8Array(strip.width * strip.height).fill(20)
  const box = (value: number, x: number, y: number, width: number, height: number): void => {
    for (let row = y; row < y + height; row++) data.fill(value, row * strip.width + x, row * strip.width + x + width)
  }
  // Letters without and with a stem, the dot of an i, a full stop.
  for (const x of [20, 32, 44, 80, 92, 104]) box(240, x, 11, 4, 10)
  box(132, 44, 6, 3, 3)
  box(132, 112, 19, 3, 3)
  const page = pageLine({ ...strip, data }, { x: 12, y: 3, width: 120, height: 22 }, { ...ink, level: 150 })
  box(132, 62, 13, 3, 3)
  const speck = pageLine({ ...strip, data }, { x: 12, y: 3, width: 120, height: 22 }, { ...ink, level: 150 })
  expect(speck.data).toEqual(page.data)
  const isDark = (of: typeof page): number => of.data.filter((value) => value < 200).length
  box(20, 62, 13, 3, 3)
  box(240, 61, 14, 7, 3)
  const dash = pageLine({ ...strip, data }, { x: 12, y: 3, width: 120, height: 22 }, { ...ink, level: 150 })
  expect(isDark(dash)).toBeGreaterThan(isDark(page))
})

test('where dots make letters, one that is far paler than these is drawn; what is wide and bright is not', () => {
  const strip = { width: 200, height: 30 }
  const data = new Uint8Array(strip.width * strip.height).fill(110)
  const box = (value: number, x: number, y: number, width: number, height: number): void => {
    for (let row = y; row < y + height; row++) data.fill(value, row * strip.width + x, row * strip.width + x + width)
  }
  // A letter in its outline, a dot of it in the same.
  box(0, 38, 8, 44, 18)
  box(245, 42, 11, 36, 3)
  box(135, 58, 18, 3, 2)
  const row = { x: 30, y: 4, width: 100, height: 22 }
  const look = { ...ink, level: 200 }
  const darkAt = (hasDots: boolean, x: number): boolean => {
    const page = pageLine({ ...strip, data }, row, look, { hasDots })
    // With its room the row is as high as the picture, and begins at 23.
    const column = Math.round(((x - 23) * page.height) / strip.height)
    return Array.from({ length: 24 }, (_, y) => page.data[(y + 32) * page.width + column] ?? 255).some((at) => at < 128)
  }
  expect([darkAt(false, 59), darkAt(true, 59)]).toEqual([false, true])
  expect([darkAt(true, 50), darkAt(true, 110)]).toEqual([false, false])
})

test.each([
  ['without an outline, over a letter', { value: 240, x: 60, y: 2, width: 4, height: 4 }],
  ['under the row', { value: 245, x: 74, y: 22, width: 3, height: 3 }],
  ['far beside the row', { value: 245, x: 8, y: 10, width: 3, height: 14 }],
])('where letters have an outline, what is bright %s is none of them', (_, { value, x, y, width, height }) => {
  const strip = { width: 200, height: 30 }
  const data = new Uint8Array(strip.width * strip.height).fill(90)
  const box = (brightness: number, left: number, top: number, wide: number, high: number): void => {
    for (let at = top; at < top + high; at++)
      data.fill(brightness, at * strip.width + left, at * strip.width + left + wide)
  }
  for (const left of [40, 54, 68, 82]) {
    box(0, left - 3, 8, 9, 16)
    box(245, left, 11, 3, 10)
  }
  if (value === 245) box(0, x - 3, y - 3, width + 6, height + 6)
  box(value, x, y, width, height)
  for (const left of [40, 54, 68, 82]) box(245, left, 11, 3, 10)
  const row = { x: 12, y: 5, width: 90, height: 18 }
  const pageOf = (isOutlined: boolean): GreyPicture =>
    pageLine({ ...strip, data }, row, { ...ink, level: 150 }, { isOutlined })
  // With its room the row begins at 6 and 1, and is 26 pixels high.
  const isDark = (page: GreyPicture, across: number, down: number): boolean => {
    const [column, line] = [across - 6, down - 1].map((at) => Math.round(((at + 0.5) * page.height) / 26)) as [
      number,
      number,
    ]
    return (page.data[line * page.width + column] ?? 255) < 128
  }
  const seen = [true, false].map((isOutlined) => {
    const page = pageOf(isOutlined)
    return [isDark(page, 41, 16), isDark(page, x + width / 2, y + height / 2)]
  })
  expect(seen).toEqual([
    [true, false],
    [true, true],
  ])
})

test('strokes alone: what is narrow is as bright as it is over the ground, dark letters as well', () => {
  const size = { width: 120, height: 40 }
  const ground = Uint8Array.from({ length: 120 * 40 }, (_, at) => 60 + (at % 120 < 60 ? 0 : 90))
  const drawn = ground.map((value, at) => (at % 120 >= 30 && at % 120 < 33 ? value + 80 : value))
  const area = { x: 10, y: 5, width: 100, height: 30 }
  const alone = strokesAlone({ ...size, data: drawn }, area, { isLight: true, level: 0, stroke: 5 })
  const dark = strokesAlone({ ...size, data: drawn.map((value) => 255 - value) }, area, {
    isLight: false,
    level: 0,
    stroke: 5,
  })
  expect([alone.width, alone.height]).toEqual([100, 30])
  expect([...alone.data.subarray(1500, 1600)]).toEqual(
    Array.from({ length: 100 }, (_, x) => (x >= 20 && x < 23 ? 80 : 0)),
  )
  expect(dark.data).toEqual(alone.data)
})

test('a row goes on a page without what reaches over its edges', () => {
  const data = new Uint8Array(60 * 30).fill(40)
  const draw = (x: number, top: number, bottom: number): void => {
    for (let y = top; y < bottom; y++) data.fill(230, y * 60 + x, y * 60 + x + 3)
  }
  draw(10, 8, 22)
  draw(20, 8, 22)
  draw(40, 0, 30)
  const page = pageLine({ width: 60, height: 30, data }, { x: 5, y: 7, width: 50, height: 16 }, ink)
  const dark = (from: number, to: number): boolean =>
    page.data.some(
      (value, at) => value < 100 && at % page.width >= from * page.width && at % page.width < to * page.width,
    )
  expect([dark(0, 0.5), dark(0.5, 1)]).toEqual([true, false])
})

test('dark strokes around light letters are an outline, not the letters', () => {
  const data = new Uint8Array(80 * 30).fill(150)
  for (const x of [20, 40, 60])
    for (let y = 6; y < 24; y++) {
      data.fill(10, y * 80 + x - 3, y * 80 + x + 5)
      data.fill(245, y * 80 + x, y * 80 + x + 2)
    }
  const boxes = [{ x: 10, y: 2, width: 60, height: 26 }]
  expect(learnInk([{ picture: { width: 80, height: 30, data }, boxes }], 24).isLight).toBe(true)
})

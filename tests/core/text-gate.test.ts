import { describe, expect, test } from 'vitest'
import { TextGate } from '#core/media/text-gate.ts'
import { learnInk } from '#core/media/text-ink.ts'
import { joinedRolls, RollFilter } from '#core/media/text-rolls.ts'
import { keepsText, type TextSegment } from '#core/media/text-segments.ts'

const size = { width: 120, height: 24 }
const ink = { isLight: true, level: 150, stroke: 3 }

/** A band with a letter of bright strokes at each of these columns, over noise that moves; the same every time. */
function frame(letters: readonly number[], time: number): Uint8Array {
  const data = new Uint8Array(size.width * size.height)
  let random = time + 1
  for (let at = 0; at < data.length; at++) {
    random = Math.imul(random ^ (random >>> 15), 0x2c1b_3c6d) + at + time * 7919
    data[at] = 50 + ((random >>> 9) % 105)
  }
  for (const left of letters) {
    for (let y = 3; y < 21; y++) {
      for (let x = left - 1; x < left + 12; x++) data[y * size.width + x] = 10
      for (const x of [left + 2, left + 3, left + 8, left + 9]) if (y > 4 && y < 19) data[y * size.width + x] = 240
    }
  }
  return data
}

/** Frames by what they show: runs of texts, each a list of columns. */
function segments(runs: readonly (readonly [frames: number, letters: readonly number[]])[]): TextSegment[] {
  const found: TextSegment[] = []
  const gate = new TextGate({ ...size, ink, lineHeight: 20, rate: 10 }, (segment) => found.push(segment))
  let time = 0
  for (const [frames, letters] of runs) for (let at = 0; at < frames; at++) gate.push(frame(letters, time++))
  gate.end()
  return found
}

/** Six rows of upright and level strokes, each row otherwise, the first one's top at this height: parts of pixels are grey. */
function risen({ width, height }: { readonly width: number; readonly height: number }, top: number): Uint8Array {
  const data = new Uint8Array(width * height).fill(20)
  const draw = (x: number, y: number, wide: number, high: number): void => {
    for (let row = Math.floor(y); row < y + high; row++) {
      if (row < 0 || row >= height) continue
      const share = Math.min(row + 1, y + high) - Math.max(row, y)
      for (let column = x; column < x + wide; column++) data[row * width + column] = Math.round(20 + 220 * share)
    }
  }
  for (let line = 0; line < 6; line++)
    for (let letter = 0; letter < 5 + (line % 3); letter++) {
      const x = 12 + 11 * letter + ((line * 7) % 13)
      draw(x, top + 24 * line, 2, 14)
      if ((letter * (line + 2)) % 3 > 0) draw(x + 2, top + 24 * line + ((letter * line) % 4) * 3, 6, 2)
    }
  return data
}

describe('the gate', () => {
  test.each([
    [
      'a text',
      [
        [5, []],
        [20, [10, 30, 50]],
        [5, []],
      ],
      [[5, 25]],
    ],
    [
      'one after another',
      [
        [12, [10, 30, 50]],
        [12, [20, 40, 60, 80]],
      ],
      [
        [0, 12],
        [12, 24],
      ],
    ],
    [
      'a short pause',
      [
        [10, [10, 30]],
        [6, []],
        [10, [10, 30]],
      ],
      [
        [0, 10],
        [16, 26],
      ],
    ],
    [
      'a single letter, until the end',
      [
        [9, []],
        [9, [60]],
      ],
      [[9, 18]],
    ],
    [
      'a word that is added',
      [
        [10, [10, 30]],
        [10, [10, 30, 60, 80]],
      ],
      [
        [0, 10],
        [10, 20],
      ],
    ],
    [
      'a letter that is another one, and the first one again',
      [
        [20, [10, 30, 50, 70, 90]],
        [20, [10, 30, 53, 70, 90]],
        [20, [10, 30, 50, 70, 90]],
      ],
      [
        [0, 20],
        [20, 40],
        [40, 60],
      ],
    ],
    ['nothing but noise', [[30, []]], []],
  ] as const)('%s', (_, runs, expected) => {
    expect(segments(runs).map(({ first, end }) => [first, end])).toEqual(expected)
  })

  test('what moves behind the text is gone from its picture', () => {
    const [segment] = segments([[30, [10, 30]]])
    const { data } = segment!.picture
    const outside = data.filter((_, at) => at % size.width > 50)
    expect(outside.reduce((sum, value) => sum + value, 0) / outside.length).toBeLessThan(90)
    expect(data[10 * size.width + 12]).toBe(240)
  })
})

test.each([
  ['the same', [10, 30], true],
  ['the same and something beside it', [10, 30, 60, 80], true],
  ['half of it', [10], false],
  ['another one', [20, 42], false],
] as const)('a text is kept where %s is seen', (_, letters, expected) => {
  const area = { x: 0, y: 0, width: 50, height: 24 }
  const [before] = segments([[20, [10, 30]]])
  const [after] = segments([[9, letters]])
  expect(keepsText(before!, after!, area, 0.85)).toBe(expected)
})

test('texts of dense strokes, each near one of the other, are two', () => {
  const dense = (shift: number): number[] => Array.from({ length: 7 }, (_, at) => 6 + 14 * at + shift)
  expect(
    segments([
      [10, dense(0)],
      [10, dense(2)],
    ]).map(({ first, end }) => [first, end]),
  ).toEqual([
    [0, 10],
    [10, 20],
  ])
})

test('strokes that come for a moment do not cut a text in two', () => {
  const runs = [
    [10, [10, 30]],
    [3, [10, 30, 80]],
    [10, [10, 30]],
  ] as const
  expect(segments(runs).map(({ first, end }) => [first, end])).toEqual([[0, 23]])
})

describe('text that rolls', () => {
  const roll = { width: 120, height: 60 }
  /** Strokes of two rows of letters; `at` is how far they have moved, `text` distinguishes them. */
  function segmentOf(first: number, end: number, [x, y]: readonly [number, number], text: number): TextSegment {
    const mask = new Uint8Array(roll.width * roll.height)
    for (let letter = 0; letter < 12; letter++) {
      const left = 10 + 8 * letter + ((letter * letter * (text + 3)) % 5) + x
      for (let down = 0; down < 12; down++)
        if ((down * (letter + 1) * (text + 1)) % 7 < 5)
          for (const column of [left, left + 1]) {
            const row = 22 + down + y
            if (row >= 0 && row < roll.height && column >= 0 && column < roll.width) mask[row * roll.width + column] = 1
          }
    }
    const at = Array.from(mask.keys()).filter((pixel) => mask[pixel] === 1)
    return { first, end, strokes: { mask, at }, picture: { ...roll, data: new Uint8Array(mask.length) } }
  }

  /** `0-6@0,-4` are frames and how far a text moved; after `#` which text it is. */
  function filtered(notation: string): string {
    const said: string[] = []
    const tell =
      (word: string) =>
      ({ first, end }: { readonly first: number; readonly end: number }) =>
        said.push(`${word} ${first}-${end}`)
    const filter = new RollFilter({ lineHeight: 20, rate: 25 }, { stands: tell('stands'), rolls: tell('rolls') })
    for (const [, ...numbers] of notation.matchAll(/(\d+)-(\d+)@(-?\d+),(-?\d+)#?(\d*)/g)) {
      const [first = 0, end = 0, x = 0, y = 0, text = 0] = numbers.map(Number)
      filter.take(segmentOf(first, end, [x, y], text))
    }
    filter.end()
    return said.join('; ')
  }

  test.each([
    ['upwards', '0-6@0,8 6-12@0,4 12-18@0,0 18-24@0,-4 24-30@0,-8', 'rolls 0-30'],
    ['to the left', '0-6@12,0 7-12@8,0 14-18@3,0 18-24@-2,0', 'rolls 0-24'],
    ['too briefly', '0-6@0,4 6-12@0,0 12-18@0,-4', 'stands 0-6; stands 6-12; stands 12-18'],
    [
      'nothing: a line that flickers',
      '0-6@0,0 6-12@0,0 12-18@0,0 18-24@0,0',
      'stands 0-6; stands 6-12; stands 12-18; stands 18-24',
    ],
    [
      'nothing: to and fro',
      '0-6@0,0 6-12@0,4 12-18@0,0 18-24@0,4',
      'stands 0-6; stands 6-12; stands 12-18; stands 18-24',
    ],
    [
      'nothing: brief lines, each another one',
      '0-9@0,0#0 9-18@0,0#1 18-27@0,0#2 27-36@0,0#4',
      'stands 0-9; stands 9-18; stands 18-27; stands 27-36',
    ],
    [
      'on after some that show too little',
      '0-6@0,8 6-12@0,4 12-18@0,0 18-24@0,-4 30-36@0,0#1 36-42@0,0#2 60-66@0,8 66-72@0,4 72-78@0,0 78-84@0,-4',
      'rolls 0-84',
    ],
    [
      'and then stands',
      '0-6@0,8 6-12@0,4 12-18@0,0 18-24@0,-4 30-36@0,0#1 60-140@0,0#2 150-156@0,8 156-162@0,4 162-168@0,0 168-174@0,-4',
      'rolls 0-36; stands 60-140; rolls 150-174',
    ],
    [
      'between lines that stand',
      '0-50@0,0#1 60-66@0,8 66-72@0,4 72-78@0,0 78-84@0,-4 90-140@0,0#2',
      'stands 0-50; rolls 60-84; stands 90-140',
    ],
  ])('%s', (_, notation, expected) => {
    expect(filtered(notation)).toBe(expected)
  })
})

test('what rolls on over the border of a piece is one', () => {
  const rolls = [
    { start: 1000, end: 5000 },
    { start: 118_500, end: 120_000 },
    { start: 120_200, end: 130_000 },
  ]
  expect(joinedRolls(rolls)).toEqual([rolls[0], { start: 118_500, end: 130_000 }])
})

test('credits that rise row by row through the gate are one stretch that rolls', () => {
  const strip = { width: 120, height: 60 }
  const said: string[] = []
  const filter = new RollFilter(
    { lineHeight: 14, rate: 25 },
    {
      stands: ({ first, end }) => said.push(`stands ${first}-${end}`),
      rolls: ({ first, end }) => said.push(`rolls ${first}-${end}`),
    },
  )
  const gate = new TextGate({ ...strip, ink, lineHeight: 14, rate: 25 }, (segment) => filter.take(segment))
  for (let time = 0; time < 150; time++) gate.push(risen(strip, 60 - 1.6 * time))
  gate.end()
  filter.end()
  expect(said).toEqual(['rolls 9-118'])
})

test('the look of letters is learnt where they were found', () => {
  const boxes = [{ x: 8, y: 2, width: 60, height: 20 }]
  const light = { ...size, data: frame([10, 30, 50], 1) }
  const dark = { ...size, data: light.data.map((value) => 255 - value) }
  expect(learnInk([{ picture: light, boxes }], 20)).toMatchObject({ isLight: true })
  expect(learnInk([{ picture: dark, boxes }], 20)).toMatchObject({ isLight: false })
})

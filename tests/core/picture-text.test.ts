import { describe, expect, test } from 'vitest'
import { learnInk } from '#core/media/text-ink.ts'
import { keepsText, TextGate, type TextSegment } from '#core/media/text-gate.ts'
import { type ReadText, textLines, textOf } from '#core/media/text-lines.ts'
import { pageLine } from '#core/media/text-page.ts'
import { cleanWords, weighReadings, withMarksApart } from '#core/media/text-readings.ts'
import { wordsInRuns, wordsOfSyllables } from '#core/media/text-spaces.ts'
import { withOwnLetters, withOwnMarks } from '#core/media/text-spelling.ts'
import { wordsOfSigns } from '#core/media/text-spaces.ts'
import { RollFilter } from '#core/media/text-rolls.ts'
import { subtitleRegion, textBands } from '#core/media/text-regions.ts'
import { defaultCueRules } from '#core/speech/cues.ts'
import { fuseLines } from '#core/speech/fuse.ts'
import { makeCue, sequentialIds } from '#core/subtitle/cue.ts'

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

describe('text that rolls', () => {
  const roll = { width: 120, height: 60 }
  /** Strokes of two rows of letters; `at` is how far they have moved, `text` tells one from another. */
  function segmentOf(first: number, end: number, [x, y]: readonly [number, number], text: number): TextSegment {
    const strokes = new Uint8Array(roll.width * roll.height)
    for (let letter = 0; letter < 12; letter++) {
      const left = 10 + 8 * letter + ((letter * letter * (text + 3)) % 5) + x
      for (let down = 0; down < 12; down++)
        if ((down * (letter + 1) * (text + 1)) % 7 < 5)
          for (const column of [left, left + 1]) {
            const row = 22 + down + y
            if (row >= 0 && row < roll.height && column >= 0 && column < roll.width)
              strokes[row * roll.width + column] = 1
          }
    }
    return { first, end, strokes, picture: { ...roll, data: new Uint8Array(strokes.length) } }
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
      'between lines that stand',
      '0-50@0,0#1 60-66@0,8 66-72@0,4 72-78@0,0 78-84@0,-4 90-140@0,0#2',
      'stands 0-50; rolls 60-84; stands 90-140',
    ],
  ])('%s', (_, notation, expected) => {
    expect(filtered(notation)).toBe(expected)
  })
})

test('the look of letters is learnt where they were found', () => {
  const boxes = [{ x: 8, y: 2, width: 60, height: 20 }]
  const light = { ...size, data: frame([10, 30, 50], 1) }
  const dark = { ...size, data: light.data.map((value) => 255 - value) }
  expect(learnInk([{ picture: light, boxes }], 20)).toMatchObject({ isLight: true })
  expect(learnInk([{ picture: dark, boxes }], 20)).toMatchObject({ isLight: false })
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

const words = (text: string, confidence = 0.95) => text.split(' ').map((word) => ({ text: word, confidence }))

describe('two readings', () => {
  test.each([
    ['Ithink thisisthebest ofthem', 'I think this is the best of them', 'I think this is the best of them'],
    ["It's about themoney,it's time", "It's about the money, it's time", "It's about the money, it's time"],
    ['a quick fox', 'a quick fox', 'a quick fox'],
    ['nickname of his', '... nickname of his', '...nickname of his'],
    ['... and then', '... and then', '... and then'],
    ['...', '...', '...'],
    ['ese guys were', 'These guys were', 'These guys were'],
    ['hello', '', 'hello'],
    ['', 'hello', 'hello'],
  ])('%s + %s', (first, second, expected) => {
    const of = (text: string) => (text === '' ? [] : words(text))
    expect(
      weighReadings(of(first), of(second))
        .map(({ text }) => text)
        .join(' '),
    ).toBe(expected)
  })

  test('letters of the surer engine, and what the other one read', () => {
    expect(weighReadings(words('Where is Bill', 0.5), words('Where is Bell', 0.9))[2]).toMatchObject({
      text: 'Bell',
      other: 'Bill',
    })
    // What has nothing to do with each other is not mixed.
    expect(weighReadings(words('good morning'), words('Tsi Zw', 0.1)).map(({ text }) => text)).toEqual([
      'good',
      'morning',
    ])
  })
})

describe('marks', () => {
  const weighed = (first: string, second: string, confidence = 0.7): string =>
    weighReadings(words(first), words(second, confidence))
      .map(({ text }) => text)
      .join(' ')

  test.each([
    ['Okay.', '- Okay.', '- Okay.'],
    ['-Okay.', '-Okay.', '- Okay.'],
    ['Its fine', "It's fine", "It's fine"],
    ['as long- as', 'as long as', 'as long as'],
    ['Very easy man', 'Very-easy man', 'Very-easy man'],
    ['I know', 'I know |', 'I know'],
    ['have you. been here', 'have you been here', 'have you been here'],
    ['-Yes.', '“Yes,', '- Yes.'],
    ['-Yeah.', '“>Yeah.', '- Yeah.'],
    ['to me.', '“to me.', 'to me.'],
    ['He loved chicken.', 'He loved chicken,', 'He loved chicken.'],
    ['nicht...', 'nicht..,', 'nicht...'],
    ['Um 18 fahrt der Zug', 'Um 18 fährt der Zug', 'Um 18 fährt der Zug'],
    ['had an old·movie', 'had an*old movie', 'had an old movie'],
  ])('%s + %s', (first, second, expected) => expect(weighed(first, second)).toBe(expected))

  test('capitals that look like small letters are taken from the one that knows how high rows are', () => {
    expect(weighed('day of sun (oh)', 'day of sun (Oh)', 0.9)).toBe('day of sun (Oh)')
    expect(weighed('Oh no', 'oh no', 0.9)).toBe('Oh no')
  })

  test('two engines that differ in a mark alone are sure of the word', () => {
    const [, word] = weighReadings(words('- Hi', 0.9), words('- Hi.', 0.2))
    expect(word).toMatchObject({ text: 'Hi.', confidence: expect.closeTo(0.81) as number })
  })

  test('an apostrophe before a whole word of English is a speck; before its own endings it is not', () => {
    const text = (line: string) => withOwnMarks(words(line), 'en').map((word) => word.text)
    expect(text("Did'you forget and'notice A'play")).toEqual('Did you forget and notice A play'.split(' '))
    const right = "I'm don't you're O'Brien o'clock y'know ma'am".split(' ')
    expect(text(right.join(' '))).toEqual(right)
  })

  test('of one reading: specks are left out, French sets its high marks apart', () => {
    const text = (line: string) => cleanWords(words(line)).map((word) => word.text)
    expect(text('| Guten Tag, Frau M .?')).toEqual(['Guten', 'Tag,', 'Frau', 'M?'])
    expect(withMarksApart(words('Vraiment ? Non! à 18:30')).map((word) => word.text)).toEqual(
      'Vraiment ? Non ! à 18:30'.split(' '),
    )
  })
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

test('strokes that come for a moment do not cut a text in two', () => {
  const runs = [
    [10, [10, 30]],
    [3, [10, 30, 80]],
    [10, [10, 30]],
  ] as const
  expect(segments(runs).map(({ first, end }) => [first, end])).toEqual([[0, 23]])
})

const read = (start: number, end: number, text: string, confidence = 0.95): ReadText => ({
  start,
  end,
  rows: text.split('\n').map((row, index) => ({
    box: { x: 0.2 + row.length / 100, y: 0.2 + index * 0.4, width: 0.4, height: 0.3 },
    words: [],
    text: row,
    confidence,
  })),
})

test('each line once, by its surest reading, in its own script', () => {
  const lines = textLines(
    [
      read(0, 1000, '今天的天气真不错\nThe weather is fine'),
      read(1000, 1400, '今天的天汽真不错\nThe weather is fine', 0.7),
      read(1400, 1500, 'M山', 0.2),
      read(2000, 3000, '好'),
      read(3300, 4000, '好'),
    ],
    'zh_cn',
  )
  expect(lines.map((line) => [line.start, line.end, textOf(line)])).toEqual([
    [0, 1400, '今天的天气真不错'],
    [2000, 3000, '好'],
    [3300, 4000, '好'],
  ])
  const foreign = [
    read(0, 900, 'And what is it?'),
    read(1000, 2000, 'No'),
    read(2000, 2400, 'Never'),
    read(3000, 3500, 'hm 公'),
  ]
  expect(textLines(foreign, 'ru')).toEqual([])
})

test('of several readings of a line that which was read most often, with its blanks', () => {
  const often = [
    read(0, 1500, 'Where did she g0', 0.9),
    read(1500, 2000, 'Where did she go', 0.9),
    read(2000, 2600, 'Wheredid she go', 0.9),
    read(2600, 3200, 'Where did she go', 0.9),
  ]
  expect(textLines(often, 'en').map(textOf)).toEqual(['Where did she go'])
  const blanks = [
    read(0, 900, '여섯 시에 떠나요', 0.95),
    read(900, 1900, '여섯 시 에 떠나요', 0.8),
    read(1900, 2900, '여섯 시에 떠나요', 0.95),
  ]
  expect(textLines(blanks, 'ko').map((line) => [line.start, line.end, textOf(line)])).toEqual([
    [0, 2900, '여섯 시에 떠나요'],
  ])
})

test('blanks that were not read are where the row has gaps', () => {
  const text = 'ofthem'
  const places = [10, 20, 40, 50, 60, 70]
  const signs = [...text].map((sign, index) => ({ text: sign, confidence: 0.9, x: places[index]! }))
  const isInk = (x: number): boolean => places.some((middle) => Math.abs(x - middle) <= 4)
  const words = wordsOfSigns(signs, { x: 0, y: 0, width: 80, height: 20 }, isInk)
  expect(words.map((word) => word.text)).toEqual(['of', 'them'])
  // Where every letter stands apart, gaps say nothing.
  const wide = signs.map((sign, index) => ({ ...sign, x: 10 + index * 20 }))
  const isDot = (x: number): boolean => x % 20 === 10
  expect(wordsOfSigns(wide, { x: 0, y: 0, width: 130, height: 20 }, isDot).map((word) => word.text)).toEqual([text])
})

test('what was read and what was heard become one version', () => {
  const lines = [makeCue('a', 1000, 3000, 'Good morning, Ms Baker'), makeCue('b', 4000, 5000, 'Closed on Mondays')]
  const heard = [
    { text: 'good', start: 1150, end: 1400 },
    { text: 'morning', start: 1400, end: 1800 },
    { text: 'miss', start: 1800, end: 2000 },
    { text: 'baker', start: 2000, end: 2600 },
    { text: 'anybody', start: 4100, end: 4500 },
    { text: 'here', start: 4500, end: 4800 },
    { text: 'goodbye', start: 7000, end: 7500 },
  ]
  const fused = fuseLines(lines, heard, defaultCueRules, sequentialIds('s'))
  expect(fused.map(({ cue, origin, heard: other }) => [cue.start, cue.end, cue.text, origin, other])).toEqual([
    [1150, 2720, 'Good morning, Ms Baker', 'both', ''],
    [4000, 5000, 'Closed on Mondays', 'differs', 'anybody here'],
    [7000, 7833, 'goodbye', 'speech', ''],
  ])
})

describe('words as their language writes them', () => {
  test.each([
    ['el', 'Πρέπει να περάσου\u00B5ε', 'Πρέπει να περάσουμε'],
    ['el', 'το ε\u1F36πε \u1F21', 'το είπε ή'],
    ['hi', 'खत्\u200Cम', 'खत्म'],
    ['th', 'ก\u0E4D\u0E32ลัง', 'กำลัง'],
    ['th', 'น ้ ้ า เร า ก ํ า ล ั ง', 'น้ำ เรา กำ ลั ง'],
    ['th', 'น้้าแข็ง น้\u0E4Dา น\u0E4D้า', 'น้ำแข็ง น้ำ น้ำ'],
    ['th', 'ไม่่ได้ กี่่ ข้า คุุณ', 'ไม่ได้ กี่ ข้า คุณ'],
    ['de', 'dıe', 'die'],
    ['tr', 'kız', 'kız'],
  ] as const)('%s signs: %s', (language, read, expected) => {
    const text = withOwnLetters(words(read), language).map((word) => word.text)
    expect(text.join(' ')).toBe(expected)
  })

  test.each([
    ['zh_tw', '今天晚上你有空嗎?', '今天晚上你有空嗎？'],
    ['zh_cn', '她说:“马上回来!”', '她说：“马上回来！”'],
    ['zh_tw', '請問,你能幫我一下嗎?', '請問，你能幫我一下嗎？'],
    ['ja', '「すぐに戻って!」', '「すぐに戻って！」'],
    ['ja', '来ます,横', '来ます、横'],
    ['zh_cn', 'OK, 12:30?', 'OK, 12:30?'],
    ['zh_cn', '什么?!', '什么？！'],
    ['ko', '모르겠어요. ，', '모르겠어요.'],
    ['ar', '.تعيش أخته', 'تعيش أخته.'],
    ['fr', 'Quoi?', 'Quoi ?'],
    ['en', 'So, yeah?', 'So, yeah?'],
  ] as const)('%s marks: %s', (language, read, expected) => {
    const own = withOwnMarks(words(read), language).map(({ text }) => text)
    expect(own.join(' ')).toBe(expected)
  })

  test.each([
    ['21+55 오늘 93+19 저 122+20 녁 152+20 에 186+55 시간 253+98 있어요?', '오늘 저녁에 시간 있어요?'],
    ['19+44 오늘 76+19 저 102+18 녁 126+15 에 158+42 시간 214+82 있어요?', '오늘 저녁에 시간 있어요?'],
    [
      '15+64 어제 96+30 그 147+25 사 177+62 람 214+24 이 257+63 직접 343+24 말 376+25 했 409+24 어',
      '어제 그 사람이 직접 말했어',
    ],
    ['10+40 What 55+10 a 70+40 day', 'What a day'],
  ])('syllables that stand apart: %s', (row, expected) => {
    const parts = [...row.matchAll(/(\d+)\+(\d+) (\S+)/g)].map(([, x, width, text = '']) => ({
      ...{ text, confidence: 0.9, x: Number(x), width: Number(width) },
    }))
    expect(
      wordsOfSyllables(parts)
        .map(({ text }) => text)
        .join(' '),
    ).toBe(expected)
  })

  // `a-b` is ink from one column to another.
  test.each([
    ['나는왔어 .', '0-20 24-44 58-78 82-102 106-108', '나는 왔어.'],
    ['안가.', '0-20 33-53 57-59', '안 가.'],
    ['기 차는 온다', '0-14 16-20 24-40 44-64 78-84 86-98 103-123', '기차는 온다'],
    ['오늘가요? |', '0-20 25-45 58-78 82-102 106-112 160-163', '오늘 가요? |'],
    ['하나둘', '0-20 26-46 52-72', '하나둘'],
  ])('blanks where a row of Hangul has them: %s', (row, ink, expected) => {
    const parts = row.split(' ').map((text) => ({ text, confidence: 0.9, x: 0, width: 10 }))
    const runs = ink.split(' ').map((run) => {
      const [x = 0, end = 0] = run.split('-').map(Number)
      return { x, width: end - x }
    })
    expect(
      wordsInRuns(parts, runs)
        ?.map(({ text }) => text)
        .join(' '),
    ).toBe(expected)
  })

  test('a row whose words do not fill what is seen is left to its boxes', () => {
    const runs = [0, 60, 140].map((x) => ({ x, width: x === 140 ? 200 : 20 }))
    expect(wordsInRuns([{ text: '하나', confidence: 0.9, x: 0, width: 340 }], runs)).toBeUndefined()
  })
})

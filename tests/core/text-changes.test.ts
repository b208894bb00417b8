import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hasOtherLetter, otherLetters } from '#core/media/text-changes.ts'
import type { TextSegment } from '#core/media/text-segments.ts'

const [LETTERS, LETTER, HEIGHT] = [10, 14, 24]
const width = LETTERS * LETTER
const look = { isLight: true, lineHeight: 20 }

/** Letters of three upright strokes and two level ones: which of the five a number has. */
const alphabet = [0b00111, 0b01011, 0b10101, 0b11010, 0b11111, 0b01110, 0b10110] as const

/**
 * A text over a ground that is bright in places, but for an outline around letters. Where the ground is bright all the
 * time it may be taken for strokes.
 */
function segmentOf(
  text: readonly number[],
  ground: readonly number[],
  frames: readonly [number, number] = [0, 20],
): TextSegment {
  const data = new Uint8Array(width * HEIGHT).fill(30)
  const mask = new Uint8Array(data.length)
  for (const at of ground) {
    data[at % data.length] = 230
    mask[at % data.length] = 1
  }
  const fill = (left: number, top: number, wide: number, high: number, value: number): void => {
    for (let y = top; y < top + high; y++)
      for (let x = left; x < left + wide; x++) {
        data[y * width + x] = value
        mask[y * width + x] = value > 100 ? 1 : 0
      }
  }
  for (const [at, letter] of text.entries()) {
    const left = at * LETTER + 2
    fill(left - 1, 3, 12, 18, 10)
    const strokes = alphabet[letter % alphabet.length] ?? 0
    for (const [bit, x] of [0, 4, 8].entries()) if (strokes & (1 << bit)) fill(left + x, 5, 2, 14, 240)
    for (const [bit, y] of [5, 17].entries()) if (strokes & (8 << bit)) fill(left, y, 10, 2, 240)
  }
  const at = [...mask.keys()].filter((pixel) => mask[pixel] === 1)
  const [first, end] = frames
  return { first, end, strokes: { mask, at }, picture: { width, height: HEIGHT, data } }
}

const anyText = fc.array(fc.nat(alphabet.length - 1), { minLength: 3, maxLength: LETTERS })
/** Specks of the ground, one in the columns of a letter: three beside each other for all of a text are a stroke of one. */
const anyGround = fc.uniqueArray(fc.nat(width * HEIGHT - 1), {
  maxLength: LETTERS,
  selector: (at) => Math.floor((at % width) / LETTER),
})

test('the same letters have no other one among them, whatever is behind them', () => {
  fc.assert(
    fc.property(anyText, anyGround, anyGround, (text, before, after) => {
      // What is behind each letter is outside of its outline.
      expect(hasOtherLetter(segmentOf(text, before), segmentOf(text, after), look)).toBe(false)
    }),
  )
})

test('one other letter is seen at any place, in either order', () => {
  fc.assert(
    fc.property(
      anyText,
      fc.nat(),
      fc.integer({ min: 1, max: alphabet.length - 1 }),
      anyGround,
      (text, place, by, ground) => {
        const at = place % text.length
        const other = text.map((letter, index) => (index === at ? (letter + by) % alphabet.length : letter))
        const [a, b] = [segmentOf(text, ground), segmentOf(other, [])]
        expect(hasOtherLetter(a, b, look)).toBe(true)
        expect(hasOtherLetter(b, a, look)).toBe(true)
      },
    ),
  )
})

test('only where it is looked at', () => {
  const [a, b] = [segmentOf([0, 1, 2, 3], []), segmentOf([0, 1, 2, 4], [])]
  const first = { x: 0, y: 0, width: 3 * LETTER, height: HEIGHT }
  expect(hasOtherLetter(a, b, look, [first])).toBe(false)
  expect(hasOtherLetter(a, b, look, [first, { ...first, x: first.width }])).toBe(true)
})

test('readings of one text are looked at together; a moment is no text', () => {
  const areas = [{ x: 0, y: 0, width, height: HEIGHT }]
  const stood = (letters: readonly number[], frames: readonly [number, number], text: string) => ({
    ...{ segment: segmentOf(letters, [], frames), areas, text },
  })
  const [one, two] = [
    [0, 1, 2, 3],
    [0, 1, 2, 5],
  ]
  const seen = [
    stood(one, [0, 20], 'Room 1'),
    stood(one, [20, 40], 'room 1.'),
    stood(one, [40, 60], 'Room l'),
    stood(two, [60, 63], 'Rom 7'),
    stood(two, [63, 90], 'Room 2'),
    stood(two, [90, 99], 'Room 2'),
  ]
  expect(otherLetters(seen, { ...look, rate: 25 })).toEqual([false, false, false, false, true, false])
})

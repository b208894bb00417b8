import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { withoutSceneText, withWholeRows } from '#core/media/text-clusters.ts'
import type { ReadRow, ReadText } from '#core/media/read-text.ts'
import { textLines, textOf } from '#core/media/text-lines.ts'

interface Place {
  /** In shares of what was looked at; `centre` of the row. */
  readonly centre: number
  readonly y: number
  readonly height: number
  readonly brightness: number
  readonly weight: number
}

const caption: Place = { centre: 0.5, y: 0.6, height: 0.2, brightness: 230, weight: 0.12 }

function row(text: string, place: Partial<Place> = {}): ReadRow {
  const { centre, y, height, brightness, weight } = { ...caption, ...place }
  const width = text.length * height * 0.1
  const box = { x: centre - width / 2, y, width, height }
  return {
    box,
    words: [{ text, confidence: 0.95 }],
    text,
    confidence: 0.95,
    look: { brightness, weight, height: height * 0.7 },
  }
}

const text = (start: number, end: number, ...rows: ReadRow[]): ReadText => ({ start, end, rows })
const said = (texts: readonly ReadText[]): string[] => texts.flatMap(({ rows }) => rows.map((each) => each.text))

const lines = ['Good evening to you', 'How are you today', 'Never mind the rain', 'We should go home now', 'All right']
const talk = lines.map((line, at) => text(at * 2000, at * 2000 + 2000, row(line)))
/** What a studio shows at the beginning, in small letters above the lines. */
const title = row('RECORDED AT THE STUDIO', { y: 0.3, height: 0.1, weight: 0.2 })

describe('text of the scene', () => {
  test('goes, and the line below it stays one', () => {
    const [first, ...others] = talk
    const shown = [
      text(0, 900, title, ...first!.rows),
      text(900, 1400, row('RECORDED T THE STUDO', { y: 0.31, height: 0.1, weight: 0.2 }), ...first!.rows),
      text(1400, 2000, ...first!.rows),
      ...others,
    ]
    expect(textLines(shown, 'en').map((line) => [line.start, line.end, textOf(line)])).toEqual(
      talk.map((line) => [line.start, line.end, textOf(line)]),
    )
  })

  test.each([
    ['another size and place', { y: 0.1, height: 0.1 }, false],
    ['another brightness beside the lines', { brightness: 150, centre: 0.15 }, false],
    ['letters that are far larger', { height: 0.36 }, false],
    ['a larger size in a thick typeface', { weight: 0.3, height: 0.28 }, false],
    ['a line that stands elsewhere', { centre: 0.2 }, true],
    ['a line at the top', { y: 0.05 }, true],
    ['a little larger letters', { height: 0.26 }, true],
  ] as const)('%s', (_, place, stays) => {
    const shown = [...talk, text(12_000, 13_000, row('Exit to the street', place))]
    expect(said(withoutSceneText(shown)).includes('Exit to the street')).toBe(stays)
  })

  test('stays where there are too few lines to know how they look', () => {
    const shown = [text(0, 900, title), ...talk.slice(0, 3)]
    expect(withoutSceneText(shown)).toEqual(shown)
  })

  test('that says several things is no exception: names of people who speak stay', () => {
    const name = { y: 0.1, height: 0.1, weight: 0.2 }
    const shown = [
      ...talk,
      text(12_000, 13_000, row('Anna Baker', name)),
      text(15_000, 16_000, row('Tom Miller', name)),
    ]
    expect(withoutSceneText(shown)).toEqual(shown)
  })

  test('no line in the look of most lines goes, wherever the scene has text', () => {
    const anyPlace = fc.record({
      centre: fc.double({ min: 0.1, max: 0.9, noNaN: true }),
      y: fc.double({ min: 0, max: 0.9, noNaN: true }),
      height: fc.double({ min: 0.05, max: 0.5, noNaN: true }),
    })
    fc.assert(
      fc.property(anyPlace, fc.nat(4), (place, at) => {
        const shown = talk.map((line, index) =>
          index === at ? { ...line, rows: [...line.rows, row('Exit', place)] } : line,
        )
        expect(said(withoutSceneText(shown)).filter((each) => each !== 'Exit')).toEqual(lines)
      }),
    )
  })
})

test('parts of a row that stand beside each other are one row, in their order', () => {
  const parts = text(0, 900, row('second', { centre: 0.7 }), row('above', { y: 0.3 }), row('first', { centre: 0.3 }))
  expect(said([withWholeRows(parts)])).toEqual(['above', 'first second'])
})

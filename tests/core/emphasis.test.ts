import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { alignText, hasEmphasis, restyle, sameCaret, toggleEmphasis } from '#core/subtitle/text/emphasis.ts'
import {
  parseMarkup,
  plainText,
  rawOffset,
  visibleParts,
  visibleRange,
  writeMarkup,
} from '#core/subtitle/text/markup.ts'

/** A text with its selected part between brackets. */
function marked(text: string) {
  const from = text.indexOf('[')
  const to = text.indexOf(']') - 1
  return { text: text.replace(/[[\]]/g, ''), part: { from, to } }
}

function show({ text, from, to }: { text: string; from: number; to: number }): string {
  return `${text.slice(0, from)}[${text.slice(from, to)}]${text.slice(to)}`
}

test.each([
  ['Hello|', '<i>Hello|</i>'],
  ['Hel|lo', '<i>Hel|lo</i>'],
  ['|Hello', '<i>|Hello</i>'],
  ['<i>Hel|lo</i>', '{\\an8}<b>Hel|lo</b>'],
  ['<i>Hello|</i>', 'Hello|'],
  ['|', '|'],
])('a cursor stays at its letter, inside of tags that come: %s', (text, expected) => {
  const changed = expected.replace('|', '')
  const at = sameCaret(text.replace('|', ''), text.indexOf('|'), changed)
  expect(`${changed.slice(0, at)}|${changed.slice(at)}`).toBe(expected)
})

const wild = fc
  .array(
    fc.constantFrom(
      'a',
      'bc ',
      '\n',
      '<i>',
      '</i>',
      '<b>',
      '</b>',
      '<u>',
      '</u>',
      '{\\an8}',
      '<',
      '{',
      '}',
      '<\u2060i>',
      '{\u2060x}',
      'é',
      '<font color="#ff0000">',
      '</font>',
      '{\\pos(1,2)}',
      '<ruby>',
      '</ruby>',
      '你',
    ),
    { maxLength: 14 },
  )
  .map((parts) => parts.join(''))
const emphasis = fc.constantFrom('italic' as const, 'bold' as const, 'underline' as const)
const partOf = (text: string) =>
  fc.tuple(fc.nat(text.length), fc.nat(text.length)).map(([a, b]) => ({ from: Math.min(a, b), to: Math.max(a, b) }))

describe('emphasis', () => {
  test.each([
    ['a [bc] d', 'a <i>[bc]</i> d'],
    ['a <i>[bc]</i> d', 'a [bc] d'],
    ['<i>a [bc] d</i>', '<i>a </i>[bc]<i> d</i>'],
    ['<b>a [b</b>c] d', '<b>a <i>[b</i></b><i>c]</i> d'],
    ['{\\an8}[a] b', '{\\an8}<i>[a]</i> b'],
    ['a <i>b[c</i> d]', 'a <i>b[c d]</i>'],
  ])('%s in italics is %s', (before, after) => {
    const { text, part } = marked(before)
    expect(show(toggleEmphasis(text, 'italic', part))).toBe(after)
  })

  test('twice gives back, where a part has one emphasis throughout', () => {
    fc.assert(
      fc.property(
        wild.chain((text) => fc.tuple(fc.constant(text), partOf(text))),
        emphasis,
        ([wildText, part], kind) => {
          // One state first: what is mixed becomes all on.
          const once = restyle(wildText, { [kind]: false }, part)
          const on = toggleEmphasis(once.text, kind, once)
          if (plainText(once.text.slice(once.from, once.to)).trim() === '') return
          expect(hasEmphasis(on.text, kind, on)).toBe(true)
          expect(toggleEmphasis(on.text, kind, on).text).toBe(once.text)
        },
      ),
      { numRuns: 2000 },
    )
  })

  test('what is read stays, and tags stay whole', () => {
    fc.assert(
      fc.property(
        wild.chain((text) => fc.tuple(fc.constant(text), partOf(text))),
        emphasis,
        ([text, part], kind) => {
          const changed = toggleEmphasis(text, kind, part)
          expect(plainText(changed.text)).toBe(plainText(text))
          const again = parseMarkup(changed.text)
          expect(writeMarkup({ ...again, align: undefined })).toBe(changed.text.replace(/^\{\\an\d\}/, ''))
        },
      ),
      { numRuns: 2000 },
    )
  })

  test('places, with the one that is usual elsewhere', () => {
    expect(alignText('<i>a</i>', 8)).toBe('{\\an8}<i>a</i>')
    expect(alignText('{\\an8}<i>a</i>', 2)).toBe('{\\an2}<i>a</i>')
    expect(alignText('{\\an8}{\\pos(1,2)}a', undefined)).toBe('{\\pos(1,2)}a')
    expect(toggleEmphasis('{\\an2}a', 'bold').text).toBe('{\\an2}<b>a</b>')
  })

  test('a colour goes on and off', () => {
    const { text, part } = marked('a [b]')
    const red = restyle(text, { color: '#ff0000' }, part)
    expect(red.text).toBe('a <font color="#ff0000">b</font>')
    expect(restyle(red.text, { color: undefined }).text).toBe('a b')
  })
})

describe('a stretch of a text as it is read', () => {
  const cases: readonly (readonly [marked: string, seen: string])[] = [
    ['no [tags] here', 'no [tags] here'],
    ['<i>the [boat]</i>s', 'the [boat]s'],
    ['the [bo<b>at]s</b>', 'the [boat]s'],
    ['{\\an8}[up]', '[up]'],
    ['[<i>]all tags', ''],
  ]

  test.each(cases)('%s → %s', (given, expected) => {
    const { text, part } = marked(given)
    const seen = visibleRange(text, part.from, part.to)
    const read = visibleParts(text)
      .map((piece) => piece.seen)
      .join('')
    expect(seen ? show({ text: read, ...seen }) : '').toBe(expected)
  })
})

test.each([
  ['plain', 2, 'pl|ain'],
  ['<i>Styled</i> line', 0, '<i>|Styled</i> line'],
  ['<i>Styled</i> line', 6, '<i>Styled|</i> line'],
  ['{\\an8}<b>Top</b>', 3, '{\\an8}<b>Top|</b>'],
  ['', 0, '|'],
])('an offset among the visible letters of %s: %i', (text, seen, expected) => {
  const at = rawOffset(text, seen)
  expect(`${text.slice(0, at)}|${text.slice(at)}`).toBe(expected)
})

test('offsets among visible letters lead to the same visible range', () => {
  const piece = fc.constantFrom('a', 'bc', ' ', '\n', '<i>', '</i>', '<b>', '</b>', '{\\an8}', '<\u2060')
  fc.assert(
    fc.property(fc.array(piece), fc.nat(20), fc.nat(20), (pieces, one, other) => {
      const text = pieces.join('')
      const { length } = visibleParts(text)
        .map(({ seen }) => seen)
        .join('')
      const [from, to] = [Math.min(one, other, length), Math.min(Math.max(one, other), length)]
      if (from === to) return
      expect(visibleRange(text, rawOffset(text, from), rawOffset(text, to))).toEqual({ from, to })
    }),
  )
})

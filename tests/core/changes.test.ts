import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Cue, makeCue } from '#core/subtitle/cue/cue.ts'
import { type CueList, cueList } from '#core/subtitle/cue/cue-list.ts'
import { applyPatch, patchBetween, patchTo, touch, type Touched } from '#core/subtitle/cue/patch.ts'
import { Digest } from '#core/subtitle/cue/digest.ts'
import { applyWireChanges, fromWire, toWire, toWireChanges } from '#core/subtitle/cue/wire.ts'
import { show, tl } from '#tests/support/notation.ts'

/** Texts with the same few ids: lines come, go, change and change places. */
const text = fc
  .shuffledSubarray(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'])
  .chain((ids) =>
    fc.tuple(
      ...ids.map((id) =>
        fc
          .tuple(fc.nat(3), fc.constantFrom('', 'x', 'y'), fc.subarray(['r1', 'r2']))
          .map(([at, words, roles]): Cue => ({ ...makeCue(id, at * 1000, at * 1000 + 500, words), roles })),
      ),
    ),
  )

interface Followed {
  readonly first: CueList
  readonly last: CueList
  readonly touched: Touched
  readonly digest: Digest
}

/** One text after the other, as a person's edits make them. */
function follow([first, ...rest]: readonly (readonly Cue[])[]): Followed {
  const touched: Touched = new Map()
  const digest = Digest.of(first!)
  let list = cueList(first!)
  const begin = list
  for (const cues of rest) {
    const patch = patchTo(list, cues)
    const next = applyPatch(list, patch)
    touch(touched, patch)
    digest.follow(list, next, patch)
    list = next
  }
  return { first: begin, last: list, touched, digest }
}

const texts = fc.array(text, { minLength: 1, maxLength: 5 })

describe('what changed between two states', () => {
  test('leads from the first to the last, and says nothing of lines that nobody touched', () => {
    fc.assert(
      fc.property(texts, (states) => {
        const { first, last, touched } = follow(states)
        const patch = patchBetween(first, last, touched)
        expect(applyPatch(first, patch).cues).toEqual(last.cues)
        expect(patch.every(({ id }) => touched.has(id))).toBe(true)
      }),
    )
  })

  test('the same over the wire', () => {
    fc.assert(
      fc.property(texts, (states) => {
        const { first, last, touched } = follow(states)
        const wire: unknown = JSON.parse(JSON.stringify(toWireChanges(patchBetween(first, last, touched))))
        expect(applyWireChanges(first, wire as ReturnType<typeof toWireChanges>)?.cues).toEqual(last.cues)
      }),
    )
  })

  test('a line that came and went is none', () => {
    const { first, last, touched } = follow([tl('a[0-1]').cues, tl('a[0-1] b[2-3]').cues, tl('a[0-1]').cues])
    expect(patchBetween(first, last, touched)).toEqual([])
  })

  const line = { time: '00:00:02,000 --> 00:00:03,000', text: 'b', folder_role_id: [] }
  test.each([
    ['a line that is not there', [{ cue_id: 'x', cue: line }]],
    ['one that is not there, away', [{ cue_id: 'x', cue: null }]],
    [
      'one line twice',
      [
        { cue_id: 'a', cue: line },
        { cue_id: 'a', cue: null },
      ],
    ],
    ['a time that is none', [{ cue_id: 'a', cue: { ...line, time: 'soon' } }]],
  ])('what does not fit is refused whole: %s', (_, changes) => {
    expect(applyWireChanges(tl('a[0-1000]'), changes)).toBeUndefined()
  })

  test('lines come, change, move and go', () => {
    const changes = [
      { cue_id: 'a', cue: null },
      { cue_id: 'c', at: 0, cue: { ...line, text: 'c' } },
      { cue_id: 'n', at: 1, cue: { ...line, text: 'n' } },
      { cue_id: 'b', cue: line },
    ]
    expect(show(applyWireChanges(tl('a[0-1000] b[1000-2000] c[2000-3000]'), changes)!)).toBe(
      'c[2000-3000] n[2000-3000] b[2000-3000]',
    )
  })
})

describe('the digest of a text', () => {
  test('is the same however the text came about', () => {
    fc.assert(
      fc.property(texts, (states) => {
        const { last, digest } = follow(states)
        expect(digest.text).toBe(Digest.of(last.cues).text)
      }),
    )
  })

  test('tells texts apart', () => {
    const base = makeCue('a', 0, 1000, 'one')
    const others: Cue[] = [
      { ...base, id: 'b' },
      { ...base, start: 1 },
      { ...base, end: 999 },
      { ...base, text: 'One' },
      { ...base, text: 'one ' },
      { ...base, roles: ['r'] },
    ]
    const prints = [[], [base], [base, { ...base, id: 'z' }], ...others.map((cue) => [cue])].map(
      (cues) => Digest.of(cues).text,
    )
    expect(new Set(prints).size).toBe(prints.length)
    const many = new Set(Array.from({ length: 100_000 }, (_, at) => Digest.of([makeCue('a', at, at + 1, '')]).text))
    expect(many.size).toBe(100_000)
  })
})

test('half of an emoji, as a split inside it leaves it, is sent as what a server can hold', () => {
  const [whole, high, low] = ['fine 🎬', 'cut \ud83c', '\udfac here'].map((text, at) =>
    makeCue(`${at}`, at, at + 1, text),
  )
  const cues = [whole!, high!, low!]
  const sent = toWire(cues)
  expect(sent.map(({ text }) => text)).toEqual(['fine 🎬', 'cut \ufffd', '\ufffd here'])
  const patch = patchBetween(cueList([]), cueList(cues), new Map(cues.map(({ id }) => [id, true])))
  const stored = applyWireChanges(cueList([]), toWireChanges(patch ?? []))
  expect(stored?.cues).toEqual(fromWire(sent))
  // Both sides come to one digest: the next change is taken as a change.
  expect(Digest.of(cues).text).toBe(Digest.of(stored?.cues ?? []).text)
})

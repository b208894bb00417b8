import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkAll } from '#core/checks/check.ts'
import { fixAll } from '#core/checks/fix.ts'
import { limitsOf, profiles } from '#core/checks/profiles.ts'
import { profileIds } from '#core/domain/profiles.ts'
import { type Cue, makeCue } from '#core/subtitle/cue/cue.ts'
import { cueList } from '#core/subtitle/cue/cue-list.ts'
import { applyPatch, type Patch } from '#core/subtitle/cue/patch.ts'
import { hasDrawing, isTypeset, nextToCover, rowPlace, wouldCover } from '#core/subtitle/cue/typeset.ts'
import { fitDurations } from '#core/timing/durations.ts'
import { bridgeGaps } from '#core/timing/gaps.ts'
import { fixOverlaps } from '#core/timing/overlaps.ts'
import { defaultRules } from '#core/timing/rules.ts'

const MASK = String.raw`{\an7\pos(0,0)\p1}m 0 0 l 50 0 50 50 0 50{\p0}`

describe('what is set into the picture', () => {
  test.each([
    [String.raw`{\pos(200,100)}STATION`, 2000, true],
    [String.raw`{\an5\move(0,0,10,10)}Moving`, 2000, true],
    [MASK, 2000, true],
    [String.raw`{\p1}m 0 0 l 50 0{\p0}`, 2000, true],
    [String.raw`{\frz2}SHOP`, 40, true],
    [String.raw`{\frz2}SHOP`, 2000, false],
    [String.raw`{\an8}Above`, 40, false],
    [String.raw`{\i1}Short`, 40, false],
    [String.raw`{\*pos(1,2)}A note`, 40, false],
    [String.raw`{\p1}{\p0}`, 2000, false],
    [String.raw`{\pbo5}Letters`, 2000, false],
    ['{pos(1,2)} in words', 2000, false],
    ['Dialogue', 40, false],
  ])('%s, %d ms: %s', (text, length, expected) => {
    expect(isTypeset(makeCue('a', 1000, 1000 + length, text))).toBe(expected)
  })

  test('a drawing is content, its codes alone are none', () => {
    expect(hasDrawing(MASK)).toBe(true)
    expect(hasDrawing(String.raw`{\p1}{\p0}`)).toBe(false)
    expect(hasDrawing(String.raw`{\pos(1,2)}`)).toBe(false)
  })
})

/** Dialogue with what a typesetter adds, and the wants of a lazy one: blank lines. */
const text = fc.constantFrom(
  'We must leave now.',
  'Yes.',
  String.raw`{\an8}Song text above`,
  '<i>Off</i> the screen, with many more words than there is time to read them',
  String.raw`{\pos(200,100)}STATION`,
  String.raw`{\pos(200,100)}   `,
  String.raw`{\move(0,0,100,100)\fad(100,100)}Moving...`,
  MASK,
  String.raw`{\p1}m 0 0 l 5 5{\p0}and words`,
  String.raw`{\frz1}SHOP`,
  '',
)
const cues = fc
  .array(fc.tuple(text, fc.integer({ min: 0, max: 3000 }), fc.constantFrom(0, 40, 80, 900, 2500, 9000)), {
    minLength: 1,
    maxLength: 25,
  })
  .map((parts) => {
    let start = 0
    return parts.map(([words, pause, length], at): Cue => {
      start += pause
      return makeCue(`c${at}`, start, start + length, words)
    })
  })

const operations: Readonly<Record<string, (list: ReturnType<typeof cueList>) => Patch>> = {
  overlaps: (list) => fixOverlaps(list).patch,
  durations: (list) =>
    fitDurations(list, { cps: 15, minDuration: 800, maxDuration: 5000, shorten: true }, defaultRules),
  gaps: (list) => bridgeGaps(list, 1000, defaultRules),
  ...Object.fromEntries(
    profileIds.map((id) => [
      `fix by ${id}`,
      (list: ReturnType<typeof cueList>) => fixAll(list, limitsOf(profiles[id], {})).patch,
    ]),
  ),
}

describe.each(Object.entries(operations))('%s', (_, change) => {
  test('neither removes nor moves it', () => {
    fc.assert(
      fc.property(cues, (before) => {
        const list = cueList(before)
        const after = applyPatch(list, change(list))
        for (const cue of before) {
          const isBlank = cue.text.replace(/\{[^}]*\}/g, '').trim() === ''
          if (!isTypeset(cue) || isBlank) continue
          const place = after.index.get(cue.id)
          expect(place, cue.text).toBeDefined()
          expect(after.cueAt(place ?? 0)).toMatchObject({ start: cue.start, end: cue.end })
        }
      }),
      { numRuns: 60 },
    )
  })

  test('leaves no line more that covers the next in its place', () => {
    const covering = (all: readonly Cue[]): number => {
      const next = nextToCover(all)
      return all.filter((cue, at) => (next[at]?.start ?? Infinity) < cue.end).length
    }
    fc.assert(
      fc.property(cues, (before) => {
        const list = cueList(before.filter(({ text, start, end }) => text !== '' && end > start))
        expect(covering(applyPatch(list, change(list)).cues)).toBeLessThanOrEqual(covering(list.cues))
      }),
      { numRuns: 60 },
    )
  })
})

test('dialogue under signs, a song above it and an animation have no finding', () => {
  const frame = (at: number): Cue =>
    makeCue(`f${at}`, 6000 + 40 * at, 6040 + 40 * at, String.raw`{\pos(${300 + at},300)\frz${at}}SHOP`)
  const typeset = [
    makeCue('a', 1000, 5000, 'We must leave now.'),
    makeCue('b', 2000, 4000, String.raw`{\pos(200,100)}STATION`),
    makeCue('c', 2500, 4500, String.raw`{\an8}Song text above`),
    makeCue('d', 2600, 4000, MASK),
    ...[0, 1, 2].map(frame),
  ]
  const limits = limitsOf(profiles.cuelane, {})
  expect([...checkAll(typeset, limits).keys()]).toEqual([])
  expect(fixAll(cueList(typeset), limits).patch).toEqual([])
  expect(fixOverlaps(cueList(typeset)).unfixable).toEqual([])
})

test('lines cover each other in the same place only', () => {
  const [dialogue, above, sign] = ['Words', String.raw`{\an8}Above`, String.raw`{\pos(1,1)}Sign`].map((words, at) =>
    makeCue(`c${at}`, 0, 1000, words),
  )
  expect([dialogue, above, sign].map((cue) => rowPlace(cue!))).toEqual([2, 8, undefined])
  expect(wouldCover(dialogue!, dialogue!)).toBe(true)
  expect(wouldCover(dialogue!, above!)).toBe(false)
  expect(wouldCover(sign!, sign!)).toBe(false)
})

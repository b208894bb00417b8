import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type CueList, cueList } from '#core/subtitle/cue/cue-list.ts'
import { applyPatch } from '#core/subtitle/cue/patch.ts'
import { type DragMode, dragModes, type DragPart, beginDrag } from '#core/timing/drag.ts'
import { groupBounds, moveGroup } from '#core/timing/group.ts'
import { moveBounds } from '#core/timing/bounds.ts'
import { setEdge, setTimes } from '#core/timing/move.ts'
import { defaultRules, type TimingRules } from '#core/timing/rules.ts'
import { tidyCues, wildCues } from '#tests/support/arbitrary.ts'
import { grownOverlaps, overlaps, show, tl } from '#tests/support/notation.ts'

const rules: TimingRules = { ...defaultRules, duration: 10_000 }

const drag = (mode: DragMode, line: string, part: DragPart, to: number, id = 'b'): string => {
  const list = tl(line)
  return show(applyPatch(list, beginDrag(list, id, part, mode, rules, rules.minDragLength).at(to)))
}

const THREE = 'a[1000-2000] b[2500-3500] c[4000-5000]'

describe('roll', () => {
  test.each([
    ['a shared edge moves both', 'a[1000-2000] b[2001-4000]', 'start', 2500, 'a[1000-2499] b[2500-4000]'],
    ['from the other side', 'b[1000-2000] c[2001-4000]', 'end', 2500, 'b[1000-2500] c[2501-4000]'],
    ['a chain gap is kept', 'b[1000-2000] c[2080-4000]', 'end', 2500, 'b[1000-2500] c[2580-4000]'],
    ['the neighbour keeps its least length', 'b[1000-2000] c[2001-4000]', 'end', 9000, 'b[1000-3499] c[3500-4000]'],
    ['so does the cue', 'b[1000-2000] c[2001-4000]', 'end', 0, 'b[1000-1500] c[1501-4000]'],
    ['not before zero', 'a[148-2046] b[1657-3094]', 'start', -500, 'a[148-648] b[259-3094]'],
    [
      'a third line stops it',
      'a[0-3000] c[2000-3200] b[3100-5000]',
      'start',
      2500,
      'a[0-3000] c[2000-3101] b[3001-5000]',
    ],
    ['edges far apart are not shared', 'b[1000-2000] c[3000-4000]', 'end', 3500, 'b[1000-2999] c[3000-4000]'],
  ] as const)('%s', (_, line, part, to, expected) => {
    expect(drag('roll', line, part, to)).toBe(expected)
  })
})

describe('compress', () => {
  test.each([
    ['end', 4200, 'a[1000-2000] b[2500-4200] c[4201-5000]'],
    ['end', 9999, 'a[1000-2000] b[2500-4499] c[4500-5000]'],
    ['start', 1700, 'a[1000-1699] b[1700-3500] c[4000-5000]'],
    ['start', 0, 'a[1000-1500] b[1501-3500] c[4000-5000]'],
    ['end', 3700, 'a[1000-2000] b[2500-3700] c[4000-5000]'],
    ['body', 3300, 'a[1000-2000] b[3300-4300] c[4301-5000]'],
    ['body', 0, 'a[1000-1500] b[1501-2501] c[4000-5000]'],
  ] as const)('%s to %d', (part, to, expected) => {
    expect(drag('compress', THREE, part, to)).toBe(expected)
  })
})

describe('ripple', () => {
  test.each([
    ['end', 3700, 'a[1000-2000] b[2500-3700] c[4200-5200]'],
    ['end', 2000, 'a[1000-2000] b[2500-3000] c[3500-4500]'],
    ['end', 99_999, 'a[1000-2000] b[2500-8500] c[9000-10000]'],
    ['body', 3000, 'a[1000-2000] b[3000-4000] c[4500-5500]'],
    ['start', 2200, 'a[1000-2000] b[2200-3200] c[3700-4700]'],
    ['start', 0, 'a[1000-2000] b[2001-3001] c[3501-4501]'],
    ['body', 99_999, 'a[1000-2000] b[7500-8500] c[9000-10000]'],
  ] as const)('%s to %d', (part, to, expected) => {
    expect(drag('ripple', THREE, part, to)).toBe(expected)
  })

  test.each([
    ['a line within it stays', 'a[0-5000] b[1000-2000]', 'a', 'end', 600, 'a[0-600] b[1000-2000]'],
    [
      'what follows stops at that',
      'a[0-5000] b[1000-2000] c[5500-6000]',
      'a',
      'end',
      600,
      'a[0-1501] b[1000-2000] c[2001-2501]',
    ],
    [
      'a line over all of them stays',
      's[0-9000] a[1000-2000] b[3000-4000]',
      'a',
      'end',
      2500,
      's[0-9000] a[1000-2500] b[3500-4500]',
    ],
    [
      'out of order',
      'c[3000-4000] a[1000-2000] b[5000-6000]',
      'a',
      'end',
      2500,
      'c[3500-4500] a[1000-2500] b[5500-6500]',
    ],
    ['by the body', 'c[3000-4000] a[1000-2000] b[500-900]', 'a', 'body', 0, 'c[2901-3901] a[901-1901] b[500-900]'],
  ] as const)('overlaps and order: %s', (_, line, id, part, to, expected) => {
    expect(drag('ripple', line, part, to, id)).toBe(expected)
  })
})

test.each([
  ['a[0-1000] b[2000-3000] c[4000-5000]', ['a', 'b'], 500, 'a[500-1500] b[2500-3500] c[4000-5000]'],
  ['a[0-1000] b[2000-3000] c[4000-5000]', ['a', 'b'], 5000, 'a[999-1999] b[2999-3999] c[4000-5000]'],
  ['a[0-1000] b[2000-3000] c[4000-5000]', ['a', 'c'], 5000, 'a[999-1999] b[2000-3000] c[4999-5999]'],
  ['a[500-1000] b[2000-3000]', ['a', 'b'], -900, 'a[0-500] b[1500-2500]'],
])('%s: %j move together by %d', (line, ids, by, expected) => {
  const list = tl(line)
  expect(show(applyPatch(list, moveGroup(list, ids, by, rules)))).toBe(expected)
})

const law: TimingRules = { ...defaultRules, duration: 60_000 }
const mode = fc.constantFrom(...dragModes)
const part = fc.constantFrom<DragPart>('start', 'end', 'body')
const anyTime = fc.integer({ min: -5000, max: 70_000 })

/** Gaps, and videos that end before the last cues do. */
const anyRules = fc
  .tuple(fc.constantFrom(0, 1, 80), fc.constantFrom(Infinity, 60_000, 9000, 2500))
  .map(([gap, duration]): TimingRules => ({ ...defaultRules, gap, duration }))

/** What holds for every line after any drag, whatever the file was like. */
function expectLawful(before: CueList, after: CueList, { duration }: TimingRules, minLength: number): void {
  expect(after.cues.map(({ id }) => id)).toEqual(before.cues.map(({ id }) => id))
  for (const [at, cue] of after.cues.entries()) {
    const was = before.cueAt(at)
    expect(cue.end - cue.start).toBeGreaterThanOrEqual(Math.min(minLength, was.end - was.start))
    expect(cue.start).toBeGreaterThanOrEqual(0)
    expect(cue.end).toBeLessThanOrEqual(Math.max(duration, was.end))
    expect(cue.start).toBeLessThanOrEqual(Math.max(duration, was.start))
    expect(Number.isInteger(cue.start) && Number.isInteger(cue.end)).toBe(true)
  }
}

describe('laws', () => {
  test('on a wild list no mode inverts a line, leaves the film or lets an overlap grow', () => {
    const minLength = fc.constantFrom(1, 500)
    fc.assert(
      fc.property(
        wildCues,
        fc.nat(11),
        mode,
        part,
        anyTime,
        anyRules,
        minLength,
        (cues, which, mode, part, to, rules, least) => {
          const list = cueList(cues)
          const id = cues[which % Math.max(1, cues.length)]?.id
          if (!id) return
          const after = applyPatch(list, beginDrag(list, id, part, mode, rules, least).at(to))
          expectLawful(list, after, rules, least)
          if (mode !== 'ripple') expect(grownOverlaps(list, after)).toEqual([])
        },
      ),
      { numRuns: 1000 },
    )
  })

  test('lines move together on a wild list as one of them would, and let no overlap grow', () => {
    const by = fc.integer({ min: -9000, max: 9000 })
    fc.assert(
      fc.property(wildCues, fc.array(fc.nat(11), { minLength: 1 }), by, anyRules, (cues, picks, by, rules) => {
        if (cues.length === 0) return
        const list = cueList(cues)
        const ids = [...new Set(picks.map((pick) => cues[pick % cues.length]!.id))]
        const after = applyPatch(list, moveGroup(list, ids, by, rules))
        expectLawful(list, after, rules, 1)
        expect(grownOverlaps(list, after)).toEqual([])
        const [one] = cues
        const alone = groupBounds(list, [one!.id], rules)
        const { lo, hi } = moveBounds(list, one!.id, rules)
        expect([alone.lo, alone.hi].map((value) => value + one!.start)).toEqual([lo, hi])
      }),
      { numRuns: 500 },
    )
  })

  test('typed times keep to the same laws', () => {
    fc.assert(
      fc.property(wildCues, fc.nat(11), anyTime, anyTime, anyRules, (cues, which, start, end, rules) => {
        const list = cueList(cues)
        const id = cues[which % Math.max(1, cues.length)]?.id
        if (!id) return
        const after = applyPatch(list, setTimes(list, id, start, end, rules))
        expectLawful(list, after, rules, 1)
        expect(grownOverlaps(list, after)).toEqual([])
      }),
    )
  })

  test('no mode makes an overlap, leaves the programme or changes the order', () => {
    fc.assert(
      fc.property(tidyCues, fc.nat(11), mode, part, anyTime, fc.boolean(), (cues, which, mode, part, to, dragged) => {
        const list = cueList(cues)
        const id = cues[which % Math.max(1, cues.length)]?.id
        if (!id) return
        const after = applyPatch(list, beginDrag(list, id, part, mode, law, dragged ? law.minDragLength : 1).at(to))
        expect(overlaps(after)).toBe(0)
        expect(after.cues.map((cue) => cue.id)).toEqual(cues.map((cue) => cue.id))
        for (const cue of after.cues) {
          expect(cue.end).toBeGreaterThan(cue.start)
          expect(cue.start).toBeGreaterThanOrEqual(0)
          expect(cue.end).toBeLessThanOrEqual(law.duration)
          expect(Number.isInteger(cue.start) && Number.isInteger(cue.end)).toBe(true)
        }
      }),
    )
  })

  test('a held cue that is not moved changes nothing, whatever the file was like', () => {
    fc.assert(
      fc.property(wildCues, fc.nat(11), mode, part, (cues, which, mode, part) => {
        const list = cueList(cues)
        const cue = cues[which % Math.max(1, cues.length)]
        if (!cue) return
        const present = part === 'end' ? cue.end : cue.start
        expect(beginDrag(list, cue.id, part, mode, law, law.minDragLength).at(present)).toEqual([])
      }),
    )
  })

  test('ripple keeps durations and the spaces after', () => {
    fc.assert(
      fc.property(tidyCues, fc.nat(11), part, anyTime, (cues, which, part, to) => {
        const list = cueList(cues)
        const at = which % Math.max(1, cues.length)
        const cue = cues[at]
        if (!cue) return
        const after = applyPatch(list, beginDrag(list, cue.id, part, 'ripple', law).at(to)).cues
        for (const [i, was] of cues.entries()) {
          if (i !== at || part !== 'end') expect(after[i]!.end - after[i]!.start).toBe(was.end - was.start)
          if (i > at) expect(after[i]!.start - after[i - 1]!.end).toBe(was.start - cues[i - 1]!.end)
        }
      }),
    )
  })

  test('a drag, a key and a typed field end in the same place', () => {
    fc.assert(
      fc.property(wildCues, fc.nat(11), fc.constantFrom('start', 'end'), anyTime, (cues, which, edge, to) => {
        const list = cueList(cues)
        const id = cues[which % Math.max(1, cues.length)]?.id
        if (!id) return
        const typed = setEdge(list, id, edge, to, law)
        expect(beginDrag(list, id, edge, 'block', law).at(to)).toEqual(typed)
      }),
    )
  })

  test('a group moves as one and overlaps no other', () => {
    fc.assert(
      fc.property(
        tidyCues,
        fc.array(fc.nat(11), { minLength: 1 }),
        fc.integer({ min: -9000, max: 9000 }),
        (cues, picks, by) => {
          if (cues.length === 0) return
          const list = cueList(cues)
          const ids = [...new Set(picks.map((pick) => cues[pick % cues.length]!.id))]
          const after = applyPatch(list, moveGroup(list, ids, by, law))
          const moved = new Set(
            ids.map((id) => after.cues[after.index.get(id)!]!.start - cues[list.index.get(id)!]!.start),
          )
          expect(moved.size).toBe(1)
          expect(overlaps(after)).toBe(0)
          const { lo, hi } = groupBounds(list, ids, law)
          expect(lo <= 0 && hi >= 0).toBe(true)
        },
      ),
    )
  })
})

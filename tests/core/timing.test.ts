import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sequentialIds } from '#core/subtitle/cue/cue.ts'
import { cueList } from '#core/subtitle/cue/cue-list.ts'
import { applyPatch, invertPatch, joinPatches, type Patch } from '#core/subtitle/cue/patch.ts'
import { edgeBounds, moveBounds } from '#core/timing/bounds.ts'
import {
  insertAbove,
  insertAtTime,
  insertBelow,
  insertBetween,
  mergeDown,
  pasteCues,
  removeCues,
} from '#core/timing/cues.ts'
import { splitCue } from '#core/timing/split.ts'
import { moveCue, setEdge } from '#core/timing/move.ts'
import { allowed, planShift } from '#core/timing/shift.ts'
import { defaultRules, type Edge, type Outcome, type TimingRules } from '#core/timing/rules.ts'
import { snapTargetsAround } from '#core/timing/snap-targets.ts'
import { nearestSnapTarget } from '#core/timing/snap.ts'
import { tidyCues, wildCues } from '#tests/support/arbitrary.ts'
import { after, grownOverlaps, outcome, overlaps, show, tl } from '#tests/support/notation.ts'

const rules: TimingRules = { ...defaultRules, duration: 10_000 }
const newId = () => sequentialIds('n')

describe('resizing', () => {
  const drag = (line: string, id: string, edge: Edge, to: number) =>
    after(line, (list) => setEdge(list, id, edge, to, rules, rules.minDragLength))
  const type = (line: string, id: string, edge: Edge, to: number) =>
    after(line, (list) => setEdge(list, id, edge, to, rules))

  test.each([
    ['a[1000-3000] b[4000-5000]', 'a', 'end', 3500, 'a[1000-3500] b[4000-5000]'],
    ['a[1000-3000] b[4000-5000]', 'a', 'end', 4500, 'a[1000-3999] b[4000-5000]'],
    ['a[1000-3000] b[4000-5000]', 'b', 'start', 10, 'a[1000-3000] b[3001-5000]'],
    ['a[1000-3000]', 'a', 'start', -50, 'a[0-3000]'],
    ['a[1000-3000]', 'a', 'end', 99_999, 'a[1000-10000]'],
    ['a[1000-3000]', 'a', 'end', 1100, 'a[1000-1500]'],
    ['a[1000-1200]', 'a', 'end', 1100, 'a[1000-1200]'],
    ['a[1000-3000]', 'a', 'start', 2900, 'a[2500-3000]'],
  ] as const)('drag %s: %s.%s to %d', (line, id, edge, to, expected) => {
    expect(drag(line, id, edge, to)).toBe(expected)
  })

  test.each([
    ['a[1000-3000]', 'a', 'end', 1100, 'a[1000-1100]'],
    ['a[1000-3000]', 'a', 'end', 900, 'a[1000-1001]'],
    ['a[1000-3000]', 'a', 'start', 5000, 'a[2999-3000]'],
  ] as const)('typed %s: %s.%s to %d', (line, id, edge, to, expected) => {
    expect(type(line, id, edge, to)).toBe(expected)
  })

  test('an edge that is out of bounds stays or moves toward legality, and never jumps', () => {
    expect(drag('a[1000-5000] b[4000-6000]', 'a', 'end', 5500)).toBe('a[1000-5000] b[4000-6000]')
    expect(drag('a[1000-5000] b[4000-6000]', 'a', 'end', 4500)).toBe('a[1000-4500] b[4000-6000]')
    expect(drag('a[1000-5000] b[4000-6000]', 'b', 'start', 3000)).toBe('a[1000-5000] b[4000-6000]')
  })

  test.each([
    ['a line within another', 'sign[0-10000] talk[2000-4000]', 'talk', 'start', 5000, 'sign[0-10000] talk[3999-4000]'],
    ['it moves freely there', 'sign[0-10000] talk[2000-4000]', 'talk', 'start', 500, 'sign[0-10000] talk[500-4000]'],
    ['and so does the other', 'sign[0-9000] talk[2000-4000]', 'sign', 'end', 9500, 'sign[0-9500] talk[2000-4000]'],
    ['an overlap too long to leave', 'a[0-3000] b[2000-2500]', 'b', 'start', 9000, 'a[0-3000] b[2499-2500]'],
    ['a line past the end', 'a[5000-12000]', 'a', 'end', 4000, 'a[5000-5001]'],
    ['to the end at most', 'a[5000-12000]', 'a', 'start', 11_000, 'a[9999-12000]'],
    ['wholly past the end', 'a[11000-12000]', 'a', 'start', 11_500, 'a[11000-12000]'],
    ['without length', 'a[1000-1000]', 'a', 'start', 2000, 'a[1000-1000]'],
    [
      'out of order',
      'b[5000-6000] a[1000-2000] c[3000-4000]',
      'a',
      'end',
      9000,
      'b[5000-6000] a[1000-2999] c[3000-4000]',
    ],
    ['the last of a group', 'a[8000-9000] b[1000-2000]', 'b', 'start', 500, 'a[8000-9000] b[500-2000]'],
    [
      'behind a shorter one',
      'a[0-4500] b[2000-4000] c[5000-6000]',
      'c',
      'start',
      0,
      'a[0-4500] b[2000-4000] c[4501-6000]',
    ],
  ] as const)('overlaps and order: %s', (_, line, id, edge, to, expected) => {
    expect(type(line, id, edge, to)).toBe(expected)
  })

  test('a line past the end of a short video keeps its length or moves towards it', () => {
    const video: TimingRules = { ...rules, duration: 4000 }
    expect(after('a[5000-7000]', (list) => setEdge(list, 'a', 'end', 4500, video))).toBe('a[5000-5001]')
    expect(after('a[5000-7000]', (list) => setEdge(list, 'a', 'end', 8000, video))).toBe('a[5000-7000]')
    expect(after('a[5000-7000]', (list) => moveCue(list, 'a', 6000, video))).toBe('a[5000-7000]')
    expect(after('a[5000-7000]', (list) => moveCue(list, 'a', 1000, video))).toBe('a[1000-3000]')
  })
})

describe('moving', () => {
  test.each([
    ['a[1000-2000] b[3000-4000] c[5000-6000]', 3500, 'a[1000-2000] b[3500-4500] c[5000-6000]'],
    ['a[1000-2000] b[3000-4000] c[5000-6000]', 4500, 'a[1000-2000] b[3999-4999] c[5000-6000]'],
    ['a[1000-2000] b[3000-4000] c[5000-6000]', 0, 'a[1000-2000] b[2001-3001] c[5000-6000]'],
    ['b[3000-4000]', -500, 'b[0-1000]'],
    ['b[3000-4000]', 20_000, 'b[9000-10000]'],
  ])('%s: b to %d', (line, to, expected) => {
    expect(after(line, (list) => moveCue(list, 'b', to, rules))).toBe(expected)
  })
})

describe('lines', () => {
  const insert = (line: string) => outcome(line, (list) => insertBelow(list, 'a', rules, newId()))
  test.each([
    ['a[1000-2000]', 'a[1000-2000] n1[2001-4001 ]'],
    ['a[1000-2000] b[3000-4000]', 'a[1000-2000] n1[2001-2999 ] b[3000-4000]'],
    ['a[1000-2000] b[2003-4000]', 'a[1000-2000] n1[2001-2002 ] b[2003-4000]'],
    ['a[1000-2000] b[2002-4000]', 'insufficient_gap'],
    ['a[1000-9000]', 'a[1000-9000] n1[9001-10000 ]'],
    ['a[1000-10000]', 'insufficient_gap'],
  ])('insert below in %s', (line, expected) => {
    expect(insert(line)).toBe(expected)
  })

  test.each([
    ['a[1000-2000]', 'n1[0-999 ] a[1000-2000]'],
    ['a[5000-6000]', 'n1[2999-4999 ] a[5000-6000]'],
    ['b[1000-2000] a[3000-4000]', 'b[1000-2000] n1[2001-2999 ] a[3000-4000]'],
    ['b[1000-2000] a[2002-4000]', 'insufficient_gap'],
    ['a[0-1000]', 'insufficient_gap'],
  ])('insert above in %s', (line, expected) => {
    expect(outcome(line, (list) => insertAbove(list, 'a', rules, newId()))).toBe(expected)
  })

  test('insert at a time', () => {
    const at = (line: string, time: number) => outcome(line, (list) => insertAtTime(list, time, rules, newId()))
    expect(at('a[1000-2000] b[5000-6000]', 3000)).toBe('a[1000-2000] n1[3000-4999 ] b[5000-6000]')
    expect(at('a[1000-2000] b[5000-6000]', 1500)).toBe('insufficient_gap')
    expect(at('', 0)).toBe('n1[0-2000 ]')
  })

  test.each([
    [
      'at a time, after the last that starts before',
      'c[5000-6000] a[1000-2000] d[7000-8000]',
      3000,
      'c[5000-6000] a[1000-2000] n1[3000-4999 ] d[7000-8000]',
    ],
    ['before all, next to the first', 'c[5000-6000] a[1000-2000]', 0, 'c[5000-6000] n1[0-999 ] a[1000-2000]'],
    ['where a line out of order is', 'c[5000-6000] a[1000-2000]', 5500, 'insufficient_gap'],
    ['where two lines overlap', 'a[0-4500] b[4000-5000]', 4200, 'insufficient_gap'],
    ['under a sign', 's[0-9000] a[1000-2000] b[6000-7000]', 3000, 's[0-9000] a[1000-2000] n1[3000-5000 ] b[6000-7000]'],
    ['up to the end of a sign', 's[0-9000] a[1000-2000]', 8000, 's[0-9000] a[1000-2000] n1[8000-9000 ]'],
  ])('overlaps and order: insert %s', (_, line, time, expected) => {
    expect(outcome(line, (list) => insertAtTime(list, time, rules, newId()))).toBe(expected)
  })

  test('in a list out of order a new line stands beside its own', () => {
    const line = 'c[5000-6000] a[1000-2000] b[500-800]'
    expect(outcome(line, (list) => insertBelow(list, 'a', rules, newId()))).toBe(
      'c[5000-6000] a[1000-2000] n1[2001-4001 ] b[500-800]',
    )
    expect(outcome(line, (list) => insertAbove(list, 'c', rules, newId()))).toBe(
      'n1[2999-4999 ] c[5000-6000] a[1000-2000] b[500-800]',
    )
    expect(outcome(line, (list) => insertBelow(list, 'b', rules, newId()))).toBe(
      'c[5000-6000] a[1000-2000] b[500-800] n1[801-999 ]',
    )
    expect(outcome(line, (list) => insertBetween(list, 1500, 4000, rules, newId()))).toBe(
      'c[5000-6000] a[1000-2000] n1[2001-4000 ] b[500-800]',
    )
    const pasted = tl('x[7000-8000] y[3000-4000]').cues
    expect(outcome(line, (list) => pasteCues(list, pasted, 0, rules, newId()))).toBe(
      'c[5000-6000] n2[7000-8000 x] a[1000-2000] n1[3000-4000 y] b[500-800]',
    )
  })

  test('a new line in order stands where it belongs, also below a sign over others', () => {
    expect(outcome('a[0-5000] b[1000-2000] c[8000-9000]', (list) => insertBelow(list, 'a', rules, newId()))).toBe(
      'a[0-5000] b[1000-2000] n1[5001-7001 ] c[8000-9000]',
    )
    expect(outcome('s[0-9000] a[1000-2000]', (list) => insertAbove(list, 'a', rules, newId()))).toBe(
      's[0-9000] n1[0-999 ] a[1000-2000]',
    )
    expect(outcome('s[500-9000] a[1000-2000]', (list) => insertAbove(list, 'a', rules, newId()))).toBe(
      's[500-9000] n1[500-999 ] a[1000-2000]',
    )
  })

  test.each([
    ['a room of its own', 2500, 4500, 'a[1000-2000] n1[2500-4500 ] b[5000-6000]'],
    ['over the line before', 1500, 4500, 'a[1000-2000] n1[2001-4500 ] b[5000-6000]'],
    ['over the line after', 4000, 5500, 'a[1000-2000] n1[4000-4999 ] b[5000-6000]'],
    ['past the end', 9000, 12_000, 'a[1000-2000] b[5000-6000] n1[9000-10000 ]'],
    ['inside a line', 1200, 1800, 'insufficient_gap'],
  ])('insert between two times: %s', (_, from, to, expected) => {
    const line = 'a[1000-2000] b[5000-6000]'
    expect(outcome(line, (list) => insertBetween(list, from, to, rules, newId()))).toBe(expected)
  })

  test.each([
    [
      'between',
      'x[2500-3000 one] y[3000-4000 two]',
      0,
      'a[1000-2000] n1[2500-3000 one] n2[3000-4000 two] b[5000-6000]',
    ],
    ['moved', 'x[0-500 one]', 2000, 'a[1000-2000] n1[2000-2500 one] b[5000-6000]'],
    ['around a line', 'y[6000-7000 two] x[0-500 one]', 0, 'n1[0-500 one] a[1000-2000] b[5000-6000] n2[6000-7000 two]'],
    [
      'that overlap each other',
      'x[2000-4000] y[3000-5000]',
      0,
      'a[1000-2000] n1[2000-4000 x] n2[3000-5000 y] b[5000-6000]',
    ],
    ['into the line before', 'x[1999-2500]', 0, 'insufficient_gap'],
    ['into the line after', 'x[4000-5001]', 0, 'insufficient_gap'],
    ['before zero', 'x[0-500]', -1, 'invalid_move'],
    ['past the end', 'x[9000-9500]', 501, 'invalid_move'],
  ])('paste lines %s', (_, lines, by, expected) => {
    const line = 'a[1000-2000] b[5000-6000]'
    expect(outcome(line, (list) => pasteCues(list, tl(lines).cues, by, rules, newId()))).toBe(expected)
  })

  test.each([
    ['a[1000-2000 Hello] b[3000-4000 there]', 'a[1000-4000 Hello there]'],
    ['a[1000-5000 Hello] b[3000-4000 there] c[6000-7000]', 'a[1000-5000 Hello there] c[6000-7000]'],
    ['a[1000-2000]', 'no_next'],
  ])('merge %s', (line, expected) => {
    expect(outcome(line, (list) => mergeDown(list, 'a'))).toBe(expected)
  })

  test('split', () => {
    const split = (line: string, where: { time?: number; caret?: number }) =>
      outcome(line, (list) => splitCue(list, 'a', where, rules, newId()))
    expect(split('a[1000-3000 one two three]', { time: 2000 })).toBe('a[1000-2000 one two] n1[2001-3000 three]')
    expect(split('a[1000-3000 one two]', { caret: 3 })).toBe('a[1000-1857 one] n1[1858-3000 two]')
    expect(split('a[1000-1002 one two]', { time: 1001 })).toBe('too_short_to_split')
  })

  test('remove', () => {
    expect(after('a[0-1] b[2-3] c[4-5]', (list) => removeCues(list, ['c', 'a']))).toBe('b[2-3]')
  })
})

test('a snap target of lower rank wins over a nearer one', () => {
  const targets = [
    { time: 1004, rank: 2 },
    { time: 1010, rank: 1 },
    { time: 1200, rank: 0 },
  ]
  expect(nearestSnapTarget(1003, targets, 20)?.time).toBe(1010)
  expect(nearestSnapTarget(1003, targets, 5)?.time).toBe(1004)
  expect(nearestSnapTarget(900, targets, 5)).toBeUndefined()
})

const anyEdge = fc.constantFrom<Edge>('start', 'end')
const anyTime = fc.integer({ min: -5000, max: 80_000 })
const law: TimingRules = { ...defaultRules, duration: 70_000 }

describe('laws', () => {
  test('no operation makes lines of a tidy list overlap or leave the programme', () => {
    fc.assert(
      fc.property(tidyCues, fc.nat(11), anyEdge, anyTime, (cues, which, edge, to) => {
        const list = cueList(cues)
        const id = cues[which % Math.max(1, cues.length)]?.id
        if (!id) return
        const patches = [
          setEdge(list, id, edge, to, law, law.minDragLength),
          setEdge(list, id, edge, to, law),
          moveCue(list, id, to, law),
        ]
        for (const patch of patches) {
          const next = applyPatch(list, patch)
          expect(overlaps(next)).toBe(0)
          for (const cue of next.cues) {
            expect(cue.start).toBeGreaterThanOrEqual(0)
            expect(cue.end).toBeLessThanOrEqual(law.duration)
            expect(cue.end - cue.start).toBeGreaterThanOrEqual(1)
          }
        }
      }),
    )
  })

  test('whatever the file was like, a new line is in the video, stands in order and overlaps only a sign over it', () => {
    const video = fc.constantFrom(Infinity, 70_000, 9000).map((duration): TimingRules => ({ ...law, duration }))
    fc.assert(
      fc.property(
        wildCues,
        fc.nat(11),
        fc.nat(4),
        anyTime,
        fc.integer({ min: -10, max: 9000 }),
        video,
        (cues, which, kind, time, length, video) => {
          const list = cueList(cues)
          const id = cues[which % Math.max(1, cues.length)]?.id
          if (!id) return
          const outcomes: (() => Outcome<Patch>)[] = [
            () => insertBelow(list, id, video, newId()),
            () => insertAbove(list, id, video, newId()),
            () => insertAtTime(list, time, video, newId(), length),
            () => insertBetween(list, time, time + length, video, newId()),
            () => pasteCues(list, tl(`x[${time}-${time + Math.max(1, length)}]`).cues, 0, video, newId()),
          ]
          const result = outcomes[kind]!()
          if (!result.ok) return
          const next = applyPatch(list, result.value)
          const line = result.value[0]!.to!
          expect(next.cues.filter(({ id }) => id !== line.id)).toEqual(cues)
          expect(line.start >= 0 && line.end > line.start && line.end <= video.duration).toBe(true)
          if (list.timeOrder.isSorted) expect(next.timeOrder.isSorted).toBe(true)
          for (const { start, end } of cues) {
            if (start < line.end && line.start < end)
              expect([start <= line.start, line.end <= end]).toEqual([true, true])
          }
        },
      ),
      { numRuns: 1000 },
    )
  })

  test('what was cut can be pasted where it was, and pasted lines run into none that was there', () => {
    fc.assert(
      fc.property(tidyCues, fc.nat(11), fc.nat(11), anyTime, (cues, which, many, by) => {
        const list = cueList(cues)
        const lines = cues.slice(which, which + many)
        const ids = lines.map(({ id }) => id)
        const rest = applyPatch(list, removeCues(list, ids))
        const back = pasteCues(rest, lines, 0, law, sequentialIds('n'))
        expect(back.ok && show(applyPatch(rest, back.value)).replaceAll(/\w+\[/g, '[')).toBe(
          show(list).replaceAll(/\w+\[/g, '['),
        )
        const elsewhere = pasteCues(list, lines, by, law, sequentialIds('n'))
        if (elsewhere.ok) expect(overlaps(applyPatch(list, elsewhere.value))).toBe(0)
      }),
    )
  })

  test('on a wild list no edge jumps: its place is always allowed, and overlaps grow no worse', () => {
    fc.assert(
      fc.property(wildCues, fc.nat(11), anyEdge, anyTime, (cues, which, edge, to) => {
        const list = cueList(cues)
        const cue = cues[which % Math.max(1, cues.length)]
        if (!cue) return
        const range = edgeBounds(list, cue.id, edge, law, 500)
        expect(range.lo).toBeLessThanOrEqual(cue[edge])
        expect(range.hi).toBeGreaterThanOrEqual(cue[edge])
        const move = moveBounds(list, cue.id, law)
        expect(move.lo).toBeLessThanOrEqual(cue.start)
        expect(move.hi).toBeGreaterThanOrEqual(cue.start)
        expect(grownOverlaps(list, applyPatch(list, setEdge(list, cue.id, edge, to, law)))).toEqual([])
        expect(grownOverlaps(list, applyPatch(list, moveCue(list, cue.id, to, law)))).toEqual([])
      }),
    )
  })

  test('moving and shifting keep lengths', () => {
    fc.assert(
      fc.property(tidyCues, fc.nat(11), anyTime, fc.integer({ min: -3000, max: 3000 }), (cues, which, to, by) => {
        const list = cueList(cues)
        const cue = cues[which % Math.max(1, cues.length)]
        if (!cue) return
        const moved = applyPatch(list, moveCue(list, cue.id, to, law)).cues[list.index.get(cue.id)!]!
        expect(moved.end - moved.start).toBe(cue.end - cue.start)
        const shift = planShift([{ key: 0, list, rules: law }], { kind: 'all' }, by)
        if (allowed(shift))
          for (const change of shift[0]!.patch)
            expect(change.to!.end - change.to!.start).toBe(change.from!.end - change.from!.start)
      }),
    )
  })

  test('every patch can be taken back', () => {
    fc.assert(
      fc.property(tidyCues, fc.nat(11), fc.nat(4), anyTime, (cues, which, kind, to) => {
        const list = cueList(cues)
        const id = cues[which % Math.max(1, cues.length)]?.id
        if (!id) return
        const outcomes: (() => Outcome<Patch>)[] = [
          () => insertBelow(list, id, law, newId()),
          () => mergeDown(list, id),
          () => splitCue(list, id, {}, law, newId()),
          () => ({ ok: true, value: removeCues(list, [id]) }),
          () => ({ ok: true, value: moveCue(list, id, to, law) }),
        ]
        const result = outcomes[kind]!()
        if (!result.ok) return
        const back = applyPatch(applyPatch(list, result.value), invertPatch(result.value))
        expect(back.cues).toEqual(list.cues)
        expect(back.cues.map((cue) => back.index.get(cue.id))).toEqual(back.cues.map((_, at) => at))
      }),
    )
  })

  test('two changes in place join into one', () => {
    const list = tl('a[0-1000] b[2000-3000]')
    const first = setEdge(list, 'a', 'end', 1100, law)
    const middle = applyPatch(list, first)
    const second = setEdge(middle, 'a', 'end', 1200, law)
    const joined = joinPatches(first, second)!
    expect(show(applyPatch(list, joined))).toBe('a[0-1200] b[2000-3000]')
    expect(show(applyPatch(applyPatch(middle, second), invertPatch(joined)))).toBe('a[0-1000] b[2000-3000]')
    expect(joinPatches(first, removeCues(middle, ['b']))).toBeUndefined()
  })
})

describe('snap targets', () => {
  const rate = { num: 25, den: 1 }
  const sources = {
    neighbours: tl('a[0-1000] b[3000-4000]').cues,
    gap: 80,
    shotChanges: [2000, 8000],
    speech: [{ start: 1500, end: 2600 }],
    playhead: 2300.4,
    rate,
  }
  const drawn = (time: number, edge: Edge, radius = 50) =>
    nearestSnapTarget(time, snapTargetsAround(time, edge, radius, sources), radius)?.time

  test.each<[string, number, Edge, number | undefined]>([
    ['an in time to a shot change', 1990, 'start', 2000],
    ['an out time two frames before one', 1900, 'end', 1920],
    ['to a neighbour with the gap', 1100, 'start', 1080],
    ['to the neighbour after', 2935, 'end', 2920],
    ['an in time to where speech begins', 1480, 'start', 1500],
    ['an out time to where it ends', 2590, 'end', 2600],
    ['to the playhead', 2310, 'start', 2300],
    ['to a frame where nothing else is', 6013, 'start', 6000],
  ])('%s', (_, time, edge, expected) => {
    expect(drawn(time, edge)).toBe(expected)
  })

  test('a nearer snap target of lower rank does not win', () => {
    expect(drawn(1985, 'start')).toBe(2000)
    expect(drawn(6013, 'start', 2)).toBeUndefined()
  })
})

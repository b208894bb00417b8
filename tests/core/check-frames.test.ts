import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkAll } from '#core/checks/check.ts'
import { fixAll } from '#core/checks/fix.ts'
import { limitsOf, profiles } from '#core/checks/profiles.ts'
import { makeCue } from '#core/subtitle/cue/cue.ts'
import { cueList } from '#core/subtitle/cue/cue-list.ts'
import { applyPatch } from '#core/subtitle/cue/patch.ts'
import { beginDrag, dragModes, type DragPart } from '#core/timing/drag.ts'
import {
  type FrameRate,
  frameRates,
  framesBetween,
  framesToMs,
  frameStart,
  halfSecondFrames,
  nearestFrame,
} from '#core/domain/frames.ts'
import { defaultRules } from '#core/timing/rules.ts'
import { only } from '#tests/support/check-notation.ts'

describe('rules in frames', () => {
  const rate = fc.constantFrom(...frameRates)
  const exact = (frame: number, { num, den }: FrameRate) => (frame * 1000 * den) / num
  /** How programs write the beginning of a frame: in milliseconds, in hundredths as in ASS. */
  const written = fc.constantFrom(Math.round, Math.floor, Math.ceil, (ms: number) => Math.round(ms / 10) * 10)
  const frames = fc.record({ rate, written, from: fc.integer({ min: 24, max: 300_000 }), space: fc.nat(40) })

  test('a gap on the frame grid is as many frames as it is, at every rate, however its times are written', () => {
    fc.assert(
      fc.property(frames, fc.integer({ min: 1, max: 6 }), ({ rate, written, from, space }, least) => {
        const time = (frame: number) => written(exact(frame, rate))
        const cues = [
          makeCue('a', time(from - 24), time(from), 'a'),
          makeCue('b', time(from + space), time(from + space + 24), 'b'),
        ]
        const limits = only('netflix', ['min_gap', 'chain_gap'], { rate })
        const [gap, half] = [framesToMs(least, rate), halfSecondFrames(rate)]
        const found = checkAll(cues, { ...limits, gap, gapFrames: least }).get('b') ?? []
        const expected = space < least ? ['min_gap'] : space > least && space < half ? ['chain_gap'] : []
        expect(found.map((one) => one.rule)).toEqual(expected)
        if (found[0]) expect(found[0].values['gap']).toBe(space)
      }),
      { numRuns: 3000 },
    )
  })

  test('a fixed gap is exactly the wanted frames, and begins with a frame', () => {
    fc.assert(
      fc.property(rate, fc.nat(400_000), fc.integer({ min: -300, max: 900 }), (rate, end, space) => {
        const list = cueList([
          makeCue('a', end, end + 3000, 'a'),
          makeCue('b', end + 3000 + space, end + 6000 + space, 'b'),
        ])
        const limits = limitsOf(profiles.netflix, { rate })
        const result = fixAll(list, limits)
        const [first, second] = applyPatch(list, result.patch).cues
        if (result.patch.length === 0) return
        expect(framesBetween(first!.end, second!.start, rate)).toBe(2)
        expect(result.left).toEqual([])
        for (const { from, to } of result.patch) {
          if (from!.end !== to!.end) expect(to!.end).toBe(frameStart(nearestFrame(to!.end, rate), rate))
          if (from!.start !== to!.start) expect(to!.start).toBe(frameStart(nearestFrame(to!.start, rate), rate))
        }
      }),
      { numRuns: 1000 },
    )
  })

  test('a line that is dragged against its neighbour is clean, on the frame grid and off it', () => {
    const dragged = fc.record({
      rate,
      onGrid: fc.boolean(),
      from: fc.integer({ min: 300, max: 100_000 }),
      spaces: fc.tuple(fc.integer({ min: 2, max: 60 }), fc.integer({ min: 2, max: 60 })),
      shift: fc.nat(40),
      part: fc.constantFrom<DragPart>('start', 'end', 'body'),
      mode: fc.constantFrom(...dragModes),
      by: fc.integer({ min: -9000, max: 9000 }),
    })
    fc.assert(
      fc.property(dragged, ({ rate, onGrid, from, spaces, shift, part, mode, by }) => {
        const time = (frame: number) => frameStart(frame, rate) + (onGrid ? 0 : shift)
        const frames = [
          from,
          from + 60,
          from + 60 + spaces[0],
          from + 120 + spaces[0],
          from + 120 + spaces[0] + spaces[1],
        ]
        const [a, b, c, d, e] = frames.map(time)
        const list = cueList([makeCue('a', a!, b!, 'a'), makeCue('b', c!, d!, 'b'), makeCue('c', e!, e! + 2000, 'c')])
        const limits = only('netflix', ['min_gap', 'chain_gap'], { rate })
        const rules = { ...defaultRules, gap: limits.gap }
        const held = part === 'end' ? d! : c!
        const after = applyPatch(list, beginDrag(list, 'b', part, mode, rules, rules.minDragLength).at(held + by))
        const found = checkAll(after.cues, limits)
        const gaps = [...found.values()].flat()
        expect(gaps.filter((one) => one.rule === 'min_gap')).toEqual([])
        // Against the neighbour there is nothing to close either.
        for (const [at, cue] of after.cues.entries()) {
          const before = after.at(at - 1)
          if (before && cue.start - before.end === limits.gap) expect(found.get(cue.id) ?? []).toEqual([])
        }
      }),
      { numRuns: 2000 },
    )
  })
})

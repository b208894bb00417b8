import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Operation } from '#core/domain/operation.ts'
import { deadlineState, isChangedSince, stageRefusal, stages } from '#core/domain/workflow.ts'
import { type OperationFacts, type OperationPlan, planOperation } from '#core/operations/plan.ts'
import { type Cue, makeCue } from '#core/subtitle/cue/cue.ts'
import { cueList } from '#core/subtitle/cue/cue-list.ts'
import { applyPatch, invertPatch } from '#core/subtitle/cue/patch.ts'
import { isReviewed } from '#core/subtitle/cue/line-review.ts'
import { applyWireChanges, fromWire, toWire, toWireChanges, type WireChange } from '#core/subtitle/cue/wire.ts'
import { wildCues, writtenCues } from '#tests/support/arbitrary.ts'
import { show, tl } from '#tests/support/notation.ts'

const facts: OperationFacts = { language: 'en', durationMs: 10_000, rate: { num: 25, den: 1 }, shotChanges: [] }

function planned(line: string, operation: Operation): OperationPlan {
  return planOperation(tl(line), operation, facts)!
}

/** What an operation makes of a line of notation, or why not and at which line. */
function after(line: string, operation: Operation): string {
  const { fault, patch } = planned(line, operation)
  return fault ? `${fault.reason} ${fault.number}` : show(applyPatch(tl(line), patch))
}

const replace = (text: string, replacement: string): Operation => ({
  kind: 'replace',
  ...{ text, replacement, is_pattern: false, match_case: false, whole_word: false },
})

describe('an operation on one version', () => {
  test.each<[string, Operation, string]>([
    ['a[0-800] b[1000-1800]', { kind: 'shift', by: 200, from: 0 }, 'a[200-1000] b[1200-2000]'],
    ['a[0-800] b[1000-1800]', { kind: 'shift', by: 200, from: 900 }, 'a[0-800] b[1200-2000]'],
    ['a[0-800] b[1000-1800]', { kind: 'shift', by: -300, from: 900 }, 'would_overlap 2'],
    ['a[100-800] b[1000-1800]', { kind: 'shift', by: -101, from: 0 }, 'before_start 1'],
    ['a[100-800] b[9000-9950]', { kind: 'shift', by: 51, from: 0 }, 'after_end 2'],
    ['a[0-800 Teh cat] b[1000-1800 dog]', replace('teh', 'The'), 'a[0-800 The cat] b[1000-1800 dog]'],
  ])('%s', (line, operation, result) => expect(after(line, operation)).toBe(result))

  test('shows its first lines, and takes no pattern that is none', () => {
    const { samples } = planned('a[0-800 x] b[1000-1800 y] c[2000-2800 xx]', replace('x', 'z'))
    expect(samples.map(({ number, before, after: now }) => [number, before?.text, now?.text])).toEqual([
      [1, 'x', 'z'],
      [3, 'xx', 'zz'],
    ])
    const bad: Operation = { ...replace('(', ''), kind: 'replace', is_pattern: true } as Operation
    expect(planOperation(tl('a[0-800]'), bad, facts)).toBeUndefined()
  })
})

const operations = fc.oneof<fc.Arbitrary<Operation>[]>(
  fc.record({ kind: fc.constant('shift'), by: fc.integer({ min: -3000, max: 3000 }), from: fc.nat(9000) }),
  fc.record({ kind: fc.constant('fix'), profile: fc.constantFrom('cuelane', 'netflix', 'bbc') }),
  fc.record({ kind: fc.constant('roles'), from_language: fc.constant('en') }),
  fc.record({
    kind: fc.constant('replace'),
    text: fc.constantFrom('e', 'the', ' ', '.', 'x'),
    replacement: fc.constantFrom('', 'y', '$1 & $$'),
    is_pattern: fc.boolean(),
    match_case: fc.boolean(),
    whole_word: fc.boolean(),
  }),
)
const anyCues = fc.oneof(wildCues, writtenCues)

/** As the server keeps what takes an operation back. */
const kept = (changes: WireChange[]): WireChange[] => JSON.parse(JSON.stringify(changes)) as WireChange[]
/** As the server has them: what a wire can't carry is gone. */
const stored = (cues: readonly Cue[]): Cue[] => fromWire(toWire(cues)) ?? []

describe('whatever the lines are', () => {
  test('an operation is taken back to the letter', () => {
    fc.assert(
      fc.property(anyCues, anyCues, operations, (cues, others, operation) => {
        const before = stored(cues)
        const source = others.map((cue): Cue => ({ ...cue, roles: ['r'] }))
        const plan = planOperation(cueList(before), operation, { ...facts, durationMs: 0, source })!
        if (plan.fault) return
        const list = applyPatch(cueList(before), plan.patch)
        const undone = applyWireChanges(cueList(stored(list.cues)), kept(toWireChanges(invertPatch(plan.patch))))
        expect(undone?.cues).toEqual(before)
      }),
    )
  })

  test('a shift that is allowed leaves every line in the video, and every length as it was', () => {
    fc.assert(
      fc.property(wildCues, fc.integer({ min: -5000, max: 5000 }), (cues, by) => {
        const plan = planOperation(cueList(cues), { kind: 'shift', by, from: 0 }, { ...facts, durationMs: 30_000 })!
        const list = applyPatch(cueList(cues), plan.patch).cues
        const lengths = (some: readonly Cue[]) => some.map(({ start, end }) => end - start)
        expect(lengths(list)).toEqual(lengths(cues))
        if (!plan.fault && by !== 0)
          expect(list.every(({ start, end }) => start >= 0 && Math.max(start, end) <= 30_000)).toBe(true)
      }),
    )
  })

  test('a second fix, and a second copy of speakers, change nothing', () => {
    fc.assert(
      fc.property(anyCues, anyCues, fc.constantFrom('fix' as const, 'roles' as const), (cues, others, kind) => {
        const operation: Operation = kind === 'fix' ? { kind, profile: 'netflix' } : { kind, from_language: 'en' }
        const all = { ...facts, source: others.map((cue): Cue => ({ ...cue, roles: ['r'] })) }
        const once = applyPatch(cueList(cues), planOperation(cueList(cues), operation, all)!.patch)
        expect(planOperation(once, operation, all)!.patch).toEqual([])
      }),
    )
  })
})

describe('stages of a version', () => {
  const version = { stage: 'draft', stage_revision: 1, revision: 1, cue_sum: 3, faulty: 0 } as const

  test('go on where there are lines, are checked without faults, and delivered as they were checked', () => {
    expect(stageRefusal('timed', version)).toBeUndefined()
    expect(stageRefusal('timed', { ...version, cue_sum: 0 })).toBe('stage_empty')
    expect(stageRefusal('checked', { ...version, faulty: 1 })).toBe('stage_faulty')
    expect(stageRefusal('delivered', version)).toBe('stage_unchecked')
    const checked = { ...version, stage: 'checked' } as const
    expect(stageRefusal('delivered', checked)).toBeUndefined()
    expect(stageRefusal('delivered', { ...checked, revision: 2 })).toBe('stage_changed')
    expect([isChangedSince(checked), isChangedSince({ ...checked, revision: 2 })]).toEqual([false, true])
  })

  test('any way back is free', () => {
    for (const stage of stages)
      expect(stageRefusal('draft', { ...version, stage, cue_sum: 0, faulty: 2 })).toBeUndefined()
  })

  test('a deadline is far, near, over or met', () => {
    const at = (hours: number): Date => new Date(Date.UTC(2026, 0, 10) + hours * 3_600_000)
    expect([at(72), at(40), at(-1)].map((deadline) => deadlineState(deadline, at(0), false))).toEqual([
      'far',
      'near',
      'over',
    ])
    expect(deadlineState(at(-1), at(0), true)).toBe('met')
  })
})

test('a flag counts as looked at while the line and the flag are the same', () => {
  const cue = makeCue('a', 0, 800, 'hi')
  const review = { cue_id: 'a', verdict: 'too_fast', start: 0, end: 800, text: 'hi' }
  expect(isReviewed(review, { verdict: 'too_fast' }, cue)).toBe(true)
  expect(isReviewed(review, { verdict: 'does_not_fit' }, cue)).toBe(false)
  expect(isReviewed(review, { verdict: 'too_fast' }, { ...cue, text: 'ho' })).toBe(false)
  expect(isReviewed(undefined, { verdict: 'too_fast' }, cue)).toBe(false)
})

import { checkAll, countFindings, type FindingCounts } from '../checks/check.ts'
import { fixAll } from '../checks/fix.ts'
import { limitsOf, profiles } from '../checks/profiles.ts'
import type { Finding, Limits } from '../checks/rule.ts'
import { lineMaxLength } from '../domain/limits.ts'
import type { Operation } from '../domain/operation.ts'
import type { ProfileId } from '../domain/profiles.ts'
import type { Cue } from '../subtitle/cue/cue.ts'
import type { CueList } from '../subtitle/cue/cue-list.ts'
import { applyPatch, type Patch, replacePatch } from '../subtitle/cue/patch.ts'
import { copyRoles } from '../subtitle/cue/role-copy.ts'
import { compileQuery, replaceMatches } from '../subtitle/cue/search.ts'
import type { FrameRate } from '../domain/frames.ts'
import { defaultRules } from '../timing/rules.ts'
import { planShift } from '../timing/shift.ts'

/** What an operation needs of a version besides its cues. */
export interface OperationFacts {
  readonly language: string
  /** Length of the video in milliseconds; 0 without one. */
  readonly durationMs: number
  readonly rate: FrameRate
  /** In milliseconds, in order. */
  readonly shotChanges: readonly number[]
  /** Cues whose speakers are copied. */
  readonly source?: readonly Cue[] | undefined
}

/** Why an operation can't run on a version, and the first cue that shows it; `number` counts from 1. */
export interface OperationFault {
  readonly reason: 'before_start' | 'after_end' | 'would_overlap' | 'too_long'
  readonly number: number
  readonly cue: Cue
}

/** A cue before and after; one is missing if it appears or disappears. `number` counts from 1. */
export interface OperationSample {
  readonly number: number
  readonly before: Cue | undefined
  readonly after: Cue | undefined
}

/** A cue with findings of a profile. */
export interface OperationFinding {
  readonly number: number
  readonly cue: Cue
  readonly finding: Finding
}

/** What an operation does to a version: its dry run and the change itself. */
export interface OperationPlan {
  readonly patch: Patch
  readonly fault: OperationFault | undefined
  readonly samples: readonly OperationSample[]
  /** Findings of a profile for the resulting cues; undefined if not requested. */
  readonly counts: FindingCounts | undefined
  readonly findings: readonly OperationFinding[]
}

/** Cues that a dry run shows per version. */
const SHOWN = 3

/** Plans an operation on a version; the server applies exactly this. Undefined for an invalid pattern. */
export function planOperation(list: CueList, operation: Operation, facts: OperationFacts): OperationPlan | undefined {
  switch (operation.kind) {
    case 'shift':
      return shifting(list, operation, facts)
    case 'replace':
      return replacing(list, operation)
    case 'roles':
      return planOf(list, facts.source ? replacePatch(list, copyRoles(facts.source, list.cues)) : [])
    case 'fix': {
      const limits = limitsFor(operation.profile, facts)
      const { patch } = fixAll(list, limits, { shotChanges: facts.shotChanges })
      return planOf(list, patch, { checked: { limits, shotChanges: facts.shotChanges } })
    }
    default: {
      const limits = limitsFor(operation.profile, facts)
      return planOf(list, [], { checked: { limits, shotChanges: facts.shotChanges } })
    }
  }
}

function limitsFor(profile: ProfileId, { language, rate, durationMs }: OperationFacts): Limits {
  return limitsOf(profiles[profile], { language, rate, duration: durationMs || Infinity })
}

function shifting(
  list: CueList,
  { by, from }: Extract<Operation, { kind: 'shift' }>,
  { durationMs }: OperationFacts,
): OperationPlan {
  const target = { key: '', list, rules: { ...defaultRules, duration: durationMs || Infinity } }
  const [plan] = planShift([target], from > 0 ? { kind: 'from', time: from } : { kind: 'all' }, by)
  const fault = plan?.fault
  return planOf(list, plan?.patch ?? [], {
    fault: fault && { reason: fault.reason, number: fault.at + 1, cue: fault.cue },
  })
}

function replacing(
  list: CueList,
  { text, replacement, is_pattern, match_case, whole_word }: Extract<Operation, { kind: 'replace' }>,
): OperationPlan | undefined {
  const query = compileQuery({ text, isPattern: is_pattern, matchCase: match_case, wholeWord: whole_word })
  if (!query) return undefined
  const changed = replaceMatches(list.cues, query, { text: replacement }, is_pattern)
  const long = changed.find((cue) => cue.text.length > lineMaxLength)
  return planOf(list, replacePatch(list, changed), {
    fault: long && { reason: 'too_long', number: (list.index.get(long.id) ?? 0) + 1, cue: long },
  })
}

interface Judged {
  readonly fault?: OperationFault | undefined
  readonly checked?: { readonly limits: Limits; readonly shotChanges: readonly number[] }
}

function planOf(list: CueList, patch: Patch, { fault, checked }: Judged = {}): OperationPlan {
  const found = checked && findingsOf(applyPatch(list, patch), checked)
  return {
    patch,
    fault,
    samples: patch.slice(0, SHOWN).map(({ from, to, at }) => ({ number: at + 1, before: from, after: to })),
    counts: found?.counts,
    findings: found?.first ?? [],
  }
}

function findingsOf(list: CueList, { limits, shotChanges }: NonNullable<Judged['checked']>) {
  const found = checkAll(list.cues, limits, shotChanges)
  const first: OperationFinding[] = []
  for (const [at, cue] of list.cues.entries()) {
    if (first.length >= SHOWN) break
    const [finding] = found.get(cue.id) ?? []
    if (finding) first.push({ number: at + 1, cue, finding })
  }
  return { counts: countFindings(found), first }
}

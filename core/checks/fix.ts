import type { Cue } from '../subtitle/cue.ts'
import { type Change, type CueList, type Patch } from '../subtitle/patch.ts'
import { checkPlace, placeOf } from './check.ts'
import { type Finding, type Fix, type Limits, type RuleId, ruleIds } from './rule.ts'
import { rules } from './rules.ts'

/** Why a finding stays: nobody knows how to fix it, there is no room, or the fix would break another rule. */
export type Left = {
  readonly finding: Finding
  readonly reason: 'no_fixer' | 'no_room' | 'breaks'
  readonly breaks?: RuleId
}

export interface FixResult {
  readonly patch: Patch
  readonly fixed: readonly Finding[]
  readonly left: readonly Left[]
}

/**
 * Fixes what can be fixed, rule by rule in their order, line by line. A fix that would give the line or one of its
 * neighbours a fault that was not there is not made but listed. `only` names the rules to fix, all by default.
 */
export function fixAll(
  list: CueList,
  limits: Limits,
  options: { cuts?: readonly number[]; only?: ReadonlySet<RuleId> } = {},
): FixResult {
  const run = new FixRun(list.cues, limits, options.cuts ?? [])
  for (const rule of ruleIds) {
    if (limits.rules.has(rule) && (options.only?.has(rule) ?? true)) run.pass(rule)
  }
  return { patch: patchBetween(list, run.cues), fixed: run.fixed, left: run.left }
}

class FixRun {
  cues: Cue[]
  readonly fixed: Finding[] = []
  readonly left: Left[] = []
  private readonly limits: Limits
  private readonly cuts: readonly number[]

  constructor(cues: readonly Cue[], limits: Limits, cuts: readonly number[]) {
    this.cues = cues.slice()
    this.limits = limits
    this.cuts = cuts
  }

  pass(rule: RuleId): void {
    const removed = new Set<string>()
    for (let at = 0; at < this.cues.length; at++) {
      const place = placeOf(this.cues, at, this.cuts)
      const values = rules[rule].check(place, this.limits)
      if (!values) continue
      const finding: Finding = { rule, severity: rules[rule].severity, id: place.cue.id, values }
      const fixer = rules[rule].fix
      const fix = fixer?.(place, this.limits)
      if (fix === 'remove') {
        removed.add(place.cue.id)
        this.fixed.push(finding)
      } else if (!fix) this.left.push({ finding, reason: fixer ? 'no_room' : 'no_fixer' })
      else this.tryFix(finding, at, fix.cues)
    }
    if (removed.size) this.cues = this.cues.filter((cue) => !removed.has(cue.id))
  }

  /** Makes the change, looks at what it did, and takes it back where it did harm. */
  private tryFix(finding: Finding, at: number, wanted: Exclude<Fix, 'remove'>['cues']): void {
    const before = this.around(at)
    const was = [this.cues[at - 1], this.cues[at], this.cues[at + 1]]
    for (const cue of wanted) {
      const place = [at - 1, at, at + 1].find((i) => this.cues[i]?.id === cue.id)
      if (place !== undefined) this.cues[place] = cue
    }
    const after = this.around(at)
    const broken = after.find((fault) => !before.some((old) => isNoWorse(fault, old)))
    const still = after.some((fault) => fault.rule === finding.rule && fault.id === finding.id)
    if (!broken && !still) {
      this.fixed.push(finding)
      return
    }
    for (const [offset, cue] of was.entries()) if (cue) this.cues[at - 1 + offset] = cue
    this.left.push(broken ? { finding, reason: 'breaks', breaks: broken.rule } : { finding, reason: 'no_room' })
  }

  private around(at: number): Finding[] {
    const found: Finding[] = []
    for (let i = Math.max(0, at - 2); i <= Math.min(this.cues.length - 1, at + 2); i++) {
      found.push(...checkPlace(placeOf(this.cues, i, this.cuts), this.limits))
    }
    return found
  }
}

/** The same fault as before, and not more of it. */
function isNoWorse(fault: Finding, old: Finding): boolean {
  return fault.rule === old.rule && fault.id === old.id && badness(fault) <= badness(old)
}

/** How far a finding is off, for comparing it with itself. */
function badness({ rule, values }: Finding): number {
  const value = Number(values['cps'] ?? values['wpm'] ?? values['length'] ?? values['lines'] ?? values['overlap'] ?? 0)
  if (rule === 'min_duration') return -Number(values['duration'])
  if (rule === 'max_duration') return Number(values['duration'])
  return rule === 'min_gap' ? -Number(values['gap']) : value
}

function patchBetween(list: CueList, cues: readonly Cue[]): Patch {
  const patch: Change[] = []
  let next = 0
  for (let at = 0; at < list.cues.length; at++) {
    const from = list.cues[at]!
    const to = cues[next]?.id === from.id ? cues[next++] : undefined
    if (from !== to) patch.push({ id: from.id, from, to, at })
  }
  return patch
}

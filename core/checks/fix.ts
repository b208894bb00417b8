import { itemAt } from '../subtitle/item-at.ts'
import type { Cue } from '../subtitle/cue.ts'
import { type CueList } from '../subtitle/cue-list.ts'
import { type Change, type Patch } from '../subtitle/patch.ts'
import { type ActiveRule, activeRules, checkCue } from './check.ts'
import { type Finding, type Limits, CueContext, type RuleId, ruleIds, TextFacts } from './rule.ts'
import { rules } from './rules.ts'

/** Why a finding stays: the rule has no fix, there is no room, or the fix would break another rule. */
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

export interface FixOptions {
  readonly shotChanges?: readonly number[]
  /** Rules to fix; all by default. */
  readonly only?: ReadonlySet<RuleId>
  /** Cues to fix; all by default. */
  readonly ids?: ReadonlySet<string>
}

/**
 * Fixes what can be fixed, rule by rule in their order, cue by cue. A fix that would give the cue or one of its
 * neighbours a new fault is not made but listed.
 */
export function fixAll(list: CueList, limits: Limits, options: FixOptions = {}): FixResult {
  const run = new FixRun(list.cues, limits, options.shotChanges ?? [])
  for (const rule of ruleIds) {
    if (limits.rules.has(rule) && (options.only?.has(rule) ?? true)) run.pass(rule, options.ids)
  }
  return { patch: patchOf(list, run.cues), fixed: run.fixed, left: run.left }
}

class FixRun {
  cues: Cue[]
  readonly fixed: Finding[] = []
  readonly left: Left[] = []
  private readonly limits: Limits
  private readonly active: readonly ActiveRule[]
  private readonly shotChanges: readonly number[]
  private readonly facts = new Map<string, TextFacts>()
  /** What is wrong with each cue, where it was checked since it or a neighbour changed. */
  private found: (readonly Finding[] | undefined)[] = []

  constructor(cues: readonly Cue[], limits: Limits, shotChanges: readonly number[]) {
    this.cues = cues.slice()
    this.limits = limits
    this.active = activeRules(limits)
    this.shotChanges = shotChanges
  }

  pass(rule: RuleId, ids: ReadonlySet<string> | undefined): void {
    const removed = new Set<string>()
    for (let at = 0; at < this.cues.length; at++) {
      if (ids && !ids.has(itemAt(this.cues, at).id)) continue
      const finding = this.findingsAt(at).find((one) => one.rule === rule)
      if (!finding) continue
      const fixer = rules[rule].fix
      const fix = fixer?.(this.contextAt(at), this.limits)
      if (fix === 'remove') {
        removed.add(finding.id)
        this.fixed.push(finding)
      } else if (!fix) this.left.push({ finding, reason: fixer ? 'no_room' : 'no_fixer' })
      else this.tryFix(finding, at, fix.cues)
    }
    if (removed.size === 0) return
    this.cues = this.cues.filter((cue) => !removed.has(cue.id))
    this.found = []
  }

  private contextAt(at: number): CueContext {
    const cue = itemAt(this.cues, at)
    let facts = this.facts.get(cue.text)
    if (!facts) this.facts.set(cue.text, (facts = new TextFacts(cue.text)))
    return new CueContext(cue, this.cues[at - 1], this.cues[at + 1], this.shotChanges, facts)
  }

  private findingsAt(at: number): readonly Finding[] {
    return (this.found[at] ??= checkCue(this.contextAt(at), this.limits, this.active))
  }

  /** Makes the change, checks the cues around it, and takes it back where it breaks something. */
  private tryFix(finding: Finding, at: number, wanted: readonly Cue[]): void {
    const from = Math.max(0, at - 2)
    const to = Math.min(this.cues.length - 1, at + 2)
    const cuesBefore = this.cues.slice(from, to + 1)
    const foundBefore: (readonly Finding[])[] = []
    for (let i = from; i <= to; i++) foundBefore.push(this.findingsAt(i))
    for (const cue of wanted) {
      const offset = cuesBefore.findIndex((old) => old.id === cue.id)
      this.cues[from + offset] = cue
    }
    this.found.splice(from, to - from + 1, ...cuesBefore.map(() => undefined))
    const before = foundBefore.flat()
    const after: Finding[] = []
    for (let i = from; i <= to; i++) after.push(...this.findingsAt(i))
    const broken = after.find((fault) => !before.some((old) => isNoWorse(fault, old)))
    const still = after.some((fault) => fault.rule === finding.rule && fault.id === finding.id)
    if (!broken && !still) {
      this.fixed.push(finding)
      return
    }
    this.cues.splice(from, cuesBefore.length, ...cuesBefore)
    this.found.splice(from, cuesBefore.length, ...foundBefore)
    this.left.push(broken ? { finding, reason: 'breaks', breaks: broken.rule } : { finding, reason: 'no_room' })
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

function patchOf(list: CueList, cues: readonly Cue[]): Patch {
  const patch: Change[] = []
  let next = 0
  for (const [at, from] of list.cues.entries()) {
    const to = cues[next]?.id === from.id ? cues[next++] : undefined
    if (from !== to) patch.push({ id: from.id, from, to, at })
  }
  return patch
}

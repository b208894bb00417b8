import { itemAt } from '../subtitle/text/item-at.ts'
import type { Cue } from '../subtitle/cue/cue.ts'
import { type CueList } from '../subtitle/cue/cue-list.ts'
import { type Patch } from '../subtitle/cue/patch.ts'
import { type Finding, type Limits, CueContext, type Rule, type RuleId, ruleIds, type Severity } from './rule.ts'
import { rules } from './rules.ts'

const NO_FINDINGS: readonly Finding[] = []

/** A cue with its neighbours; a RangeError for an index outside the list. */
export function contextOf(cues: readonly Cue[], at: number, shotChanges: readonly number[]): CueContext {
  return new CueContext(itemAt(cues, at), cues[at - 1], cues[at + 1], shotChanges)
}

/** A resolved rule: a look-up by name per cue takes longer than most checks. */
export interface ActiveRule {
  readonly id: RuleId
  readonly severity: Severity
  readonly check: Rule['check']
}

const activeOf = new WeakMap<Limits, readonly ActiveRule[]>()

/** The rules for some limits, in the order of `ruleIds`. */
export function activeRules(limits: Limits): readonly ActiveRule[] {
  let active = activeOf.get(limits)
  if (!active) {
    const asked = ruleIds.filter((id) => limits.rules.has(id))
    active = asked.map((id) => ({ id, severity: rules[id].severity, check: rules[id].check }))
    activeOf.set(limits, active)
  }
  return active
}

/** All findings of one cue; reads its two neighbours and nothing else. */
export function checkCue(context: CueContext, limits: Limits, active: readonly ActiveRule[]): readonly Finding[] {
  let findings: Finding[] | undefined
  for (const { id, severity, check } of active) {
    const values = check(context, limits)
    if (values) (findings ??= []).push({ rule: id, severity, id: context.cue.id, values })
  }
  return findings ?? NO_FINDINGS
}

/** All findings of the cue at an index of a list; a RangeError for an index outside it. */
export function checkAt(
  list: CueList,
  at: number,
  limits: Limits,
  shotChanges: readonly number[] = [],
): readonly Finding[] {
  const context = new CueContext(list.cueAt(at), list.at(at - 1), list.at(at + 1), shotChanges)
  return checkCue(context, limits, activeRules(limits))
}

/** Whether the findings of a cue say the same. */
export const sameFindings = (a: readonly Finding[], b: readonly Finding[]): boolean =>
  a === b || JSON.stringify(a) === JSON.stringify(b)

/** Findings by cue id; cues without any have no entry. */
export type Findings = ReadonlyMap<string, readonly Finding[]>

/** All findings of some cues; shot changes in milliseconds, in order. */
export function checkAll(cues: readonly Cue[], limits: Limits, shotChanges: readonly number[] = []): Findings {
  return checkByEach(cues, [limits], shotChanges)[0] ?? new Map()
}

/** The limits that each rule reads; profiles with equal limits share one result. */
const reads: Readonly<Record<RuleId, readonly (keyof Limits)[]>> = {
  line_time_error: [],
  no_subtitle: [],
  markup: [],
  whitespace: [],
  ellipsis: [],
  italics: [],
  glyph: [],
  no_break: ['spacedMarks'],
  dash_sign: ['dashSign'],
  dialogue_dash: ['dash'],
  hi_brackets: [],
  numbers: [],
  line_length: ['lineLength', 'lineCounting', 'colourCost'],
  line_count: ['maxLines'],
  sequence_time_error: [],
  shot_in: ['rate'],
  shot_out: ['rate', 'shotOutFrames'],
  min_gap: ['gap', 'gapFrames', 'rate'],
  chain_gap: ['gap', 'gapFrames', 'chainBelow', 'chainFrames', 'rate'],
  min_duration: ['minDuration', 'minPerWord'],
  max_duration: ['maxDuration'],
  cps: ['cps', 'cpsCounting'],
  wpm: ['wpm'],
}

/** A check whose findings several results collect, by index. */
interface SharedCheck extends ActiveRule {
  readonly limits: Limits
  readonly askedBy: readonly number[]
}

/** Distinct checks of several profiles, and each profile's result; profiles that agree on everything share one. */
function sharedChecks(each: readonly Limits[]): { checks: SharedCheck[]; resultOf: number[] } {
  const asked = each.map((limits) => new Map(activeRules(limits).map((rule) => [keyOf(rule.id, limits), rule])))
  const results = new Map<string, number>()
  const resultOf = asked.map((rules) => {
    const all = [...rules.keys()].join('\n')
    if (!results.has(all)) results.set(all, results.size)
    return results.get(all) ?? 0
  })
  const checks = new Map<string, SharedCheck>()
  for (const [at, rules] of asked.entries()) {
    const limits = itemAt(each, at)
    for (const [key, rule] of rules) {
      const askedBy = new Set([...(checks.get(key)?.askedBy ?? []), itemAt(resultOf, at)])
      checks.set(key, { ...rule, limits, askedBy: [...askedBy] })
    }
  }
  return { checks: [...checks.values()].sort(byRule), resultOf }
}

/** A rule with everything that its answer depends on. */
const keyOf = (rule: RuleId, limits: Limits): string =>
  JSON.stringify([rule, ...reads[rule].map((name) => limits[name])])

const byRule = (a: ActiveRule, b: ActiveRule): number => ruleIds.indexOf(a.id) - ruleIds.indexOf(b.id)

/** Findings of several profiles for the same cues; shared checks run once. */
export function checkByEach(
  cues: readonly Cue[],
  each: readonly Limits[],
  shotChanges: readonly number[] = [],
): Findings[] {
  const { checks, resultOf } = sharedChecks(each)
  const collected = Array.from(new Set(resultOf), () => new Collected())
  for (let at = 0; at < cues.length; at++) {
    const context = contextOf(cues, at, shotChanges)
    const cueId = context.cue.id
    for (const { id, severity, check, limits, askedBy } of checks) {
      const values = check(context, limits)
      if (!values) continue
      const finding: Finding = { rule: id, severity, id: cueId, values }
      for (const one of askedBy) collected[one]?.add(finding)
    }
    for (const one of collected) one.endCue(cueId)
  }
  return resultOf.map((result) => itemAt(collected, result).findings)
}

/** One profile's findings. A shared scratch array avoids over-allocated arrays per cue. */
class Collected {
  readonly findings = new Map<string, readonly Finding[]>()
  private readonly ofCue: Finding[] = []
  private count = 0

  add(finding: Finding): void {
    this.ofCue[this.count++] = finding
  }

  endCue(id: string): void {
    if (this.count === 0) return
    this.findings.set(id, this.ofCue.slice(0, this.count))
    this.count = 0
  }
}

/**
 * Updates findings in place after a patch that led to `list`, checking only its cues and their neighbours; copying the
 * map would cost the length of the document. Returns the change of the number of findings.
 */
export function recheck(
  findings: Map<string, readonly Finding[]>,
  list: CueList,
  patch: Patch,
  limits: Limits,
  shotChanges: readonly number[] = [],
): number {
  const touched = new Set<number>()
  let more = 0
  const put = (id: string, found: readonly Finding[]): void => {
    more += found.length - (findings.get(id)?.length ?? 0)
    if (found.length) findings.set(id, found)
    else findings.delete(id)
  }
  for (const change of patch) {
    if (change.to) touchAround(touched, list, list.index.get(change.id) ?? change.at)
    else put(change.id, NO_FINDINGS)
  }
  // At a cue's former position two others are neighbours now.
  for (const at of indexesOfLeft(patch, list)) touchAround(touched, list, at)
  for (const at of touched) put(list.cueAt(at).id, checkAt(list, at, limits, shotChanges))
  return more
}

/** Indexes in the result at which removed or moved cues would be, in order. */
function indexesOfLeft(patch: Patch, list: CueList): number[] {
  const left: number[] = []
  const arrived: number[] = []
  for (const { id, from, to, at, was } of patch) {
    if (from && !to) left.push(at)
    else if (was !== undefined) left.push(was)
    if (to && (!from || was !== undefined)) arrived.push(list.index.get(id) ?? at)
  }
  if (left.length === 0) return left
  left.sort((a, b) => a - b)
  arrived.sort((a, b) => a - b)
  let passed = 0
  return left.map((was, before) => {
    // Unmoved cues keep their order: those before `was` are before it again, with inserted cues among them.
    let index = was - before + passed
    for (let next = arrived[passed]; next !== undefined && next <= index; next = arrived[passed]) {
      passed++
      index++
    }
    return index
  })
}

function touchAround(touched: Set<number>, list: CueList, at: number): void {
  for (const index of [at - 1, at, at + 1]) if (index >= 0 && index < list.length) touched.add(index)
}

/** How many findings of each severity there are. */
export type FindingCounts = Readonly<Record<Severity, number>>

/** Counts findings by severity. */
export function countFindings(findings: Findings): FindingCounts {
  const counts = { error: 0, warning: 0, hint: 0 }
  for (const found of findings.values()) for (const { severity } of found) counts[severity]++
  return counts
}

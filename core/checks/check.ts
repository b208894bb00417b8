import { itemAt } from '../subtitle/item-at.ts'
import type { Cue } from '../subtitle/cue.ts'
import { type CueList } from '../subtitle/cue-list.ts'
import { type Patch } from '../subtitle/patch.ts'
import { type Finding, type Limits, CueContext, type Rule, type RuleId, ruleIds, type Severity } from './rule.ts'
import { rules } from './rules.ts'

const NO_FINDINGS: readonly Finding[] = []

/** A cue among its neighbours; a RangeError for an index outside the list. */
export function contextOf(cues: readonly Cue[], at: number, shotChanges: readonly number[]): CueContext {
  return new CueContext(itemAt(cues, at), cues[at - 1], cues[at + 1], shotChanges)
}

/** A rule, ready to be called: looking it up by name for each cue takes longer than most checks. */
export interface ActiveRule {
  readonly id: RuleId
  readonly severity: Severity
  readonly check: Rule['check']
}

/** The rules that some limits ask for, in the order of `ruleIds`. */
export function activeRules(limits: Limits): readonly ActiveRule[] {
  return ruleIds
    .filter((id) => limits.rules.has(id))
    .map((id) => ({ id, severity: rules[id].severity, check: rules[id].check }))
}

/** Everything that is wrong with one cue; its two neighbours are looked at, nothing else. */
export function checkCue(context: CueContext, limits: Limits, active: readonly ActiveRule[]): readonly Finding[] {
  let findings: Finding[] | undefined
  for (const { id, severity, check } of active) {
    const values = check(context, limits)
    if (values) (findings ??= []).push({ rule: id, severity, id: context.cue.id, values })
  }
  return findings ?? NO_FINDINGS
}

/** Findings by cue id; cues without any have no entry. */
export type Findings = ReadonlyMap<string, readonly Finding[]>

/** Everything that is wrong with some cues; shot changes in milliseconds, in order. */
export function checkAll(cues: readonly Cue[], limits: Limits, shotChanges: readonly number[] = []): Findings {
  return checkByEach(cues, [limits], shotChanges)[0] ?? new Map()
}

/** The limits that each rule reads; profiles that agree on them share one result. */
const reads: Readonly<Record<RuleId, readonly (keyof Limits)[]>> = {
  line_time_error: [],
  no_subtitle: [],
  markup: [],
  whitespace: [],
  ellipsis: [],
  italics: [],
  glyph: [],
  dialogue_dash: ['dash'],
  hi_brackets: [],
  numbers: [],
  line_length: ['lineLength', 'lineCounting', 'colourCost'],
  line_count: ['maxLines'],
  sequence_time_error: [],
  shot_in: ['rate'],
  shot_out: ['rate', 'shotOutGap'],
  min_gap: ['gap'],
  chain_gap: ['gap', 'chainBelow'],
  min_duration: ['minDuration', 'minPerWord'],
  max_duration: ['maxDuration'],
  cps: ['cps', 'cpsCounting'],
  wpm: ['wpm'],
}

/** A check that one or more of several profiles ask for, by their indexes. */
interface SharedCheck extends ActiveRule {
  readonly limits: Limits
  readonly askedBy: number[]
}

function sharedChecks(each: readonly Limits[]): SharedCheck[] {
  const checks = new Map<string, SharedCheck>()
  for (const rule of ruleIds) {
    for (const [at, limits] of each.entries()) {
      if (!limits.rules.has(rule)) continue
      const key = JSON.stringify([rule, ...reads[rule].map((name) => limits[name])])
      const { severity, check } = rules[rule]
      const shared = checks.get(key)
      if (shared) shared.askedBy.push(at)
      else checks.set(key, { id: rule, severity, check, limits, askedBy: [at] })
    }
  }
  return [...checks.values()]
}

/** The findings of several profiles in the same cues: what they agree on is checked once. */
export function checkByEach(
  cues: readonly Cue[],
  each: readonly Limits[],
  shotChanges: readonly number[] = [],
): Findings[] {
  const checks = sharedChecks(each)
  const findings = each.map(() => new Map<string, Finding[]>())
  for (let at = 0; at < cues.length; at++) {
    const context = contextOf(cues, at, shotChanges)
    const cueId = context.cue.id
    for (const { id, severity, check, limits, askedBy } of checks) {
      const values = check(context, limits)
      if (!values) continue
      const finding: Finding = { rule: id, severity, id: cueId, values }
      for (const one of askedBy) addFinding(itemAt(findings, one), finding)
    }
  }
  return findings
}

function addFinding(findings: Map<string, Finding[]>, finding: Finding): void {
  const list = findings.get(finding.id)
  if (list) list.push(finding)
  else findings.set(finding.id, [finding])
}

/**
 * Updates findings after a patch that led to `list`. Only the cues of the patch and their neighbours are checked; the map
 * is changed in place, because copying it would cost as much as the document is long.
 */
export function recheck(
  findings: Map<string, readonly Finding[]>,
  list: CueList,
  patch: Patch,
  limits: Limits,
  shotChanges: readonly number[] = [],
): void {
  const touched = new Set<number>()
  for (const change of patch) {
    if (change.to) touchAround(touched, list, list.index.get(change.id) ?? change.at)
    else findings.delete(change.id)
  }
  // Where a cue was before, two others are neighbours now.
  for (const at of indexesOfLeft(patch, list)) touchAround(touched, list, at)
  const active = activeRules(limits)
  for (const at of touched) {
    const cue = list.cueAt(at)
    const found = checkCue(new CueContext(cue, list.at(at - 1), list.at(at + 1), shotChanges), limits, active)
    if (found.length) findings.set(cue.id, found)
    else findings.delete(cue.id)
  }
}

/** Indexes in the result at which cues that went or moved would stand, in order. */
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
    // The cues that stayed keep their order: those before `was` stand before it again, with what arrived among them.
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

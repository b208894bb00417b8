import type { Cue } from '../subtitle/cue.ts'
import { type CueList } from '../subtitle/cue-list.ts'
import { type Patch } from '../subtitle/patch.ts'
import { type Finding, type Limits, CueContext, type Rule, type RuleId, ruleIds, type Severity } from './rule.ts'
import { rules } from './rules.ts'

const NO_FINDINGS: readonly Finding[] = []

/** A cue among its neighbours. */
export function contextOf(cues: readonly Cue[], at: number, shotChanges: readonly number[]): CueContext {
  return new CueContext(cues[at]!, cues[at - 1], cues[at + 1], shotChanges)
}

/** A rule of some limits, ready to be called: looking them up by name for each cue takes longer than most checks. */
export interface ActiveRule {
  readonly id: RuleId
  readonly severity: Severity
  readonly check: Rule['check']
}

export function activeRules(limits: Limits): readonly ActiveRule[] {
  return ruleIds
    .filter((id) => limits.rules.has(id))
    .map((id) => ({ id, severity: rules[id].severity, check: rules[id].check }))
}

/** All that is wrong with one cue; looks at its two neighbours and no further. */
export function checkCue(place: CueContext, limits: Limits, active: readonly ActiveRule[]): readonly Finding[] {
  let findings: Finding[] | undefined
  for (let i = 0; i < active.length; i++) {
    const { id, severity, check } = active[i]!
    const values = check(place, limits)
    if (values) (findings ??= []).push({ rule: id, severity, id: place.cue.id, values })
  }
  return findings ?? NO_FINDINGS
}

/** Findings by cue id; cues without any have no entry. */
export type Findings = ReadonlyMap<string, readonly Finding[]>

export function checkAll(cues: readonly Cue[], limits: Limits, shotChanges: readonly number[] = []): Findings {
  return checkByEach(cues, [limits], shotChanges)[0]!
}

/** The numbers that a rule asks its limits for; profiles that agree on them share one answer. */
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

/** A check that one or more of several limits ask for, by their places. */
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

/** The same cues by several profiles: what they all ask about a text, or agree on, is found once. */
export function checkByEach(
  cues: readonly Cue[],
  each: readonly Limits[],
  shotChanges: readonly number[] = [],
): Findings[] {
  const checks = sharedChecks(each)
  const findings = each.map(() => new Map<string, Finding[]>())
  for (let at = 0; at < cues.length; at++) {
    const place = contextOf(cues, at, shotChanges)
    const cueId = place.cue.id
    const found: (Finding[] | undefined)[] = []
    for (let i = 0; i < checks.length; i++) {
      const { id, severity, check, limits, askedBy } = checks[i]!
      const values = check(place, limits)
      if (!values) continue
      const finding: Finding = { rule: id, severity, id: cueId, values }
      for (const one of askedBy) (found[one] ??= []).push(finding)
    }
    for (const [one, list] of found.entries()) if (list) findings[one]!.set(cueId, list)
  }
  return findings
}

/**
 * Brings findings up to date after a patch that made `list`. Only the lines that the patch names and their neighbours
 * are looked at; the map is changed in place, since copying it would cost as much as the document is long.
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
    const at = change.to ? list.index.get(change.id)! : change.at
    // Where a line went away, or came from, the two that meet there are neighbours now.
    const places = [
      at - 1,
      at,
      at + 1,
      ...(change.was === undefined ? [] : [change.was - 1, change.was, change.was + 1]),
    ]
    for (const place of places) if (place >= 0 && place < list.length) touched.add(place)
    if (!change.to) findings.delete(change.id)
  }
  const active = activeRules(limits)
  for (const at of touched) {
    const cue = list.at(at)!
    const found = checkCue(new CueContext(cue, list.at(at - 1), list.at(at + 1), shotChanges), limits, active)
    if (found.length) findings.set(cue.id, found)
    else findings.delete(cue.id)
  }
}

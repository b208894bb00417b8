import type { Cue } from '../subtitle/cue.ts'
import { type CueList, type Patch } from '../subtitle/patch.ts'
import { textStatistics } from '../subtitle/statistics.ts'
import { type Finding, type Limits, type Place, ruleIds } from './rule.ts'
import { rules } from './rules.ts'

const NO_FINDINGS: readonly Finding[] = []

/** A cue among its neighbours. */
export function placeOf(cues: readonly Cue[], at: number, cuts: readonly number[]): Place {
  const cue = cues[at]!
  return { cue, previous: cues[at - 1], next: cues[at + 1], text: textStatistics(cue), cuts }
}

/** All that is wrong with one cue; looks at its two neighbours and no further. */
export function checkPlace(place: Place, limits: Limits): readonly Finding[] {
  let findings: Finding[] | undefined
  for (const rule of ruleIds) {
    if (!limits.rules.has(rule)) continue
    const values = rules[rule].check(place, limits)
    if (!values) continue
    findings ??= []
    findings.push({ rule, severity: rules[rule].severity, id: place.cue.id, values })
  }
  return findings ?? NO_FINDINGS
}

/** Findings by cue id; cues without any have no entry. */
export type Findings = ReadonlyMap<string, readonly Finding[]>

export function checkAll(cues: readonly Cue[], limits: Limits, cuts: readonly number[] = []): Findings {
  const findings = new Map<string, readonly Finding[]>()
  for (let at = 0; at < cues.length; at++) {
    const found = checkPlace(placeOf(cues, at, cuts), limits)
    if (found.length) findings.set(cues[at]!.id, found)
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
  cuts: readonly number[] = [],
): void {
  const touched = new Set<number>()
  for (const change of patch) {
    const at = change.to ? list.index.get(change.id)! : change.at
    // Where a line went away, or came from, the two that meet there are neighbours now.
    const places = [at - 1, at, at + 1, ...(change.was === undefined ? [] : [change.was - 1, change.was, change.was + 1])]
    for (const place of places) if (place >= 0 && place < list.cues.length) touched.add(place)
    if (!change.to) findings.delete(change.id)
  }
  for (const at of touched) {
    const { id } = list.cues[at]!
    const found = checkPlace(placeOf(list.cues, at, cuts), limits)
    if (found.length) findings.set(id, found)
    else findings.delete(id)
  }
}

import type { Cue, NewId } from '../subtitle/cue.ts'
import { type CueList, positionOf } from '../subtitle/cue-list.ts'
import type { Patch } from '../subtitle/patch.ts'
import { mergeDown } from './cues.ts'
import type { Outcome, TimingRules } from './rules.ts'
import { splitCue } from './split.ts'

/**
 * What a split or a merge of one version makes of the version beside it, so that both keep the same lines. Empty where
 * nothing there belongs to the line, or where it is divided otherwise.
 */
export function linkedPatch(beside: CueList, own: Patch, rules: TimingRules, newId: NewId): Patch {
  const kept = own.find(({ from, to }) => from && to)
  const other = own.find(({ from, to }) => !from || !to)
  if (own.length !== 2 || !kept || !other) return []
  return other.from
    ? linkedMerge(beside, kept.from!, other.from)
    : linkedSplit(beside, kept.from!, kept.to!.end, rules, newId)
}

function linkedSplit(beside: CueList, line: Cue, time: number, rules: TimingRules, newId: NewId): Patch {
  const match = matchOf(beside, line)
  if (!match || time <= match.start || time >= match.end) return []
  return patchOf(splitCue(beside, match.id, { time }, rules, newId))
}

function linkedMerge(beside: CueList, first: Cue, second: Cue): Patch {
  const [a, b] = [matchOf(beside, first), matchOf(beside, second)]
  if (!a || !b || positionOf(beside, b.id) !== positionOf(beside, a.id) + 1) return []
  return patchOf(mergeDown(beside, a.id))
}

const patchOf = (outcome: Outcome<Patch>): Patch => (outcome.ok ? outcome.value : [])

/** The line that shares most time with another, and at least half of the shorter of the two. */
function matchOf(beside: CueList, line: Cue): Cue | undefined {
  let best: Cue | undefined
  let most = 0
  for (const cue of beside.cues) {
    const shared = Math.min(cue.end, line.end) - Math.max(cue.start, line.start)
    const needed = Math.min(cue.end - cue.start, line.end - line.start) / 2
    if (shared <= most || shared < needed) continue
    best = cue
    most = shared
  }
  return best
}

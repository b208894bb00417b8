import type { Cue, NewId } from '../subtitle/cue/cue.ts'
import { type CueList, positionOf } from '../subtitle/cue/cue-list.ts'
import type { Patch } from '../subtitle/cue/patch.ts'
import { mergeDown } from './cues.ts'
import type { Outcome, TimingRules } from './rules.ts'
import { splitCue } from './split.ts'

/**
 * The counterpart of a split or merge in the reference version, so that both keep the same cues. Empty if no cue there
 * corresponds, or it is divided differently.
 */
export function linkedPatch(reference: CueList, own: Patch, rules: TimingRules, newId: NewId): Patch {
  const kept = own.find(({ from, to }) => from && to)
  const other = own.find(({ from, to }) => !from || !to)
  if (own.length !== 2 || !kept?.from || !kept.to || !other) return []
  return other.from
    ? linkedMerge(reference, kept.from, other.from)
    : linkedSplit(reference, kept.from, kept.to.end, rules, newId)
}

function linkedSplit(reference: CueList, own: Cue, time: number, rules: TimingRules, newId: NewId): Patch {
  const match = matchOf(reference, own)
  if (!match || time <= match.start || time >= match.end) return []
  return patchOf(splitCue(reference, match.id, { time }, rules, newId))
}

function linkedMerge(reference: CueList, first: Cue, second: Cue): Patch {
  const [a, b] = [matchOf(reference, first), matchOf(reference, second)]
  if (!a || !b || positionOf(reference, b.id) !== positionOf(reference, a.id) + 1) return []
  return patchOf(mergeDown(reference, a.id))
}

const patchOf = (outcome: Outcome<Patch>): Patch => (outcome.ok ? outcome.value : [])

/** The cue with the longest overlap, at least half of the shorter of the two. */
function matchOf(reference: CueList, own: Cue): Cue | undefined {
  let best: Cue | undefined
  let most = 0
  for (const cue of reference.cues) {
    const shared = Math.min(cue.end, own.end) - Math.max(cue.start, own.start)
    const needed = Math.min(cue.end - cue.start, own.end - own.start) / 2
    if (shared <= most || shared < needed) continue
    best = cue
    most = shared
  }
  return best
}

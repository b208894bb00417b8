import type { Cue } from '../subtitle/cue/cue.ts'
import { type CueList } from '../subtitle/cue/cue-list.ts'
import { type Patch, replacePatch } from '../subtitle/cue/patch.ts'
import { countCharacters } from '../subtitle/text/statistics.ts'
import { isTypeset, nextToCover } from '../subtitle/cue/typeset.ts'
import type { TimingRules } from './rules.ts'

/** Limits of a cue's duration: characters per second and milliseconds. */
export interface DurationGoal {
  readonly cps: number
  readonly minDuration: number
  readonly maxDuration: number
  /** Also shortens cues longer than needed; otherwise only those above the maximum. */
  readonly shorten: boolean
}

/**
 * Fits durations to a reading speed by moving ends only, within the gap before the next cue in the same place and the
 * video. Typeset cues stay.
 */
export function fitDurations(list: CueList, goal: DurationGoal, rules: TimingRules): Patch {
  const changed: Cue[] = []
  const next = nextToCover(list.cues)
  for (const [at, cue] of list.cues.entries()) {
    if (isTypeset(cue)) continue
    const end = fittedEnd(cue, next[at], goal, rules)
    if (end !== cue.end) changed.push({ ...cue, end })
  }
  return replacePatch(list, changed)
}

function fittedEnd(cue: Cue, next: Cue | undefined, goal: DurationGoal, rules: TimingRules): number {
  const read = Math.ceil((countCharacters(cue.text) * 1000) / goal.cps)
  const wanted = cue.start + Math.min(goal.maxDuration, Math.max(goal.minDuration, read))
  const ceiling = Math.min(rules.duration, next ? next.start - rules.gap : Infinity)
  if (wanted > cue.end) return Math.max(cue.end, Math.min(wanted, ceiling))
  const limit = goal.shorten ? wanted : Math.max(wanted, cue.start + goal.maxDuration)
  return Math.min(cue.end, limit)
}

import { cueIn, type CueList } from '../subtitle/cue/cue-list.ts'
import { type Patch, replacePatch } from '../subtitle/cue/patch.ts'
import { cueAfter } from './neighbours.ts'
import { MIN_LENGTH, type TimingRules } from './rules.ts'

/** Sets cues to equal length in milliseconds, within the gap before the next cue and the video. */
export function setLengths(list: CueList, ids: Iterable<string>, ms: number, rules: TimingRules): Patch {
  return endsAt(list, ids, ({ start }, next) => {
    const ceiling = Math.min(rules.duration, next === undefined ? Infinity : next - rules.gap)
    return Math.max(start + MIN_LENGTH, Math.min(start + ms, ceiling))
  })
}

/** Ensures this least gap in milliseconds after each cue, by earlier ends only. */
export function widenGaps(list: CueList, ids: Iterable<string>, ms: number): Patch {
  return endsAt(list, ids, ({ start, end }, next) =>
    next === undefined ? end : Math.min(end, Math.max(start + MIN_LENGTH, next - ms)),
  )
}

function endsAt(
  list: CueList,
  ids: Iterable<string>,
  endOf: (cue: { start: number; end: number }, next: number | undefined) => number,
): Patch {
  const changed = [...ids].flatMap((id) => {
    const cue = cueIn(list, id)
    if (!cue) return []
    const end = endOf(cue, cueAfter(list, cue)?.start)
    return end === cue.end ? [] : [{ ...cue, end }]
  })
  return replacePatch(list, changed)
}

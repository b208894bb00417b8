import type { Cue } from '../subtitle/cue.ts'
import type { CueList } from '../subtitle/cue-list.ts'
import type { Patch } from '../subtitle/patch.ts'
import { replacePatch } from '../subtitle/patch.ts'
import type { FrameRate } from './frames.ts'
import { done, type Outcome, refused, type TimingRules } from './rules.ts'

/** A time of the subtitles and the time of the programme where it belongs. */
export interface SyncPoint {
  readonly from: number
  readonly to: number
}

/** Stretches and moves all cues so that both points land where they belong. All or nothing. */
export function pointSync(list: CueList, first: SyncPoint, second: SyncPoint, rules: TimingRules): Outcome<Patch> {
  if (first.from === second.from) return refused('invalid_move')
  const scale = (second.to - first.to) / (second.from - first.from)
  return rescale(list, (time) => first.to + (time - first.from) * scale, scale, rules)
}

/** Times that counted frames of one rate, for a programme that runs at another: 25 → 23.976 makes everything longer. */
export function changeFrameRate(list: CueList, from: FrameRate, to: FrameRate, rules: TimingRules): Outcome<Patch> {
  const scale = (from.num * to.den) / (from.den * to.num)
  return rescale(list, (time) => time * scale, scale, rules)
}

function rescale(list: CueList, place: (time: number) => number, scale: number, rules: TimingRules): Outcome<Patch> {
  if (!(scale > 0) || !Number.isFinite(scale)) return refused('invalid_move')
  const moved: Cue[] = []
  for (const cue of list.cues) {
    const start = Math.round(place(cue.start))
    // A cue that had a length keeps one however much the whole shrinks.
    const end = Math.max(Math.round(place(cue.end)), cue.end > cue.start ? start + 1 : start)
    if (start < 0 || end > rules.duration) return refused('invalid_move')
    moved.push(start === cue.start && end === cue.end ? cue : { ...cue, start, end })
  }
  return done(replacePatch(list, moved))
}

import type { Cue } from '../subtitle/cue.ts'
import type { CueList } from '../subtitle/cue-list.ts'
import type { Patch } from '../subtitle/patch.ts'
import { replacePatch } from '../subtitle/patch.ts'
import { stretchCodes } from '../subtitle/inner-times.ts'
import type { FrameRate } from '../domain/frames.ts'
import { done, type Outcome, refused, type TimingRules } from './rules.ts'

/** A time in the subtitles and the time in the video where it belongs, in milliseconds. */
export interface SyncPoint {
  readonly from: number
  readonly to: number
}

/** Scales and moves all times so that both points are where they belong. All or nothing. */
export function pointSync(list: CueList, first: SyncPoint, second: SyncPoint, rules: TimingRules): Outcome<Patch> {
  if (first.from === second.from) return refused('invalid_move')
  const scale = (second.to - first.to) / (second.from - first.from)
  return rescale(list, (time) => first.to + (time - first.from) * scale, scale, rules)
}

/** Converts times that were made for one frame rate to a video of another: 25 → 23.976 makes everything longer. */
export function changeFrameRate(list: CueList, from: FrameRate, to: FrameRate, rules: TimingRules): Outcome<Patch> {
  const scale = (from.num * to.den) / (from.den * to.num)
  return rescale(list, (time) => time * scale, scale, rules)
}

/** Moves all times to where a scale and an offset in milliseconds put them. */
export function moveTimes(
  list: CueList,
  { scale, offset }: { readonly scale: number; readonly offset: number },
  rules: TimingRules,
): Outcome<Patch> {
  return rescale(list, (time) => time * scale + offset, scale, rules)
}

function rescale(list: CueList, scaled: (time: number) => number, scale: number, rules: TimingRules): Outcome<Patch> {
  if (!(scale > 0) || !Number.isFinite(scale)) return refused('invalid_move')
  const moved: Cue[] = []
  for (const cue of list.cues) {
    const start = Math.round(scaled(cue.start))
    // A cue that had a length keeps one however much the whole shrinks.
    const end = Math.max(Math.round(scaled(cue.end)), cue.end > cue.start ? start + 1 : start)
    if (start < 0 || end > rules.duration) return refused('invalid_move')
    moved.push(
      start === cue.start && end === cue.end ? cue : { ...cue, start, end, text: stretchCodes(cue.text, scale) },
    )
  }
  return done(replacePatch(list, moved))
}

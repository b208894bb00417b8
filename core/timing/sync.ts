import type { Cue } from '../subtitle/cue/cue.ts'
import type { CueList } from '../subtitle/cue/cue-list.ts'
import { type Change, type Patch, replacePatch } from '../subtitle/cue/patch.ts'
import { stretchCodes } from '../subtitle/cue/inner-times.ts'
import type { FrameRate } from '../domain/frames.ts'
import { done, type Outcome, refused, type TimingRules } from './rules.ts'

/** A time in the subtitles and its right time in the video, in milliseconds. */
export interface SyncPoint {
  readonly from: number
  readonly to: number
}

/** Scales and moves all times so that both points match, all or nothing. */
export function pointSync(list: CueList, first: SyncPoint, second: SyncPoint, rules: TimingRules): Outcome<Patch> {
  if (first.from === second.from) return refused('invalid_move')
  const scale = (second.to - first.to) / (second.from - first.from)
  return rescale(list, (time) => first.to + (time - first.from) * scale, scale, rules)
}

/** Converts times from one frame rate to another: 25 → 23.976 makes everything longer. */
export function changeFrameRate(list: CueList, from: FrameRate, to: FrameRate, rules: TimingRules): Outcome<Patch> {
  const scale = (from.num * to.den) / (from.den * to.num)
  return rescale(list, (time) => time * scale, scale, rules)
}

/**
 * Where cues belong: scaled, then moved by the offset (ms) of the last part that begins no later than their current
 * start.
 */
export interface LinePlaces {
  readonly scale: number
  readonly parts: readonly { readonly from: number; readonly offset: number }[]
}

/** A change that moves cues to their places and removes those outside the video. */
export interface Placed {
  readonly patch: Patch
  readonly leftOut: readonly Cue[]
}

/** Moves cues to their places, clipped to the video; refused if nothing would be left. */
export function placeLines(list: CueList, { scale, parts }: LinePlaces, rules: TimingRules): Outcome<Placed> {
  if (!isScale(scale)) return refused('invalid_move')
  const patch: Change[] = []
  const leftOut: Cue[] = []
  for (const [at, cue] of list.cues.entries()) {
    const offset = parts.findLast(({ from }) => from <= cue.start)?.offset ?? parts[0]?.offset ?? 0
    const to = inVideo(
      scaledCue(cue, (time) => time * scale + offset, scale),
      rules,
    )
    if (!to) leftOut.push(cue)
    if (to !== cue) patch.push({ id: cue.id, from: cue, to, at })
  }
  return leftOut.length < list.length || list.length === 0 ? done({ patch, leftOut }) : refused('outside_video')
}

/** The part of a cue within the video; undefined if there is none. */
function inVideo(cue: Cue, { duration }: TimingRules): Cue | undefined {
  if (cue.start < 0 ? cue.end <= 0 : cue.start >= duration) return undefined
  if (cue.start >= 0 && cue.end <= duration) return cue
  return { ...cue, start: Math.max(0, cue.start), end: Math.min(duration, cue.end) }
}

const isScale = (scale: number): boolean => scale > 0 && Number.isFinite(scale)

/** A cue with all times scaled, including those in its text. A non-zero length stays non-zero. */
function scaledCue(cue: Cue, scaled: (time: number) => number, scale: number): Cue {
  const start = Math.round(scaled(cue.start))
  const end = Math.max(Math.round(scaled(cue.end)), cue.end > cue.start ? start + 1 : start)
  if (start === cue.start && end === cue.end) return cue
  return { ...cue, start, end, text: stretchCodes(cue.text, scale) }
}

function rescale(list: CueList, scaled: (time: number) => number, scale: number, rules: TimingRules): Outcome<Patch> {
  if (!isScale(scale)) return refused('invalid_move')
  const moved = list.cues.map((cue) => scaledCue(cue, scaled, scale))
  if (moved.some(({ start, end }) => start < 0 || end > rules.duration)) return refused('invalid_move')
  return done(replacePatch(list, moved))
}

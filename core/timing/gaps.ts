import type { Cue } from '../subtitle/cue/cue.ts'
import { type CueList } from '../subtitle/cue/cue-list.ts'
import { type Patch, replacePatch } from '../subtitle/cue/patch.ts'
import { type FrameRate, frameStart, nearestFrame } from '../domain/frames.ts'
import { nextToCover } from '../subtitle/cue/typeset.ts'
import { endOf } from './neighbours.ts'
import type { TimingRules } from './rules.ts'

/** Closes every gap of at most `maxSpace` ms to the rules' gap: the earlier cue lasts until the next one in its place. */
export function bridgeGaps(list: CueList, maxSpace: number, rules: TimingRules): Patch {
  const changed: Cue[] = []
  const next = nextToCover(list.cues)
  for (const [at, cue] of list.cues.entries()) {
    const start = next[at]?.start ?? Infinity
    const space = start - cue.end
    if (space > rules.gap && space <= maxSpace) changed.push({ ...cue, end: start - rules.gap })
  }
  return replacePatch(list, changed)
}

/**
 * Moves every edge to the nearest frame; each cue keeps at least one frame, and crowded later ones move. Cues without
 * overlap stay so in any list order. O(n log n).
 */
export function snapToFrames(list: CueList, rate: FrameRate): Patch {
  const byStart = list.cues.toSorted((a, b) => a.start - b.start || endOf(a) - endOf(b))
  const byEnd = byStart.toSorted((a, b) => endOf(a) - endOf(b) || a.start - b.start)
  const lastFrames = new Map<string, number>()
  const changed: Cue[] = []
  let passed = 0
  let free = 0
  for (const [at, cue] of byStart.entries()) {
    // The first frame after all cues that end before this one starts.
    for (let past = byEnd[passed]; past && endOf(past) <= cue.start; past = byEnd[++passed]) {
      const last = lastFrames.get(past.id)
      if (last === undefined) break
      free = Math.max(free, last)
    }
    const [first, last] = framesOf(cue, free, () => nextStart(byStart, at), rate)
    lastFrames.set(cue.id, Math.max(first, last))
    const [start, end] = [frameStart(first, rate), frameStart(last, rate)]
    if (start !== cue.start || end !== cue.end) changed.push({ ...cue, start, end })
  }
  return replacePatch(list, changed)
}

/** The frames of a cue's start and end; no frame before `free` is its own, and the next cue starts at `next()` ms. */
function framesOf(cue: Cue, free: number, next: () => number, rate: FrameRate): [first: number, last: number] {
  const [first, last] = [Math.max(free, nearestFrame(cue.start, rate)), nearestFrame(cue.end, rate)]
  if (cue.end <= cue.start) return [first, cue.end === cue.start ? first : last]
  const isCrowded = last <= first && nearestFrame(next(), rate) <= first
  return isCrowded && free < first ? [first - 1, first] : [first, Math.max(last, first + 1)]
}

/** The start of the first later cue that does not overlap this one. */
function nextStart(byStart: readonly Cue[], at: number): number {
  const end = byStart[at]?.end ?? Infinity
  for (let next = at + 1; next < byStart.length; next++) {
    const start = byStart[next]?.start ?? Infinity
    if (start >= end) return start
  }
  return Infinity
}

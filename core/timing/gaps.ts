import type { Cue } from '../subtitle/cue.ts'
import { type CueList } from '../subtitle/cue-list.ts'
import { type Patch, replacePatch } from '../subtitle/patch.ts'
import { type FrameRate, frameStart, nearestFrame } from './frames.ts'
import type { TimingRules } from './rules.ts'

/** Closes every gap of at most `maxSpace` ms to the rules' gap: the earlier cue lasts until the next one. */
export function bridgeGaps(list: CueList, maxSpace: number, rules: TimingRules): Patch {
  return eachPair(list, (cue, next) => {
    const space = next.start - cue.end
    return space > rules.gap && space <= maxSpace ? { ...cue, end: next.start - rules.gap } : cue
  })
}

/**
 * Moves every edge to the nearest frame. Neighbours that did not overlap do not afterwards, and a cue that had a length
 * keeps at least one frame where there is room.
 */
export function snapToFrames(list: CueList, rate: FrameRate): Patch {
  const snapped = (time: number) => Math.max(0, frameStart(nearestFrame(time, rate), rate))
  return eachPair(list, (cue, next) => {
    const start = snapped(cue.start)
    let end = snapped(cue.end)
    if (end <= start && cue.end > cue.start) {
      const frame = frameStart(nearestFrame(cue.start, rate) + 1, rate)
      end = frame <= snapped(next.start) || cue.end > next.start ? frame : start
    }
    return start === cue.start && end === cue.end ? cue : { ...cue, start, end }
  })
}

const NEVER: Cue = { id: '', start: Infinity, end: Infinity, text: '', roles: [] }

function eachPair(list: CueList, change: (cue: Cue, next: Cue) => Cue): Patch {
  const changed: Cue[] = []
  for (const [at, cue] of list.cues.entries()) {
    const result = change(cue, list.at(at + 1) ?? NEVER)
    if (result !== cue) changed.push(result)
  }
  return replacePatch(list, changed)
}

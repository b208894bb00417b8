import type { Cue } from '../subtitle/cue.ts'
import { type CueList } from '../subtitle/cue-list.ts'
import { type Patch, replacePatch } from '../subtitle/patch.ts'
import { type FrameRate, frameStart, nearestFrame } from './frames.ts'
import type { TimingRules } from './rules.ts'
import type { TimeRange } from './time-range.ts'

/** Closes every space of at most `maxSpace` ms to the rules' gap: the earlier line stays on until the next one. */
export function bridgeGaps(list: CueList, maxSpace: number, rules: TimingRules): Patch {
  return eachPair(list, (cue, next) => {
    const space = next.start - cue.end
    return space > rules.gap && space <= maxSpace ? { ...cue, end: next.start - rules.gap } : cue
  })
}

/**
 * Lets lines stand longer into the silence after them: by at most `by` ms, up to the gap before the next line and not
 * into the next speech. `speech` is in order; without any, only the lines count.
 */
export function extendIntoSilence(list: CueList, speech: readonly TimeRange[], by: number, rules: TimingRules): Patch {
  let next = 0
  return eachPair(list, (cue, following) => {
    while (next < speech.length && speech[next]!.start < cue.end) next++
    const onset = speech[next]?.start ?? Infinity
    const end = Math.min(cue.end + by, following.start - rules.gap, onset, rules.duration)
    return end > cue.end ? { ...cue, end } : cue
  })
}

/**
 * Puts every edge on the frame nearest to it. Neighbours that did not overlap do not afterwards, and a line that had a
 * length keeps at least one frame where there is room.
 */
export function snapToFrames(list: CueList, rate: FrameRate): Patch {
  const place = (time: number) => Math.max(0, frameStart(nearestFrame(time, rate), rate))
  return eachPair(list, (cue, next) => {
    const start = place(cue.start)
    let end = place(cue.end)
    if (end <= start && cue.end > cue.start) {
      const frame = frameStart(nearestFrame(cue.start, rate) + 1, rate)
      end = frame <= place(next.start) || cue.end > next.start ? frame : start
    }
    return start === cue.start && end === cue.end ? cue : { ...cue, start, end }
  })
}

const NEVER: Cue = { id: '', start: Infinity, end: Infinity, text: '', roles: [] }

function eachPair(list: CueList, change: (cue: Cue, next: Cue) => Cue): Patch {
  const { cues } = list
  const changed: Cue[] = []
  for (let at = 0; at < cues.length; at++) {
    const cue = cues[at]!
    const result = change(cue, cues[at + 1] ?? NEVER)
    if (result !== cue) changed.push(result)
  }
  return replacePatch(list, changed)
}

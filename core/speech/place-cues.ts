import type { Cue } from '../subtitle/cue/cue.ts'
import type { TimeRange } from '../timing/time-range.ts'

const doOverlap = (a: TimeRange, b: TimeRange): boolean => a.start < b.end && b.start < a.end

/** Replaces all lines in a range by recognised ones; other lines stay, without overlaps. */
export function replaceCues(cues: readonly Cue[], heard: readonly Cue[], part: TimeRange): Cue[] {
  return fillCues(
    cues.filter((cue) => !doOverlap(cue, part)),
    heard,
  )
}

/** Adds recognised lines where there are none; one that reaches into a line is cut there. */
export function fillCues(cues: readonly Cue[], heard: readonly Cue[]): Cue[] {
  const added = heard.flatMap((cue) => {
    const met = cues.filter((other) => doOverlap(other, cue))
    if (met.length === 0) return [cue]
    // Speech before the line is a separate line; speech that overlaps it is in its text already.
    const end = Math.min(...met.map(({ start }) => start))
    return end - cue.start >= (cue.end - cue.start) / 2 ? [{ ...cue, end }] : []
  })
  return [...cues, ...added].sort((a, b) => a.start - b.start)
}

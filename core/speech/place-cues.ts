import type { Cue } from '../subtitle/cue.ts'
import type { TimeRange } from '../timing/time-range.ts'

const doOverlap = (a: TimeRange, b: TimeRange): boolean => a.start < b.end && b.start < a.end

/** Lines with those that were heard in a part in the place of all that are in it; the others stay, and none overlaps them. */
export function replaceCues(cues: readonly Cue[], heard: readonly Cue[], part: TimeRange): Cue[] {
  return fillCues(
    cues.filter((cue) => !doOverlap(cue, part)),
    heard,
  )
}

/** Lines with those that were heard where there were none; one that reaches into a line is cut off there. */
export function fillCues(cues: readonly Cue[], heard: readonly Cue[]): Cue[] {
  const added = heard.flatMap((cue) => {
    const met = cues.filter((other) => doOverlap(other, cue))
    if (met.length === 0) return [cue]
    // What is said before the line begins is another line; what it speaks over is said in it already.
    const end = Math.min(...met.map(({ start }) => start))
    return end - cue.start >= (cue.end - cue.start) / 2 ? [{ ...cue, end }] : []
  })
  return [...cues, ...added].sort((a, b) => a.start - b.start)
}

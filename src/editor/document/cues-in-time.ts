import type { Cue } from '#core/subtitle/cue.ts'
import { type CueList, cueList } from '#core/subtitle/cue-list.ts'

/** Lists that are not in order (an imported file before its repair), once more in order. */
const sorted = new WeakMap<CueList, CueList>()

function inOrder(list: CueList): CueList {
  if (list.timeOrder.isSorted) return list
  let made = sorted.get(list)
  if (!made) sorted.set(list, (made = cueList([...list.cues].sort((a, b) => a.start - b.start))))
  return made
}

/** Place of the first cue (by start) that starts at `ms` or later. */
function firstFrom(list: CueList, ms: number): number {
  let lo = 0
  let hi = list.length
  while (lo < hi) {
    const middle = (lo + hi) >> 1
    if (list.at(middle)!.start < ms) lo = middle + 1
    else hi = middle
  }
  return lo
}

/** About how many cues touch a stretch of time; does not grow with their number. */
export function countBetween(cues: CueList, fromMs: number, toMs: number): number {
  const list = inOrder(cues)
  return firstFrom(list, toMs) - firstFrom(list, fromMs)
}

/** Cues that touch a stretch of time, by start; the list itself need not be in order. */
export function cuesBetween(cues: CueList, fromMs: number, toMs: number): Cue[] {
  const list = inOrder(cues)
  const found: Cue[] = []
  for (let at = firstFrom(list, fromMs - list.timeOrder.longest); at < list.length; at++) {
    const cue = list.at(at)!
    if (cue.start > toMs) break
    if (cue.end >= fromMs) found.push(cue)
  }
  return found
}

/** The chunks of a list with the cues that touch a stretch of time and those beside them: an edit makes others of them. */
export function chunksBetween(cues: CueList, fromMs: number, toMs: number): readonly (readonly Cue[])[] {
  const list = inOrder(cues)
  return list.chunksBetween(firstFrom(list, fromMs - list.timeOrder.longest) - 1, firstFrom(list, toMs) + 2)
}

/** Times of lines in two columns, by start, in milliseconds: all that is drawn of those that are only outlined. */
export interface Outlines {
  readonly starts: Float64Array
  readonly ends: Float64Array
  /** None is longer. */
  readonly longest: number
}

/** The times of a list. */
export function outlinesOf(cues: CueList): Outlines {
  const list = inOrder(cues)
  const starts = new Float64Array(list.length)
  const ends = new Float64Array(list.length)
  let at = 0
  for (const { start, end } of list) {
    starts[at] = start
    ends[at++] = end
  }
  return { starts, ends, longest: list.timeOrder.longest }
}

/** From which index up to which, itself excluded, lines begin in a stretch of time. */
export function outlinesBetween({ starts }: Outlines, fromMs: number, toMs: number): [number, number] {
  return [firstStart(starts, fromMs), firstStart(starts, toMs)]
}

function firstStart(starts: Float64Array, ms: number): number {
  let lo = 0
  let hi = starts.length
  while (lo < hi) {
    const middle = (lo + hi) >> 1
    if (starts[middle]! < ms) lo = middle + 1
    else hi = middle
  }
  return lo
}

/** Cues on screen at a time. */
export function cuesAt(cues: CueList, ms: number): Cue[] {
  return cuesBetween(cues, ms, ms).filter((cue) => cue.start <= ms && ms < cue.end)
}

/** A stretch of time over which the same line is on screen, or none is. */
export interface Stretch {
  /** Of several lines the one that began last. */
  readonly cue: Cue | undefined
  readonly fromMs: number
  readonly toMs: number
}

/** The stretch around a time; where no line is, from that time to the next line, or without end. */
export function stretchAt(cues: CueList, ms: number): Stretch {
  const list = inOrder(cues)
  const cue = cuesAt(list, ms).at(-1)
  const next = list.at(firstFrom(list, Math.floor(ms) + 1))?.start ?? Infinity
  return cue ? { cue, fromMs: cue.start, toMs: Math.min(cue.end, next) } : { cue, fromMs: ms, toMs: next }
}

/** The line at a time, else the last one that began before it, else the first; undefined where there is none. */
export function lineAtOrBefore(cues: CueList, ms: number): Cue | undefined {
  const list = inOrder(cues)
  return cuesAt(list, ms).at(-1) ?? list.at(Math.max(0, firstFrom(list, Math.floor(ms) + 1) - 1))
}

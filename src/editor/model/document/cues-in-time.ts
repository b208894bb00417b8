import type { Cue } from '#core/subtitle/cue/cue.ts'
import { type CueList, cueList } from '#core/subtitle/cue/cue-list.ts'

/** Sorted copies of unordered lists, such as an imported file before its repair. */
const sorted = new WeakMap<CueList, CueList>()

function inOrder(list: CueList): CueList {
  if (list.timeOrder.isSorted) return list
  let made = sorted.get(list)
  if (!made) sorted.set(list, (made = cueList([...list.cues].sort((a, b) => a.start - b.start))))
  return made
}

/** Index of the first cue, by start, that starts at or after `ms`. */
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

/** Approximate number of cues in a time range, in time independent of their number. */
export function countBetween(cues: CueList, fromMs: number, toMs: number): number {
  const list = inOrder(cues)
  return firstFrom(list, toMs) - firstFrom(list, fromMs)
}

/** Cues in a time range, by start; the list may be unordered. */
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

/** Chunks of a list with the cues in a time range and their neighbours: an edit replaces the chunks that it changes. */
export function chunksBetween(cues: CueList, fromMs: number, toMs: number): readonly (readonly Cue[])[] {
  const list = inOrder(cues)
  return list.chunksBetween(firstFrom(list, fromMs - list.timeOrder.longest) - 1, firstFrom(list, toMs) + 2)
}

/** Start and end times of lines in two columns, by start, in milliseconds: enough to draw outlines. */
export interface Outlines {
  readonly starts: Float64Array
  readonly ends: Float64Array
  /** The longest duration. */
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

/** Range of indexes, end excluded, of lines that start in a time range. */
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

/** A time range in which the same line, or none, is on screen. */
export interface Stretch {
  /** Among overlapping lines, the one that starts last. */
  readonly cue: Cue | undefined
  readonly fromMs: number
  readonly toMs: number
}

/** The range around a time; without a line, from that time to the next line or without end. */
export function stretchAt(cues: CueList, ms: number): Stretch {
  const list = inOrder(cues)
  const cue = cuesAt(list, ms).at(-1)
  const next = list.at(firstFrom(list, Math.floor(ms) + 1))?.start ?? Infinity
  return cue ? { cue, fromMs: cue.start, toMs: Math.min(cue.end, next) } : { cue, fromMs: ms, toMs: next }
}

/** The line at a time, else the last before it, else the first; undefined for an empty list. */
export function lineAtOrBefore(cues: CueList, ms: number): Cue | undefined {
  const list = inOrder(cues)
  return cuesAt(list, ms).at(-1) ?? list.at(Math.max(0, firstFrom(list, Math.floor(ms) + 1) - 1))
}

import type { Limits } from '../checks/rule.ts'
import type { Cue } from '../subtitle/cue/cue.ts'

/** Limits of times. */
export type TimeLimits = Pick<Limits, 'gap' | 'minDuration' | 'maxDuration'>

/** How long a cue may outlast its original, and precede it. */
const MOST_AFTER = 1000
const MOST_BEFORE = 200
/** How far the edge between two cues may move, if one has spare time. */
const MOST_MOVED = 200

interface Neighbours {
  /** Indices of the cues before and after, by time; undefined without one, or if they overlap. */
  readonly before: number | undefined
  readonly after: number | undefined
  /** Latest end of all earlier cues, not only the previous one's; in milliseconds. */
  readonly ended: number
  /** False if another cue begins before an earlier one has ended. */
  readonly isAlone: boolean
}

function neighboursOf(cues: readonly Cue[]): Neighbours[] {
  const order = cues.map((_, at) => at).sort((a, b) => startOf(cues, a) - startOf(cues, b) || a - b)
  const found: Neighbours[] = cues.map(() => ({ before: undefined, after: undefined, ended: 0, isAlone: false }))
  let ended = 0
  order.forEach((at, place) => {
    const { start, end } = cues[at] ?? { start: 0, end: 0 }
    const [before, after] = [order[place - 1], order[place + 1]]
    const isAlone = ended <= start && (after === undefined || startOf(cues, after) >= end)
    found[at] = { before, after, ended, isAlone }
    ended = Math.max(ended, end)
  })
  return found
}

const startOf = (cues: readonly Cue[], at: number): number => cues[at]?.start ?? 0

/** How much later each cue may end: up to the gap before the next. Zero for an overlapping one. */
export function timesAfter(cues: readonly Cue[], limits: TimeLimits): number[] {
  return neighboursOf(cues).map(({ after, isAlone }, at) => {
    const cue = cues[at]
    return cue && isAlone ? roomAfter(cue, after === undefined ? undefined : cues[after], limits) : 0
  })
}

function roomAfter({ start, end }: Cue, after: Cue | undefined, { gap, maxDuration }: TimeLimits): number {
  const until = Math.min(after ? after.start - gap : Infinity, start + maxDuration)
  return Math.max(0, Math.min(MOST_AFTER, until - end))
}

/**
 * Gives cues the time that their texts need (`needs`, in milliseconds; undefined: unchanged), from the gaps around and
 * neighbours' spare time. Gaps keep their least length; no overlaps arise. A hopeless cue only takes the gap behind.
 */
export function withReadingTimes(
  cues: readonly Cue[],
  needs: readonly (number | undefined)[],
  limits: TimeLimits,
): Cue[] {
  const out = [...cues]
  const neighbours = neighboursOf(cues)
  const cueAt = (at: number | undefined): Cue | undefined => (at === undefined ? undefined : out[at])
  /** How far an edge may move into a neighbour. */
  const spareOf = (at: number | undefined, edge: 'start' | 'end'): number => {
    const [cue, need] = [cueAt(at), needs[at ?? -1]]
    if (!cue || need === undefined || !neighbours[at ?? -1]?.isAlone) return 0
    const spare = cue.end - cue.start - Math.ceil(Math.max(need, limits.minDuration))
    return Math.max(0, Math.min(spare, MOST_MOVED - Math.abs(cue[edge] - (cues[at ?? -1]?.[edge] ?? 0))))
  }
  const short = neighbours.flatMap(({ isAlone, before, after, ended }, at) => {
    const cue = cues[at]
    const lack = cue ? Math.min(Math.ceil(needs[at] ?? 0), limits.maxDuration) - (cue.end - cue.start) : 0
    return isAlone && lack > 0 ? [{ at, before, after, ended, lack }] : []
  })
  const left = short.filter(({ at, before, after, ended, lack }) => {
    const [cue, previous, next] = [out[at], cueAt(before), cueAt(after)]
    if (!cue) return false
    // A neighbour may have moved an edge meanwhile.
    const behind = Math.min(lack, roomAfter(cue, next, limits))
    const ahead = Math.min(lack - behind, roomBefore(cue, Math.max(ended, previous?.end ?? 0), limits))
    const later = Math.min(lack - behind - ahead, spareOf(after, 'start'))
    const early = Math.min(lack - behind - ahead - later, spareOf(before, 'end'))
    if (behind + ahead + later + early < lack) return true
    out[at] = { ...cue, start: cue.start - ahead - early, end: cue.end + behind + later }
    if (next && after !== undefined && later > 0) out[after] = { ...next, start: next.start + later }
    if (previous && before !== undefined && early > 0) out[before] = { ...previous, end: previous.end - early }
    return false
  })
  for (const { at, after, lack } of left) {
    const cue = out[at]
    if (cue) out[at] = { ...cue, end: cue.end + Math.min(lack, roomAfter(cue, cueAt(after), limits)) }
  }
  return out
}

function roomBefore({ start }: Cue, ended: number, { gap }: TimeLimits): number {
  return Math.max(0, Math.min(MOST_BEFORE, start - (ended > 0 ? ended + gap : 0)))
}

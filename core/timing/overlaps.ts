import type { Cue } from '../subtitle/cue/cue.ts'
import { longestIncreasing } from '../subtitle/text/increasing.ts'
import { type CueList } from '../subtitle/cue/cue-list.ts'
import { type Change, type Patch } from '../subtitle/cue/patch.ts'
import { countCharacters } from '../subtitle/text/statistics.ts'
import { rowPlace } from '../subtitle/cue/typeset.ts'

/** Reading speeds for resolving overlaps; characters per second. */
export interface ReadingSpeed {
  readonly optimalCps: number
  readonly maxCps: number
  /** No cue gets shorter than this, in ms. */
  readonly minDuration: number
  /** Least gap between two cues, in ms. */
  readonly gap: number
}

/** How an overlap was resolved. */
export type OverlapFix = 'cut_earlier' | 'share' | 'delay_later'

/** 15 and 25 characters per second, half a second, a gap of 1 ms. */
export const defaultReadingSpeed: ReadingSpeed = { optimalCps: 15, maxCps: 25, minDuration: 500, gap: 1 }

export interface OverlapResult {
  readonly patch: Patch
  readonly fixed: readonly { readonly id: string; readonly how: OverlapFix }[]
  /** Later cues of unresolvable pairs. */
  readonly unfixable: readonly string[]
}

/** Resolves overlaps of neighbours by `partCues` in one pass; unresolvable pairs stay. */
export function fixOverlaps(list: CueList, speed: ReadingSpeed = defaultReadingSpeed): OverlapResult {
  const patch: Change[] = []
  const fixed: { id: string; how: OverlapFix }[] = []
  const unfixable: string[] = []
  // Rows at the top and the bottom do not overlap; typeset cues cover nothing.
  const latest = new Map<number, Retimed>()
  const all: Retimed[] = []
  for (const [at, cue] of list.cues.entries()) {
    const place = rowPlace(cue)
    if (place === undefined) continue
    const later: Retimed = { was: cue, is: cue, at }
    const earlier = latest.get(place)
    if (earlier && earlier.is.end > cue.start) {
      const parted = partCues(earlier.is, cue, speed)
      if (parted) {
        earlier.is = parted.earlier
        later.is = parted.later
        fixed.push({ id: cue.id, how: parted.how })
      } else unfixable.push(cue.id)
    }
    latest.set(place, later)
    all.push(later)
  }
  for (const { was, is, at } of all) if (is !== was) patch.push({ id: was.id, from: was, to: is, at })
  return { patch, fixed, unfixable }
}

interface Retimed {
  readonly was: Cue
  is: Cue
  readonly at: number
}

/** Two cues that no longer overlap. */
export interface Parted {
  readonly earlier: Cue
  readonly later: Cue
  readonly how: OverlapFix
}

/** Overlaps up to this, in ms, are always cut: too short to be noticed. */
const TINY = 10

/**
 * Resolves an overlap so that both cues stay readable: at the optimal, then the highest allowed speed, each time by
 * cutting the earlier one, sharing the time, or delaying the later one (Subtitle Edit's order). Undefined if impossible.
 */
export function partCues(earlier: Cue, later: Cue, speed: ReadingSpeed): Parted | undefined {
  if (later.start < earlier.start) return undefined
  const letters = countCharacters(earlier.text)
  // The first attempt leaves the later cue unchanged, so its letters need no count: most pairs end here.
  const first = needed(earlier, letters, speed.optimalCps, speed)
  const cut = cutAt(earlier, later, later.start - speed.gap, first, 1, 'cut_earlier', speed)
  if (cut) return cut
  const lettersLater = countCharacters(later.text)
  const parted =
    partAt(earlier, later, letters, lettersLater, speed.optimalCps, speed) ??
    partAt(earlier, later, letters, lettersLater, speed.maxCps, speed)
  if (parted) return parted
  const tiny = earlier.end - later.start <= TINY
  return tiny ? cutAt(earlier, later, later.start - speed.gap, 1, 1, 'cut_earlier', speed) : undefined
}

/** The first of the three ways that gives both cues enough time at this speed. */
function partAt(
  earlier: Cue,
  later: Cue,
  letters: number,
  lettersLater: number,
  cps: number,
  speed: ReadingSpeed,
): Parted | undefined {
  const first = needed(earlier, letters, cps, speed)
  const second = needed(later, lettersLater, cps, speed)
  const shared = Math.floor((earlier.end + later.start - speed.gap) / 2)
  return (
    cutAt(earlier, later, later.start - speed.gap, first, second, 'cut_earlier', speed) ??
    cutAt(earlier, later, shared, first, second, 'share', speed) ??
    cutAt(earlier, later, earlier.end, first, second, 'delay_later', speed)
  )
}

/** The earlier cue ending at `end`, if both stay long enough. */
function cutAt(
  earlier: Cue,
  later: Cue,
  end: number,
  first: number,
  second: number,
  how: OverlapFix,
  { gap }: ReadingSpeed,
): Parted | undefined {
  const start = Math.max(later.start, end + gap)
  if (end - earlier.start < first || later.end - start < second) return undefined
  return {
    earlier: end === earlier.end ? earlier : { ...earlier, end },
    later: start === later.start ? later : { ...later, start },
    how,
  }
}

/** Required milliseconds of a cue; a shorter one requires only its current length. */
function needed(cue: Cue, letters: number, cps: number, speed: ReadingSpeed): number {
  const wanted = Math.max(speed.minDuration, Math.ceil((letters * 1000) / cps))
  return Math.max(1, Math.min(wanted, cue.end - cue.start))
}

/** Sorts cues by start with the fewest moves. */
export function sortCues(list: CueList): Patch {
  const order = list.cues.map((cue, at) => ({ cue, at }))
  order.sort((a, b) => a.cue.start - b.cue.start || a.at - b.at)
  const stay = new Set(longestIncreasing(order.map(({ at }) => at)).map((index) => order[index]?.at))
  const patch: Change[] = []
  for (const [index, { cue, at }] of order.entries()) {
    if (!stay.has(at)) patch.push({ id: cue.id, from: cue, to: cue, at: index, was: at })
  }
  return patch
}

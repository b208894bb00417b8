import type { Cue } from '../subtitle/cue.ts'
import { longestIncreasing } from '../subtitle/increasing.ts'
import { type CueList } from '../subtitle/cue-list.ts'
import { type Change, type Patch } from '../subtitle/patch.ts'
import { countCharacters } from '../subtitle/statistics.ts'

/** What counts as readable when two lines fight for the same time. Characters a second. */
export interface ReadingSpeed {
  readonly optimalCps: number
  readonly maxCps: number
  /** No line gets shorter than this, in ms. */
  readonly minDuration: number
  /** Least space between two lines, in ms. */
  readonly gap: number
}

export const defaultReadingSpeed: ReadingSpeed = { optimalCps: 15, maxCps: 25, minDuration: 500, gap: 1 }

export type OverlapFix = 'cut_earlier' | 'share' | 'delay_later'

export interface OverlapResult {
  readonly patch: Patch
  readonly fixed: readonly { readonly id: string; readonly how: OverlapFix }[]
  /** Later lines of pairs in which no cut leaves both readable. */
  readonly unfixable: readonly string[]
}

/**
 * Parts overlapping neighbours so that both stay readable: first at the optimal speed, then at the highest allowed one,
 * each time by cutting the earlier line, by sharing the time, by delaying the later one (the order of Subtitle Edit's
 * cascade). Where no way is readable, nothing is changed. One pass.
 */
export function fixOverlaps(list: CueList, speed: ReadingSpeed = defaultReadingSpeed): OverlapResult {
  const { cues } = list
  const patch: Change[] = []
  const fixed: { id: string; how: OverlapFix }[] = []
  const unfixable: string[] = []
  let earlier: Cue | undefined
  for (let at = 0; at < cues.length; at++) {
    const was = cues[at]!
    let later = was
    if (earlier && earlier.end > was.start) {
      const parted = partCues(earlier, was, speed)
      if (parted) {
        replaceLast(patch, parted.earlier, at - 1, cues)
        later = parted.later
        fixed.push({ id: was.id, how: parted.how })
      } else {
        unfixable.push(was.id)
      }
    }
    if (later !== was) patch.push({ id: was.id, from: was, to: later, at })
    earlier = later
  }
  return { patch, fixed, unfixable }
}

function replaceLast(patch: Change[], cue: Cue, at: number, cues: readonly Cue[]): void {
  const from = cues[at]!
  if (patch.at(-1)?.id === cue.id) patch.pop()
  if (cue !== from) patch.push({ id: cue.id, from, to: cue, at })
}

export interface Parted {
  readonly earlier: Cue
  readonly later: Cue
  readonly how: OverlapFix
}

/** Overlaps no longer than this are always cut: nobody sees it. */
const TINY = 10

/** Two overlapping cues, the first starting no later, so that neither is too short to read; undefined if no cut does. */
export function partCues(earlier: Cue, later: Cue, speed: ReadingSpeed): Parted | undefined {
  if (later.start < earlier.start) return undefined
  const letters = countCharacters(earlier.text)
  // The first cut leaves the later line as it is, so that its letters need not be counted: most pairs end here.
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

/** The first of the three cuts that leaves both lines the time that this reading speed needs. */
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

/** The cut with the earlier line ending at `end`, if that leaves both as long as they need. */
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

/** Milliseconds that a line needs; a line that is shorter already needs no more than it has. */
function needed(cue: Cue, letters: number, cps: number, speed: ReadingSpeed): number {
  const wanted = Math.max(speed.minDuration, Math.ceil((letters * 1000) / cps))
  return Math.max(1, Math.min(wanted, cue.end - cue.start))
}

/** Puts lines in the order of their starts; only those that stand out of order change their place. */
export function sortCues(list: CueList): Patch {
  const order = list.cues.map((cue, at) => ({ cue, at }))
  order.sort((a, b) => a.cue.start - b.cue.start || a.at - b.at)
  const stay = new Set(longestIncreasing(order.map(({ at }) => at)).map((place) => order[place]!.at))
  const patch: Change[] = []
  for (const [place, { cue, at }] of order.entries()) {
    if (!stay.has(at)) patch.push({ id: cue.id, from: cue, to: cue, at: place, was: at })
  }
  return patch
}

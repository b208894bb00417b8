import { shifted } from '../subtitle/cue/cue.ts'
import { type CueList, cueOf } from '../subtitle/cue/cue-list.ts'
import { type Patch, replacePatch } from '../subtitle/cue/patch.ts'
import { type Bounds, within } from './bounds.ts'
import { LatestBelow } from './latest-below.ts'
import { cueAfter, cueBefore, cuesIn, endOf } from './neighbours.ts'
import type { TimingRules } from './rules.ts'
import type { TimeRange } from './time-range.ts'

/** Moves the selected cues together by `by`, as far as their neighbours allow. */
export function moveGroup(list: CueList, ids: readonly string[], by: number, rules: TimingRules): Patch {
  return groupPatch(list, ids, within(by, groupBounds(list, ids, rules)))
}

/** The patch that moves cues by milliseconds, ignoring others. */
export function groupPatch(list: CueList, ids: readonly string[], by: number): Patch {
  if (by === 0) return []
  return replacePatch(
    list,
    ids.map((id) => shifted(cueOf(list, id), by)),
  )
}

/**
 * How far the selected cues may move together, in milliseconds, stopped by unselected neighbours. 0 is always allowed.
 * `except` moves or yields otherwise and stops none. O(n log n) for n cues in their time.
 */
export function groupBounds(list: CueList, ids: Iterable<string>, rules: TimingRules, except?: string): Bounds {
  const chosen = new Set(ids)
  const cues = Array.from(chosen, (id) => cueOf(list, id))
  const [first] = cues
  if (!first) return { lo: -Infinity, hi: Infinity }
  let [earliest, latest] = [first, first]
  for (const cue of cues) {
    if (cue.start < earliest.start) earliest = cue
    if (endOf(cue) > endOf(latest)) latest = cue
  }
  // Outside the group's time only the nearest cues count.
  const others = new Set(cuesIn(list, { start: earliest.start, end: endOf(latest) }))
  const [before, after] = [cueBefore(list, earliest, except), cueAfter(list, latest, except)]
  if (before) others.add(before)
  if (after) others.add(after)
  const staying = [...others].filter(({ id }) => !chosen.has(id) && id !== except)
  const back = Math.min(earliest.start, spaceBefore(cues, staying) - rules.gap)
  const forth = Math.min(
    rules.duration - endOf(latest),
    spaceBefore(cues.map(mirrored), staying.map(mirrored)) - rules.gap,
  )
  return { lo: Math.min(0, -back), hi: Math.max(0, forth) }
}

/** The same in reversed time. */
const mirrored = (cue: TimeRange): TimeRange => ({ start: -endOf(cue), end: -cue.start })

/** The least gap between a moving cue and a fixed one before it; negative if they overlap. */
function spaceBefore(moving: readonly TimeRange[], staying: readonly TimeRange[]): number {
  const byStart = (a: TimeRange, b: TimeRange): number => a.start - b.start || endOf(a) - endOf(b)
  const queue = staying.toSorted(byStart)
  const ends = new LatestBelow(staying.map(endOf))
  let next = 0
  let least = Infinity
  for (const cue of moving.toSorted(byStart)) {
    // As in isBefore: those that start earlier, and zero-length ones where this begins.
    for (let other = queue[next]; other && startsBefore(other, cue); other = queue[++next]) ends.add(endOf(other))
    least = Math.min(least, cue.start - ends.below(Math.max(endOf(cue), cue.start + 1)))
  }
  return least
}

function startsBefore(other: TimeRange, cue: TimeRange): boolean {
  if (other.start === cue.start) return endOf(other) === other.start && endOf(cue) > cue.start
  return other.start < cue.start
}

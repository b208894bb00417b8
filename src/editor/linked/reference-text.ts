import type { Cue } from '#core/subtitle/cue.ts'
import type { CueList } from '#core/subtitle/cue-list.ts'
import { plainText } from '#core/subtitle/markup.ts'
import { cuesBetween } from '../document/cues-in-time.ts'

/**
 * Text of another version that belongs to a line of a list, with its own row breaks. Each of its lines stands once, at the
 * line that shares most time with it: after a split or a merge it stays with the one that holds most of it.
 */
export function referenceText(others: CueList, list: CueList, cue: Cue): string {
  return ownReference(others, list, cue)
    .map((other) => plainText(other.text))
    .join('\n')
}

/** The lines themselves. */
export function ownReference(others: CueList, list: CueList, cue: Cue): Cue[] {
  return cuesBetween(others, cue.start, cue.end).filter(
    (other) => shared(other, cue) > 0 && holderOf(other, list)?.id === cue.id,
  )
}

/** The line that shares most time with another version's; of several the first in time. */
function holderOf(other: Cue, list: CueList): Cue | undefined {
  let holder: Cue | undefined
  let most = 0
  for (const cue of cuesBetween(list, other.start, other.end)) {
    const here = shared(other, cue)
    if (here <= most) continue
    holder = cue
    most = here
  }
  return holder
}

function shared(a: Cue, b: Cue): number {
  return Math.min(a.end, b.end) - Math.max(a.start, b.start)
}

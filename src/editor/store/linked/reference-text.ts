import type { Cue } from '#core/subtitle/cue/cue.ts'
import type { CueList } from '#core/subtitle/cue/cue-list.ts'
import { plainText } from '#core/subtitle/text/markup.ts'
import { cuesBetween } from '../../model/document/cues-in-time.ts'

/**
 * Another version's text for a line of a list, with its row breaks. Each of its lines belongs to the line that overlaps
 * it most, also after a split or merge.
 */
export function referenceText(others: CueList, list: CueList, cue: Cue): string {
  return ownReference(others, list, cue)
    .map((other) => plainText(other.text))
    .join('\n')
}

/** The other version's lines themselves. */
export function ownReference(others: CueList, list: CueList, cue: Cue): Cue[] {
  return cuesBetween(others, cue.start, cue.end).filter(
    (other) => shared(other, cue) > 0 && holderOf(other, list)?.id === cue.id,
  )
}

/** The line that overlaps another version's line most; the first among equals. */
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

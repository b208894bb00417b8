import type { Cue } from '#core/subtitle/cue.ts'
import type { CueList } from '#core/subtitle/cue-list.ts'
import { plainText } from '#core/subtitle/markup.ts'
import { cuesBetween } from '../timeline/visible.ts'

/**
 * Text of another version that belongs to a line: of the lines that share time with it, those that share more with it
 * than with its neighbours. After a split or a merge each text stays with the line that holds most of it.
 */
export function referenceText(others: CueList, previous: Cue | undefined, cue: Cue, next: Cue | undefined): string {
  return ownReference(others, previous, cue, next)
    .map((other) => plainText(other.text))
    .join(' ')
}

/** The lines themselves. */
export function ownReference(others: CueList, previous: Cue | undefined, cue: Cue, next: Cue | undefined): Cue[] {
  return cuesBetween(others, cue.start, cue.end).filter((other) => {
    const here = shared(other, cue)
    return here > 0 && (!previous || here >= shared(other, previous)) && (!next || here > shared(other, next))
  })
}

function shared(a: Cue, b: Cue): number {
  return Math.min(a.end, b.end) - Math.max(a.start, b.start)
}

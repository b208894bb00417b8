import type { Cue, NewId } from './cue.ts'
import { type CueList } from './cue-list.ts'
import { diffCues } from './diff.ts'
import { type Patch, patchTo } from './patch.ts'

/** A difference between the open version and another, with the data to accept it. */
export interface Accepted {
  /** Constant for a difference while neither side changes. */
  readonly key: string
  readonly kind: 'added' | 'removed' | 'moved' | 'changed'
  /** The open version's cue; undefined if only the other has one. */
  readonly mine: Cue | undefined
  readonly theirs: Cue | undefined
}

/** Differences of the other version in time order. `moved`: only the times differ. */
export function differencesOf(mine: readonly Cue[], theirs: readonly Cue[]): Accepted[] {
  const found: Accepted[] = []
  for (const difference of diffCues(mine, theirs)) {
    if (difference.kind === 'same') continue
    const own = 'a' in difference ? mine[difference.a] : undefined
    const other = 'b' in difference ? theirs[difference.b] : undefined
    const kind = difference.kind === 'changed' && !difference.text ? 'moved' : difference.kind
    found.push({ key: [kind, describe(own), describe(other)].join('|'), kind, mine: own, theirs: other })
  }
  const startOf = ({ mine, theirs }: Accepted): number => (mine ?? theirs)?.start ?? 0
  return found.sort((a, b) => startOf(a) - startOf(b))
}

const describe = (cue: Cue | undefined): string => (cue ? `${cue.start} ${cue.end} ${cue.text}` : '')

/** The open version with these differences applied; remaining cues keep ids and speakers. */
export function acceptDifference(list: CueList, chosen: readonly Accepted[], newId: NewId): Patch {
  const byId = new Map(chosen.map((difference) => [difference.mine?.id, difference]))
  const cues: Cue[] = []
  for (const cue of list) {
    const difference = byId.get(cue.id)
    if (!difference) cues.push(cue)
    else if (difference.theirs) {
      const { start, end, text } = difference.theirs
      cues.push({ ...cue, start, end, text })
    }
  }
  for (const { mine, theirs } of chosen) {
    if (mine || !theirs) continue
    const at = cues.findIndex((cue) => cue.start > theirs.start)
    cues.splice(at < 0 ? cues.length : at, 0, { ...theirs, id: newId(), roles: [] })
  }
  return patchTo(list, cues)
}

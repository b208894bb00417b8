import { CueIndex } from './cue-index.ts'
import type { Cue } from './cue.ts'

/** An ordered list of cues and where each id stands. Replaced whole on every change, never written to. */
export interface CueList {
  readonly cues: readonly Cue[]
  readonly index: CueIndex
}

/**
 * One cue's change. `from` undefined = inserted, `to` undefined = removed. `at` is the place in the list that has the
 * cue: the result for an insertion, the source for a removal; for a change in place it is not read. A cue that also
 * changes its place has `was`, its place in the source, beside `at`, its place in the result.
 */
export interface Change {
  readonly id: string
  readonly from: Cue | undefined
  readonly to: Cue | undefined
  readonly at: number
  readonly was?: number | undefined
}

/** Changes that are applied together; at most one for each id. */
export type Patch = readonly Change[]

export function cueList(cues: readonly Cue[]): CueList {
  return { cues, index: CueIndex.of(cues) }
}

/** Position of a cue; a RangeError names an id that the list does not hold. */
export function positionOf(list: CueList, id: string): number {
  const at = list.index.get(id)
  if (at === undefined) throw new RangeError(`No cue ${id} in a list of ${list.cues.length}`)
  return at
}

export function cueOf(list: CueList, id: string): Cue {
  return list.cues[positionOf(list, id)]!
}

/** True for a change of a cue that stays where it is. */
export const inPlace = (change: Change): boolean =>
  change.from !== undefined && change.to !== undefined && change.was === undefined

/** A patch that replaces cues which are already in the list. */
export function replacePatch(list: CueList, cues: readonly Cue[]): Patch {
  const patch: Change[] = []
  for (const to of cues) {
    const at = positionOf(list, to.id)
    const from = list.cues[at]!
    if (from !== to) patch.push({ id: to.id, from, to, at })
  }
  return patch
}

/** The list after the patch. One line that comes or goes costs a copy of the list, not a count of it. */
export function applyPatch(list: CueList, patch: Patch): CueList {
  if (patch.length === 0) return list
  const cues = list.cues.slice()
  const removed: { id: string; at: number }[] = []
  const inserted: { id: string; at: number; cue: Cue }[] = []
  for (const change of patch) {
    const { id, from, to, at } = change
    if (inPlace(change)) cues[positionOf(list, id)] = to!
    else {
      if (from) removed.push({ id, at: positionOf(list, id) })
      if (to) inserted.push({ id, at, cue: to })
    }
  }
  if (removed.length === 0 && inserted.length === 0) return { cues, index: list.index }
  const changed = insertAt(without(cues, removed), inserted)
  return { cues: changed, index: list.index.after(removed, inserted) ?? CueIndex.of(changed) }
}

function without(cues: Cue[], removed: readonly { at: number }[]): Cue[] {
  if (removed.length === 0) return cues
  if (removed.length === 1) {
    cues.splice(removed[0]!.at, 1)
    return cues
  }
  const gone = new Set(removed.map(({ at }) => at))
  return cues.filter((_, at) => !gone.has(at))
}

function insertAt(kept: Cue[], inserted: readonly { at: number; cue: Cue }[]): Cue[] {
  if (inserted.length === 0) return kept
  if (inserted.length === 1) {
    kept.splice(inserted[0]!.at, 0, inserted[0]!.cue)
    return kept
  }
  const cues: Cue[] = []
  let next = 0
  for (const insert of [...inserted].sort((a, b) => a.at - b.at)) {
    while (cues.length < insert.at && next < kept.length) cues.push(kept[next++]!)
    cues.push(insert.cue)
  }
  while (next < kept.length) cues.push(kept[next++]!)
  return cues
}

/** The patch that takes a list back to what it was before `patch`. */
export function invertPatch(patch: Patch): Patch {
  return patch.map(({ id, from, to, at, was }) =>
    was === undefined ? { id, from: to, to: from, at } : { id, from: to, to: from, at: was, was: at },
  )
}

/** One patch for two that follow each other and both change cues in place; undefined where a cue came or went. */
export function joinPatches(first: Patch, second: Patch): Patch | undefined {
  if (!first.every(inPlace) || !second.every(inPlace)) return undefined
  const joined = new Map(first.map((change) => [change.id, change]))
  for (const change of second) joined.set(change.id, { ...change, from: joined.get(change.id)?.from ?? change.from })
  return [...joined.values()]
}

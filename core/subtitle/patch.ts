import type { Cue } from './cue.ts'

/** An ordered list of cues and where each id stands. Replaced whole on every change, never written to. */
export interface CueList {
  readonly cues: readonly Cue[]
  readonly index: ReadonlyMap<string, number>
}

/**
 * One cue's change. `from` undefined = inserted, `to` undefined = removed. `at` is the place in the list that has the
 * cue: the result for an insertion, the source for a removal; for a change in place it is not read.
 */
export interface Change {
  readonly id: string
  readonly from: Cue | undefined
  readonly to: Cue | undefined
  readonly at: number
}

/** Changes that are applied together; at most one for each id. */
export type Patch = readonly Change[]

export function cueList(cues: readonly Cue[]): CueList {
  const index = new Map<string, number>()
  for (let i = 0; i < cues.length; i++) index.set(cues[i]!.id, i)
  return { cues, index }
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

/** The list after the patch. The position index is shared where no cue came or went. */
export function applyPatch(list: CueList, patch: Patch): CueList {
  if (patch.length === 0) return list
  if (patch.every((change) => change.from && change.to)) return applyInPlace(list, patch)
  const replaced = applyInPlace(
    list,
    patch.filter((change) => change.from && change.to),
  )
  const removed = new Set(patch.filter((change) => !change.to).map((change) => positionOf(list, change.id)))
  const kept = removed.size ? replaced.cues.filter((_, at) => !removed.has(at)) : replaced.cues
  return cueList(insertAt(kept, patch))
}

function applyInPlace(list: CueList, patch: Patch): CueList {
  if (patch.length === 0) return list
  const cues = list.cues.slice()
  for (const change of patch) cues[positionOf(list, change.id)] = change.to!
  return { cues, index: list.index }
}

function insertAt(kept: readonly Cue[], patch: Patch): readonly Cue[] {
  const inserts = patch.filter((change) => !change.from).sort((a, b) => a.at - b.at)
  if (inserts.length === 0) return kept
  const cues: Cue[] = []
  let next = 0
  for (const insert of inserts) {
    while (cues.length < insert.at && next < kept.length) cues.push(kept[next++]!)
    cues.push(insert.to!)
  }
  while (next < kept.length) cues.push(kept[next++]!)
  return cues
}

/** The patch that takes a list back to what it was before `patch`. */
export function invertPatch(patch: Patch): Patch {
  return patch.map(({ id, from, to, at }) => ({ id, from: to, to: from, at }))
}

/** One patch for two that follow each other and both change cues in place; undefined where a cue came or went. */
export function joinPatches(first: Patch, second: Patch): Patch | undefined {
  if (![...first, ...second].every((change) => change.from && change.to)) return undefined
  const joined = new Map(first.map((change) => [change.id, change]))
  for (const change of second) joined.set(change.id, { ...change, from: joined.get(change.id)?.from ?? change.from })
  return [...joined.values()]
}

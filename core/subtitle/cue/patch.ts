import { type Cue, sameCue } from './cue.ts'
import { CueIndex } from './cue-index.ts'
import { cueIn, CueList, positionOf } from './cue-list.ts'
import { longestIncreasing } from '../text/increasing.ts'

/**
 * One cue's change. `from` undefined = inserted, `to` undefined = removed. `at` is the result's index of an insertion,
 * the source's of a removal, a hint otherwise; a move has both, as `was` and `at`.
 */
export interface Change {
  readonly id: string
  readonly from: Cue | undefined
  readonly to: Cue | undefined
  readonly at: number
  readonly was?: number | undefined
}

/** Changes applied together; at most one per id. */
export type Patch = readonly Change[]

/** True for a change of a cue that keeps its place. */
export const inPlace = (change: Change): boolean =>
  change.from !== undefined && change.to !== undefined && change.was === undefined

/** A patch that replaces existing cues. */
export function replacePatch(list: CueList, cues: readonly Cue[]): Patch {
  const patch: Change[] = []
  for (const to of cues) {
    const at = positionOf(list, to.id)
    const from = list.cueAt(at)
    if (from !== to) patch.push({ id: to.id, from, to, at })
  }
  return patch
}

/** More changes than this are cheaper on the whole array than one by one. */
const FEW = 64

/** An inserted or removed cue, by index. */
interface Placed {
  readonly id: string
  readonly at: number
}

/** Ids of the cues changed since some state of a list, and whether indexes may have changed. */
export type Touched = Map<string, boolean>

/** Adds the cues of a patch. */
export function touch(touched: Touched, patch: Patch): void {
  for (const change of patch) touched.set(change.id, touched.get(change.id) === true || !inPlace(change))
}

/** The patch between two states of a list that differ only in these cues. Cost depends on the changes. */
export function patchBetween(before: CueList, after: CueList, touched: ReadonlyMap<string, boolean>): Patch {
  const patch: Change[] = []
  for (const [id, mayHaveMoved] of touched) {
    const [was, at] = [before.index.get(id), after.index.get(id)]
    const [from, to] = [cueIn(before, id), cueIn(after, id)]
    if (was === undefined || at === undefined) {
      const index = at ?? was
      if (index !== undefined) patch.push({ id, from, to, at: index })
    } else if (mayHaveMoved) patch.push({ id, from, to, at, was })
    else if (!sameCue(from, to)) patch.push({ id, from, to, at })
  }
  return patch
}

/** The list after the patch. A few changes cost the same in a document of any length. */
export function applyPatch(list: CueList, patch: Patch): CueList {
  if (patch.length === 0) return list
  const removed: Placed[] = []
  const inserted: (Placed & { cue: Cue })[] = []
  for (const change of patch) {
    if (inPlace(change)) continue
    const { id, from, to, at } = change
    if (from) removed.push({ id, at: positionOf(list, id) })
    if (to) inserted.push({ id, at, cue: to })
  }
  removed.sort((a, b) => b.at - a.at)
  inserted.sort((a, b) => a.at - b.at)
  return patch.length > FEW ? applyMany(list, patch, removed, inserted) : applyFew(list, patch, removed, inserted)
}

function applyFew(
  list: CueList,
  patch: Patch,
  removed: readonly Placed[],
  inserted: readonly (Placed & { cue: Cue })[],
): CueList {
  let result = list
  for (const change of patch) if (change.to && inPlace(change)) result = result.with(indexOf(list, change), change.to)
  if (removed.length + inserted.length === 0) return result
  const index = list.index.after(removed, inserted)
  for (const { at } of removed) result = result.without(at, index ?? list.index)
  for (const { at, cue } of inserted) result = result.inserted(at, cue, index ?? list.index)
  return index ? result : CueList.of(result.cues)
}

function applyMany(
  list: CueList,
  patch: Patch,
  removed: readonly Placed[],
  inserted: readonly (Placed & { cue: Cue })[],
): CueList {
  const cues = list.cues.slice()
  for (const change of patch) if (change.to && inPlace(change)) cues[indexOf(list, change)] = change.to
  if (removed.length + inserted.length === 0) return CueList.of(cues, list.index)
  const gone = new Set(removed.map(({ at }) => at))
  const kept = gone.size ? cues.filter((_, at) => !gone.has(at)) : cues
  const result: Cue[] = []
  let next = 0
  for (const { at, cue } of inserted) {
    const until = next + Math.max(0, at - result.length)
    for (const passed of kept.slice(next, until)) result.push(passed)
    next = Math.min(until, kept.length)
    result.push(cue)
  }
  for (const passed of kept.slice(next)) result.push(passed)
  return CueList.of(result, list.index.after(removed, inserted) ?? CueIndex.of(result))
}

function indexOf(list: CueList, { id, at }: Change): number {
  return list.at(at)?.id === id ? at : positionOf(list, id)
}

/** The inverse patch. */
export function invertPatch(patch: Patch): Patch {
  return patch.map(({ id, from, to, at, was }) =>
    was === undefined ? { id, from: to, to: from, at } : { id, from: to, to: from, at: was, was: at },
  )
}

/** Joins two consecutive patches that change cues in place; undefined if one inserts or removes. */
export function joinPatches(first: Patch, second: Patch): Patch | undefined {
  if (!first.every(inPlace) || !second.every(inPlace)) return undefined
  const joined = new Map(first.map((change) => [change.id, change]))
  for (const change of second) joined.set(change.id, { ...change, from: joined.get(change.id)?.from ?? change.from })
  return [...joined.values()]
}

/** The patch that makes a list hold exactly these cues in this order, with the fewest moves. */
export function patchTo(list: CueList, cues: readonly Cue[]): Patch {
  const patch: Change[] = []
  const wanted = new Set(cues.map((cue) => cue.id))
  for (const [at, from] of list.cues.entries()) {
    if (!wanted.has(from.id)) patch.push({ id: from.id, from, to: undefined, at })
  }
  const common = cues.flatMap((cue, at) => {
    const was = list.index.get(cue.id)
    return was === undefined ? [] : [{ at, was }]
  })
  const staying = new Set(longestIncreasing(common.map(({ was }) => was)).map((index) => common[index]?.at))
  for (const [at, to] of cues.entries()) {
    const was = list.index.get(to.id)
    if (was === undefined) {
      patch.push({ id: to.id, from: undefined, to, at })
      continue
    }
    const from = list.at(was)
    if (!staying.has(at)) patch.push({ id: to.id, from, to, at, was })
    else if (!sameCue(from, to)) patch.push({ id: to.id, from, to, at: was })
  }
  return patch
}

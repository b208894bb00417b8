import { addAll } from '../../domain/lists.ts'
import { type Cue, sameCue } from './cue.ts'
import { type CueList, cueIn } from './cue-list.ts'

/** A cue whose time, text or speakers both sides set differently; `mine` is in the merged list. */
export interface Conflict {
  readonly id: string
  readonly mine: Cue | undefined
  readonly theirs: Cue | undefined
}

export interface Merged {
  readonly cues: readonly Cue[]
  readonly conflicts: readonly Conflict[]
}

/**
 * Merges two edits of a version by cue id. Changes of one side apply, also of different fields of one cue; if both
 * changed the same field differently, mine stays and the conflict is reported.
 */
export function mergeVersions(base: readonly Cue[], mine: readonly Cue[], theirs: readonly Cue[]): Merged {
  const before = byId(base)
  const other = byId(theirs)
  const own = byId(mine)
  const conflicts: Conflict[] = []
  const cues: Cue[] = []
  for (const cue of mine) {
    const kept = resolve(before.get(cue.id), cue, other.get(cue.id), conflicts)
    if (kept) cues.push(kept)
  }
  // Their new cues by the remaining cue before them; undefined before all others.
  const following = new Map<string | undefined, Cue[]>()
  const staying = byId(cues)
  let last: string | undefined
  for (const cue of theirs) {
    if (staying.has(cue.id)) last = cue.id
    if (own.has(cue.id)) continue
    const kept = resolve(before.get(cue.id), undefined, cue, conflicts)
    if (kept) followersOf(following, last).push(kept)
  }
  return { cues: woven(cues, following, other), conflicts }
}

/** My cues plus their new ones: each after its predecessor, among new ones by start. */
function woven(
  mine: readonly Cue[],
  following: ReadonlyMap<string | undefined, readonly Cue[]>,
  theirs: ReadonlyMap<string, Cue>,
): Cue[] {
  const cues: Cue[] = []
  let waiting = [...(following.get(undefined) ?? [])]
  for (const cue of mine) {
    const isNew = !theirs.has(cue.id)
    const before = waiting.findIndex(({ start }) => start > cue.start)
    addAll(cues, waiting.splice(0, isNew && before >= 0 ? before : waiting.length))
    cues.push(cue)
    if (!isNew) waiting = [...(following.get(cue.id) ?? [])]
  }
  return [...cues, ...waiting]
}

/**
 * The common base of two texts if part of theirs is ours, sent before with a lost answer: cues as we sent them are no
 * change by others.
 */
export function baseWithSent(base: readonly Cue[], theirs: readonly Cue[], sent: readonly CueList[]): Cue[] {
  const known = byId(base)
  const there = byId(theirs)
  for (const cue of theirs) if (sent.some((list) => sameCue(cueIn(list, cue.id), cue))) known.set(cue.id, cue)
  for (const { id } of base) if (!there.has(id) && sent.some((list) => !list.index.has(id))) known.delete(id)
  return [...known.values()]
}

function byId(cues: readonly Cue[]): Map<string, Cue> {
  return new Map(cues.map((cue) => [cue.id, cue]))
}

function resolve(
  base: Cue | undefined,
  mine: Cue | undefined,
  theirs: Cue | undefined,
  conflicts: Conflict[],
): Cue | undefined {
  if (sameCue(mine, theirs) || sameCue(theirs, base)) return mine
  if (sameCue(mine, base)) return theirs
  const both = base && mine && theirs && withBoth(base, mine, theirs)
  if (both) return both
  // A deletion never wins over a change, to keep what the user wrote.
  const kept = mine ?? theirs
  if (kept) conflicts.push({ id: kept.id, mine, theirs })
  return kept
}

/** A cue with what each side changed of it; undefined where both changed the same. Start and end are one: a time. */
function withBoth(base: Cue, mine: Cue, theirs: Cue): Cue | undefined {
  const time = partOf(base, mine, theirs, ({ start, end }) => `${start} ${end}`)
  const text = partOf(base, mine, theirs, (cue) => cue.text)
  const roles = partOf(base, mine, theirs, (cue) => cue.roles.join())
  if (!time || !text || !roles) return undefined
  return { id: mine.id, start: time.start, end: time.end, text: text.text, roles: roles.roles }
}

/** The side with the right value of a field; undefined if both changed it differently. */
function partOf(base: Cue, mine: Cue, theirs: Cue, read: (cue: Cue) => string): Cue | undefined {
  if (read(mine) === read(theirs) || read(theirs) === read(base)) return mine
  return read(mine) === read(base) ? theirs : undefined
}

/** Pending conflicts plus new ones: a newer reading of a cue replaces the older. */
export function withConflicts(waiting: readonly Conflict[], found: readonly Conflict[]): readonly Conflict[] {
  if (waiting.length === 0) return found
  const ids = new Set(found.map(({ id }) => id))
  return [...waiting.filter(({ id }) => !ids.has(id)), ...found]
}

function followersOf(following: Map<string | undefined, Cue[]>, id: string | undefined): Cue[] {
  const found = following.get(id) ?? []
  following.set(id, found)
  return found
}

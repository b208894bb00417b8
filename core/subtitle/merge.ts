import { addAll } from '../domain/lists.ts'
import { type Cue, sameCue } from './cue.ts'
import { type CueList, cueIn } from './cue-list.ts'

/** A cue whose time, text or speakers both sides set differently; `mine` is what the merged list has. */
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
 * Joins two edits of the same version cue by cue, by id. A cue that one side changed, added or deleted is taken from
 * that side, and so are its time, its text and its speakers where each side changed another of them; a cue of which both
 * changed the same differently stays as mine and is reported.
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
  // Cues that only they have, by the cue before them that stays; those before all others under undefined.
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

/** My cues with those that only they have: each after the cue that it followed, among new ones by its start. */
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
 * The common base of two texts when part of theirs is ours: it was sent, and the answer got lost. Cues that are as we
 * sent them, or missing as in what we sent, are no change by anyone else.
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
  // A deletion never wins over a change: what the user wrote stays.
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

/** The side that has a part as it should be; undefined where both changed it differently. */
function partOf(base: Cue, mine: Cue, theirs: Cue, read: (cue: Cue) => string): Cue | undefined {
  if (read(mine) === read(theirs) || read(theirs) === read(base)) return mine
  return read(mine) === read(base) ? theirs : undefined
}

/** Conflicts that wait for an answer when others come: the newer reading of a cue takes the place of the older one. */
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

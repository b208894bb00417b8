import { type Cue, sameCue } from './cue.ts'

/** A line that both sides changed in different ways; `mine` is what the merged list has. */
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
 * Joins two edits of the same version line by line, by id. A line that one side changed, added or deleted is taken from
 * that side; a line that both changed differently stays as mine and is reported.
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
  for (const [index, cue] of theirs.entries()) {
    if (own.has(cue.id)) continue
    const kept = resolve(before.get(cue.id), undefined, cue, conflicts)
    if (kept) cues.splice(placeAfter(cues, theirs[index - 1]), 0, kept)
  }
  return { cues, conflicts }
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
  conflicts.push({ id: (mine ?? theirs)!.id, mine, theirs })
  // A deletion never wins over a change: what somebody wrote stays.
  return mine ?? theirs
}

function placeAfter(cues: readonly Cue[], previous: Cue | undefined): number {
  return previous ? cues.findIndex((cue) => cue.id === previous.id) + 1 : 0
}

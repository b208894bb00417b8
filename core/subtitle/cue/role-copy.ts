import type { Cue } from './cue.ts'

/**
 * Cues with the speakers of another version: each takes those of the cue it overlaps most, or none. Times and texts stay;
 * the versions may be unsorted.
 */
export function copyRoles(from: readonly Cue[], to: readonly Cue[]): Cue[] {
  const sources = [...from].sort((a, b) => a.start - b.start)
  const order = to.map((cue, at) => ({ cue, at })).sort((a, b) => a.cue.start - b.cue.start)
  const result = [...to]
  let first = 0
  for (const { cue, at } of order) {
    while ((sources[first]?.end ?? Infinity) <= cue.start) first++
    const roles = sharingMost(sources, first, cue)?.roles ?? []
    if (roles.join() !== cue.roles.join()) result[at] = { ...cue, roles }
  }
  return result
}

/** The source that overlaps a cue most, from index `first` on. */
function sharingMost(sources: readonly Cue[], first: number, cue: Cue): Cue | undefined {
  let best: Cue | undefined
  let most = 0
  for (let index = first; ; index++) {
    const source = sources[index]
    if (!source || source.start >= cue.end) return best
    const shared = Math.min(source.end, cue.end) - Math.max(source.start, cue.start)
    if (shared > most) [best, most] = [source, shared]
  }
}

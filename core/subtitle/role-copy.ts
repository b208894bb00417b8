import type { Cue } from './cue.ts'

/**
 * Lines with the speakers of another version: each takes those of the line that shares most time with it, and none where
 * nothing does. Times and texts stay. Neither need be in order.
 */
export function copyRoles(from: readonly Cue[], to: readonly Cue[]): Cue[] {
  const sources = [...from].sort((a, b) => a.start - b.start)
  const order = to.map((_, at) => at).sort((a, b) => to[a]!.start - to[b]!.start)
  const result = [...to]
  let first = 0
  for (const at of order) {
    const cue = to[at]!
    while (first < sources.length && sources[first]!.end <= cue.start) first++
    let best: Cue | undefined
    let most = 0
    for (let i = first; i < sources.length && sources[i]!.start < cue.end; i++) {
      const shared = Math.min(sources[i]!.end, cue.end) - Math.max(sources[i]!.start, cue.start)
      if (shared > most) [best, most] = [sources[i], shared]
    }
    const roles = best?.roles ?? []
    if (roles.join() !== cue.roles.join()) result[at] = { ...cue, roles }
  }
  return result
}

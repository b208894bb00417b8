import type { Cue } from './cue.ts'

/** Text shown together from two versions; times in milliseconds. */
export interface CuePair {
  readonly start: number
  readonly end: number
  /** Of the first version; undefined if only the second has text. */
  readonly first: Cue | undefined
  readonly second: readonly Cue[]
}

/**
 * Merges two versions' cues in time order. A cue of the second is shown with the first's cue that it overlaps most, at
 * its times, so that neither moves while read; one with less than half in common stays separate.
 */
export function pairCues(first: readonly Cue[], second: readonly Cue[]): CuePair[] {
  const pairs = [...first]
    .sort((a, b) => a.start - b.start)
    .map((cue) => ({ start: cue.start, end: cue.end, first: cue, second: new Array<Cue>() }))
  const alone: CuePair[] = []
  let from = 0
  for (const cue of [...second].sort((a, b) => a.start - b.start)) {
    // Cues that end before this one begins also end before later ones.
    while (from < pairs.length && (pairs[from]?.end ?? 0) <= cue.start) from++
    let best: { pair: (typeof pairs)[number]; shared: number } | undefined
    for (let at = from; at < pairs.length; at++) {
      const pair = pairs[at]
      if (!pair || pair.start >= cue.end) break
      const shared = Math.min(pair.end, cue.end) - Math.max(pair.start, cue.start)
      if (shared > (best?.shared ?? 0)) best = { pair, shared }
    }
    const least = best && Math.min(best.pair.end - best.pair.start, cue.end - cue.start) / 2
    if (best && least !== undefined && best.shared >= least) best.pair.second.push(cue)
    else alone.push({ start: cue.start, end: cue.end, first: undefined, second: [cue] })
  }
  return [...pairs, ...alone].sort((a, b) => a.start - b.start)
}

import type { Cue } from '#core/subtitle/cue.ts'

/** Which lane of how many a cue stands in, where lines of a file overlap. */
export interface Lane {
  readonly lane: number
  readonly of: number
}

/** More lanes than this would be too thin to read: what is beyond them shares the last. */
const MAX_LANES = 4

/**
 * Lanes of the cues that overlap; those that don't are in none. `cues` by start. A run of overlapping cues is divided
 * alike, so that their heights tell that they belong together.
 */
export function overlapLanes(cues: readonly Cue[]): ReadonlyMap<string, Lane> {
  const lanes = new Map<string, Lane>()
  let from = 0
  let end = -Infinity
  for (let at = 0; at <= cues.length; at++) {
    const cue = cues[at]
    if (cue && cue.start < end) {
      end = Math.max(end, cue.end)
      continue
    }
    if (at - from > 1) divide(cues.slice(from, at), lanes)
    from = at
    if (cue) end = cue.end
  }
  return lanes
}

function divide(run: readonly Cue[], lanes: Map<string, Lane>): void {
  const ends: number[] = []
  const places = run.map((cue) => {
    const free = ends.findIndex((end) => end <= cue.start)
    const lane = free >= 0 ? free : Math.min(ends.length, MAX_LANES - 1)
    ends[lane] = Math.max(ends[lane] ?? 0, cue.end)
    return lane
  })
  for (const [at, cue] of run.entries()) lanes.set(cue.id, { lane: places[at]!, of: ends.length })
}

import type { Cue } from '#core/subtitle/cue.ts'

/** Which row of how many a cue stands in, where cues overlap. */
export interface StackRow {
  readonly row: number
  readonly of: number
}

/** More rows than this would be too thin to read: what is beyond them shares the last. */
const MAX_ROWS = 4

/**
 * Rows of the cues that overlap; those that don't are in none. `cues` by start. A run of overlapping cues is divided
 * alike, so that their heights tell that they belong together.
 */
export function stackRows(cues: readonly Cue[]): ReadonlyMap<string, StackRow> {
  const rows = new Map<string, StackRow>()
  let from = 0
  let end = -Infinity
  for (let at = 0; at <= cues.length; at++) {
    const cue = cues[at]
    if (cue && cue.start < end) {
      end = Math.max(end, cue.end)
      continue
    }
    if (at - from > 1) divide(cues.slice(from, at), rows)
    from = at
    if (cue) end = cue.end
  }
  return rows
}

function divide(run: readonly Cue[], rows: Map<string, StackRow>): void {
  const ends: number[] = []
  const placed = run.map((cue) => {
    const free = ends.findIndex((end) => end <= cue.start)
    const row = free >= 0 ? free : Math.min(ends.length, MAX_ROWS - 1)
    ends[row] = Math.max(ends[row] ?? 0, cue.end)
    return { id: cue.id, row }
  })
  for (const { id, row } of placed) rows.set(id, { row, of: ends.length })
}

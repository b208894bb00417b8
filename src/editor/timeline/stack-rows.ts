import type { Cue } from '#core/subtitle/cue/cue.ts'

/** Row of an overlapping cue, and the number of rows. */
export interface StackRow {
  readonly row: number
  readonly of: number
}

/** More rows would be too thin to read: further cues share the last. */
const MAX_ROWS = 4

/**
 * Rows of overlapping cues; other cues get none. `cues` is ordered by start. A group of overlapping cues has equal row
 * heights, which shows that they belong together.
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

import { findMatches, type Match } from '#core/subtitle/cue/search.ts'
import type { Cue } from '#core/subtitle/cue/cue.ts'
import { perEditor } from '../../context/per-editor.ts'

/** Marks in rows: all matches of the query, and the current one. */
export interface Marked {
  readonly query: RegExp
  readonly current: Match | undefined
}

export interface FoundMark {
  /** Offsets in the text of the cue. */
  readonly from: number
  readonly to: number
  readonly isCurrent: boolean
}

/** Marks of the open find bar; each visible row searches its text. */
export class FoundMarks {
  private marked: Marked | undefined
  private readonly listeners = new Set<() => void>()

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  readonly snapshot = (): Marked | undefined => this.marked

  show(marked: Marked | undefined): void {
    if (marked === this.marked) return
    this.marked = marked
    for (const listener of this.listeners) listener()
  }
}

/** The marks of a cue; undefined without any. */
export function marksOf(cue: Cue, marked: Marked | undefined): readonly FoundMark[] | undefined {
  if (!marked) return undefined
  const { query, current } = marked
  const marks = findMatches([cue], query).map(({ from, to }) => ({
    from,
    to,
    isCurrent: cue.id === current?.id && from === current.from,
  }))
  return marks.length > 0 ? marks : undefined
}

/** Marks of the search in an editor. */
export const foundMarksOf = perEditor(() => new FoundMarks())

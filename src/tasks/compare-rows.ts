import { type Cue } from '#core/subtitle/cue/cue.ts'
import { diffCues } from '#core/subtitle/cue/diff.ts'
import { itemAt } from '#core/subtitle/text/item-at.ts'
import { textsBySpan } from './line-spans.ts'

/** How a cue of the result differs from the other version; `none` if equal or in another language. */
export type LineChange = 'none' | 'changed' | 'moved' | 'added' | 'removed'

/** A cue of the result beside the other version's. */
export interface CompareRow {
  readonly key: string
  /** Of the result, or of the other version if only that has it. */
  readonly start: number
  readonly other: string
  readonly made: string
  readonly change: LineChange
}

/** Cues of a result beside simultaneous ones in another language. */
export function rowsBySpan(others: readonly Cue[], made: readonly Cue[]): CompareRow[] {
  const texts = textsBySpan(others, made)
  return made.map(({ id, start, text }, at) => ({
    ...{ key: id, start, made: text },
    other: texts[at] ?? '',
    change: 'none',
  }))
}

/** Cues of a result beside another version's in the same language, in time order, with differences. */
export function rowsOfDifference(others: readonly Cue[], made: readonly Cue[]): CompareRow[] {
  const rows = diffCues(others, made).map((difference): CompareRow => {
    const other = 'a' in difference ? itemAt(others, difference.a) : undefined
    const cue = 'b' in difference ? itemAt(made, difference.b) : undefined
    const key = `${cue?.id ?? ''} ${other?.id ?? ''}`
    return {
      ...{ key, start: (cue ?? other)?.start ?? 0, other: other?.text ?? '', made: cue?.text ?? '' },
      change: difference.kind === 'same' ? 'none' : isMoved(difference) ? 'moved' : difference.kind,
    }
  })
  return rows.sort((a, b) => a.start - b.start)
}

function isMoved(difference: ReturnType<typeof diffCues>[number]): boolean {
  return difference.kind === 'changed' && !difference.text
}

/** The index of the next differing row after `from`, or of the previous one; `from` if there is none. */
export function nextDifference(rows: readonly CompareRow[], from: number, step: 1 | -1): number {
  for (let at = from + step; at >= 0 && at < rows.length; at += step) if (rows[at]?.change !== 'none') return at
  return from
}

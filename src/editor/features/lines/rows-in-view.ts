import type { CSSProperties } from 'react'
import type { VirtualItem, Virtualizer } from '@tanstack/react-virtual'
import type { Cue } from '#core/subtitle/cue/cue.ts'
import type { CueList } from '#core/subtitle/cue/cue-list.ts'
import { referenceText } from '../../store/linked/reference-text.ts'

/** A rendered row, with its reference and the additional rows of text for it. */
export interface RowInView {
  readonly item: VirtualItem
  readonly cue: Cue
  readonly reference: string | undefined
  readonly grown: number
}

export function rowsInView(
  rows: Virtualizer<HTMLDivElement, Element>,
  list: CueList,
  others: CueList | undefined,
  grownBy: (cue: Cue, reference: string | undefined) => number,
): RowInView[] {
  return rows.getVirtualItems().flatMap((item) => {
    const cue = list.at(item.index)
    if (!cue) return []
    const reference = others && referenceText(others, list, cue)
    return [{ item, cue, reference, grown: grownBy(cue, reference) }]
  })
}

/** Position and height of a row, also for what lies over it. */
export function placeOfRow(top: number, grown: number): CSSProperties {
  return { top, ...(grown > 0 && { '--grown': grown }) }
}

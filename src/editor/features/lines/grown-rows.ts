import { type RefObject, useEffect, useLayoutEffect, useState } from 'react'
import type { VirtualItem, Virtualizer } from '@tanstack/react-virtual'
import { rowHeightsPx } from '#core/domain/limits.ts'
import type { Cue } from '#core/subtitle/cue/cue.ts'
import type { Density } from './row-density.ts'

/** Half widths that fit side by side in a line's text and in its reference. */
interface Columns {
  readonly own: number
  readonly reference: number
  /** Taken by a speaker's mark. */
  readonly speaker: number
}

/** Mean width of a letter in font sizes; a full-width letter takes two. */
const LETTER_EM = 0.5
/** Between a field's text and its edges. */
const FIELD_INSET_PX = 14
/** Before the text of a line with a speaker: a dot, and the name if there is room. */
const DOT_PX = 12
const NAME_PX = 95
/** Longer texts are cut; the row marks that, and shows all of it when focused. */
const MOST_ROWS = 10
const WIDE = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6]/u

/** Number of rows of a text at a width in half widths: words break as a whole, full-width letters one by one. */
export function rowsOf(text: string, columns: number): number {
  let rows = 0
  for (const line of text.split('\n')) {
    rows++
    let used = 0
    for (const word of line.split(/(?<=\s)/u)) {
      const width = widthOf(word.trimEnd())
      if (used > 0 && used + width > columns && !WIDE.test(word)) {
        rows++
        used = 0
      }
      used += width + (word.length - word.trimEnd().length)
      if (used > columns) {
        rows += Math.ceil(used / columns) - 1
        used %= columns
      }
    }
  }
  return rows
}

function widthOf(word: string): number {
  let width = 0
  for (const letter of word) width += WIDE.test(letter) ? 2 : 1
  return width
}

/** Rows of text that fit each row height; compact rows never grow. */
const roomFor: Record<Density, number> = { compact: Infinity, normal: 2, roomy: 2 }

/** Line height in pixels, as in the styles. */
const leadingPx: Record<Density, number> = { compact: 16, normal: 16, roomy: 20 }

/** Additional rows of text that a line needs beside its reference; 0 without one. */
export function useGrownRows(
  rows: Virtualizer<HTMLDivElement, Element>,
  scroller: RefObject<HTMLDivElement | null>,
  density: Density,
  hasReference: boolean,
): (cue: Cue, reference: string | undefined) => number {
  const columns = useColumns(scroller, hasReference, density)
  // Heights measured for another width or column count are invalid.
  useEffect(() => {
    if (columns) rows.measure()
  }, [rows, columns, hasReference])
  return ({ text, roles }, reference) => {
    if (!columns || reference === undefined) return 0
    const own = rowsOf(text, Math.max(1, columns.own - (roles.length > 0 ? columns.speaker : 0)))
    const most = Math.min(MOST_ROWS, Math.max(own, rowsOf(reference, columns.reference)))
    return Math.max(0, most - roomFor[density])
  }
}

/** Width of the two texts, read from the list's header at each resize. */
function useColumns(
  scroller: RefObject<HTMLDivElement | null>,
  hasReference: boolean,
  density: Density,
): Columns | undefined {
  const [columns, setColumns] = useState<Columns>()
  useEffect(() => {
    const element = scroller.current
    if (!element || !hasReference) return
    const look = (): void => {
      const widthOfHead = (name: string): number =>
        element.parentElement?.querySelector<HTMLElement>(`.rows-head-${name}`)?.offsetWidth ?? 0
      const text = element.querySelector('.row-reference') ?? element
      const letter = Number.parseFloat(getComputedStyle(text).fontSize) * LETTER_EM
      const own = Math.max(1, Math.floor((widthOfHead('text') - FIELD_INSET_PX) / letter))
      const reference = Math.max(1, Math.floor(widthOfHead('reference') / letter))
      const isNamed = (element.querySelector<HTMLElement>('.row-role-name')?.offsetWidth ?? 0) > 0
      const speaker = Math.ceil((isNamed ? NAME_PX : DOT_PX) / letter)
      setColumns((before) => {
        const isSame = before?.own === own && before.reference === reference && before.speaker === speaker
        return isSame ? before : { own, reference, speaker }
      })
    }
    const observer = new ResizeObserver(look)
    observer.observe(element)
    return () => observer.disconnect()
  }, [scroller, hasReference, density])
  return columns
}

/** Sets the heights of rows in view before they are painted. */
export function useRowSizes(
  rows: Virtualizer<HTMLDivElement, Element>,
  shown: readonly { readonly item: VirtualItem; readonly grown: number }[],
  density: Density,
): void {
  useLayoutEffect(() => {
    for (const { item, grown } of shown) {
      const size = rowHeightsPx[density] + grown * leadingPx[density]
      if (size !== item.size) rows.resizeItem(item.index, size)
    }
  }, [rows, shown, density])
}

import { proxy, ref } from 'valtio'
import type { CueList } from '#core/subtitle/cue-list.ts'
import type { DragMode } from '#core/timing/drag.ts'
import { type Doc, isPreviewing } from './document/document.ts'
import type { History } from './document/history.ts'

export type SaveState = 'saved' | 'local' | 'saving' | 'offline' | 'unsaved'

/** What views read. The document is a value behind `ref`: a deep proxy of 10,000 lines costs 25 ms an edit. */
export interface Cells {
  list: CueList
  /** True while the list shows what a gesture or a dialog would do. */
  previewing: boolean
  /** Cues as a planned change would leave them, drawn as outlines over the text that stays. */
  outlined: CueList | undefined
  focus: string | undefined
  selection: readonly string[]
  history: History
  /** What a drag does to neighbours. */
  dragMode: DragMode
}

/** By themselves: with the cells every view of the text would be asked at each save whether it changed. */
export interface Saving {
  state: SaveState
  /** When the server took the text last, in milliseconds since 1970; 0 where it has not since the page came. */
  savedAt: number
}

export const makeSaving = (): Saving => proxy<Saving>({ state: 'saved', savedAt: 0 })

export function makeCells({ list, focus, selection, history }: Doc): Cells {
  return proxy<Cells>({
    list: ref(list),
    previewing: false,
    outlined: undefined,
    focus,
    selection: ref(selection),
    history: ref(history),
    dragMode: 'block',
  })
}

/** Cells that stay the same are not written. */
export function writeCells(cells: Cells, doc: Doc): void {
  if (cells.list !== doc.shown) cells.list = ref(doc.shown)
  cells.previewing = isPreviewing(doc)
  cells.focus = doc.focus
  if (cells.selection !== doc.selection) cells.selection = ref(doc.selection)
  if (cells.history !== doc.history) cells.history = ref(doc.history)
}

import { proxy, ref } from 'valtio'
import type { CueList } from '#core/subtitle/cue/cue-list.ts'
import type { DragMode } from '#core/timing/drag.ts'
import { type Doc, isPreviewing } from './document/document.ts'
import type { History } from './document/history.ts'

export type SaveState = 'saved' | 'local' | 'saving' | 'offline' | 'unsaved'

/** State that views read. The document is in a `ref`: a deep proxy of 10,000 lines costs 25 ms per edit. */
export interface Cells {
  list: CueList
  /** True while the list shows a preview of a gesture or a dialog. */
  previewing: boolean
  /** Cues of a planned change, drawn as outlines above the unchanged text. */
  outlined: CueList | undefined
  focus: string | undefined
  selection: readonly string[]
  history: History
  /** How a drag affects neighbours. */
  dragMode: DragMode
}

/** Separate from the cells, where each save would notify all views of the text. */
export interface Saving {
  state: SaveState
  /** When the server last saved the text, in milliseconds since 1970; 0 if it has not in this visit. */
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

/** Writes only changed cells. */
export function writeCells(cells: Cells, doc: Doc): void {
  if (cells.list !== doc.shown) cells.list = ref(doc.shown)
  cells.previewing = isPreviewing(doc)
  cells.focus = doc.focus
  if (cells.selection !== doc.selection) cells.selection = ref(doc.selection)
  if (cells.history !== doc.history) cells.history = ref(doc.history)
}

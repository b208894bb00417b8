import type { Cue } from '#core/subtitle/cue/cue.ts'
import { type CueList, cueList } from '#core/subtitle/cue/cue-list.ts'
import { applyPatch, type Patch, replacePatch } from '#core/subtitle/cue/patch.ts'
import {
  dropRole,
  emptyHistory,
  type History,
  isEmptyStep,
  joinSteps,
  mapHistory,
  recordStep,
  redoStep,
  type Step,
  undoStep,
  withoutRole,
} from './history.ts'

/** An open version as a value: every function here returns a new one. */
export interface Doc {
  /** The text without a preview. */
  readonly list: CueList
  /** The shown text: with the preview of a gesture, if there is one. */
  readonly shown: CueList
  /** The shown patch that is not committed. */
  readonly previewed?: Patch | undefined
  /** The focused line. */
  readonly focus: string | undefined
  readonly selection: readonly string[]
  readonly history: History
  /**
   * The step being typed: its cue, the text so far and the time of the last letter. List and history include it
   * already; it is kept until the user pauses.
   */
  readonly pending?: Step | undefined
}

/** A document whose first cue has the focus. */
export function openDoc(cues: readonly Cue[], history: History = emptyHistory): Doc {
  const list = cueList(cues)
  const first = cues[0]?.id
  return { list, shown: list, focus: first, selection: first === undefined ? [] : [first], history }
}

/** Whether a preview is shown. */
export const isPreviewing = (doc: Doc): boolean => doc.shown !== doc.list

/** Shows a patch without committing it. Always applied to the text, never to the last preview. */
export function preview(doc: Doc, patch: Patch): Doc {
  return { ...doc, shown: applyPatch(doc.list, patch), previewed: patch }
}

/** Removes the preview; the text is the same object as before it. */
export function cancel(doc: Doc): Doc {
  return isPreviewing(doc) ? { ...doc, shown: doc.list, previewed: undefined } : doc
}

/** Commits a step; an empty one only ends a preview. */
export function commit(doc: Doc, step: Step): Doc {
  if (isEmptyStep(step)) return cancel(doc)
  return withPatch(doc, step.patch, recordStep(doc.history, step))
}

/** Commits typed letters, joined with the pending step if they follow it quickly. */
export function type(doc: Doc, step: Step): Doc {
  return { ...commit(doc, step), pending: joinSteps(doc.pending, step) ?? step }
}

/** Ends the pending step: the next letter starts another. */
export function pause(doc: Doc): Doc {
  return doc.pending ? { ...doc, pending: undefined } : doc
}

export interface HistoryMove {
  readonly doc: Doc
  readonly step: Step
  readonly patch: Patch
}

/** Undoes the last step; the affected line gets the focus. */
export function undo(doc: Doc): HistoryMove | undefined {
  return travel(doc, undoStep(doc.history))
}

/** Repeats the step that was undone last. */
export function redo(doc: Doc): HistoryMove | undefined {
  return travel(doc, redoStep(doc.history))
}

function travel(doc: Doc, made: ReturnType<typeof undoStep>): HistoryMove | undefined {
  if (!made) return undefined
  const moved = withPatch(doc, made.patch, made.history)
  const touched = made.patch.find((change) => change.to)
  return { doc: touched ? focusOn(moved, touched.id) : moved, step: made.step, patch: made.patch }
}

/** Applies a change from outside: it adds no step, and existing steps are mapped through it. */
export function receive(doc: Doc, patch: Patch): Doc {
  return patch.length === 0 ? cancel(doc) : withPatch(doc, patch, mapHistory(doc.history, patch))
}

/** Removes a deleted speaker from all lines and from the history. */
export function removeRole(doc: Doc, roleId: string): Doc {
  const tagged = doc.list.cues.filter((cue) => cue.roles.includes(roleId))
  const patch = replacePatch(
    doc.list,
    tagged.map((cue) => withoutRole(cue, roleId)),
  )
  const received = receive(doc, patch)
  return { ...received, history: dropRole(received.history, roleId) }
}

/** Focuses and selects one cue, or none. */
export function focusOn(doc: Doc, id: string | undefined): Doc {
  return { ...doc, focus: id, selection: id === undefined ? [] : [id] }
}

/** Selects cues, one of them focused. */
export function select(doc: Doc, ids: readonly string[], focus: string): Doc {
  return { ...doc, selection: ids, focus }
}

/** All lines from the focused one to another. */
export function selectTo({ list, focus }: Doc, id: string): readonly string[] {
  const to = list.index.get(id)
  if (to === undefined) return []
  const from = list.index.get(focus ?? '') ?? to
  return list.cues.slice(Math.min(from, to), Math.max(from, to) + 1).map((cue) => cue.id)
}

/** The selection with one line added or removed. */
export function toggled({ selection }: Doc, id: string): readonly string[] {
  return selection.includes(id) ? selection.filter((other) => other !== id) : [...selection, id]
}

function withPatch(doc: Doc, patch: Patch, history: History): Doc {
  // A committed preview is already on screen, so its list is kept.
  const list = patch === doc.previewed ? doc.shown : applyPatch(doc.list, patch)
  const changed: Doc = { ...doc, list, shown: list, previewed: undefined, history, pending: undefined }
  return patch.some((change) => !change.to) ? keepFocus(changed, patch) : changed
}

/** If the focused line is removed, the line in its place gets the focus. */
function keepFocus(doc: Doc, patch: Patch): Doc {
  const { list, focus } = doc
  if (focus !== undefined && list.index.has(focus)) {
    return { ...doc, selection: doc.selection.filter((id) => list.index.has(id)) }
  }
  const gone = patch.find((change) => !change.to)
  return focusOn(doc, list.at(Math.min(gone?.at ?? 0, list.length - 1))?.id)
}

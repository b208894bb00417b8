import type { Cue } from '#core/subtitle/cue.ts'
import { type CueList, cueList } from '#core/subtitle/cue-list.ts'
import { applyPatch, type Patch, replacePatch } from '#core/subtitle/patch.ts'
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

/** A version that is being edited, as a value: every function here gives a new one and leaves the old as it was. */
export interface Doc {
  /** The text without a preview. */
  readonly list: CueList
  /** What is shown: the text, or what a gesture would make of it. */
  readonly shown: CueList
  /** The patch that is shown and not kept. */
  readonly previewed?: Patch | undefined
  /** The line that keys work on. */
  readonly focus: string | undefined
  readonly selection: readonly string[]
  readonly history: History
  /**
   * The step that is being typed: its cue, the text of that with its letters so far, and when the last one came. List and
   * history have it too; it stays here until the user pauses.
   */
  readonly pending?: Step | undefined
}

/** The document of a text, with its first cue in focus. */
export function openDoc(cues: readonly Cue[], history: History = emptyHistory): Doc {
  const list = cueList(cues)
  const first = cues[0]?.id
  return { list, shown: list, focus: first, selection: first === undefined ? [] : [first], history }
}

/** Whether what is shown differs from the text. */
export const isPreviewing = (doc: Doc): boolean => doc.shown !== doc.list

/** Shows a patch without keeping it. Always applied to the text, never to the last preview. */
export function preview(doc: Doc, patch: Patch): Doc {
  return { ...doc, shown: applyPatch(doc.list, patch), previewed: patch }
}

/** Without the preview: the very same text as before it. */
export function cancel(doc: Doc): Doc {
  return isPreviewing(doc) ? { ...doc, shown: doc.list, previewed: undefined } : doc
}

/** Keeps a step; an empty one only ends a preview. */
export function commit(doc: Doc, step: Step): Doc {
  if (isEmptyStep(step)) return cancel(doc)
  return withPatch(doc, step.patch, recordStep(doc.history, step))
}

/** Letters more or less in the text of a cue: one step with those that are pending, where they follow them quickly. */
export function type(doc: Doc, step: Step): Doc {
  return { ...commit(doc, step), pending: joinSteps(doc.pending, step) ?? step }
}

/** The document once the user pauses: the next letter begins another pending step. */
export function pause(doc: Doc): Doc {
  return doc.pending ? { ...doc, pending: undefined } : doc
}

export interface HistoryMove {
  readonly doc: Doc
  readonly step: Step
  readonly patch: Patch
}

/** Takes the last step back; the line it concerned has the focus. */
export function undo(doc: Doc): HistoryMove | undefined {
  return travel(doc, undoStep(doc.history))
}

/** Makes the step again that was taken back last. */
export function redo(doc: Doc): HistoryMove | undefined {
  return travel(doc, redoStep(doc.history))
}

function travel(doc: Doc, made: ReturnType<typeof undoStep>): HistoryMove | undefined {
  if (!made) return undefined
  const moved = withPatch(doc, made.patch, made.history)
  const touched = made.patch.find((change) => change.to)
  return { doc: touched ? focusOn(moved, touched.id) : moved, step: made.step, patch: made.patch }
}

/** Takes in a change from outside: no step of its own, and the steps there are map through it. */
export function receive(doc: Doc, patch: Patch): Doc {
  return patch.length === 0 ? cancel(doc) : withPatch(doc, patch, mapHistory(doc.history, patch))
}

/** A speaker was deleted: no line has it any more, and no undo brings it back. */
export function removeRole(doc: Doc, roleId: string): Doc {
  const tagged = doc.list.cues.filter((cue) => cue.roles.includes(roleId))
  const patch = replacePatch(
    doc.list,
    tagged.map((cue) => withoutRole(cue, roleId)),
  )
  const received = receive(doc, patch)
  return { ...received, history: dropRole(received.history, roleId) }
}

/** Puts the focus on one cue, or on none, and selects it alone. */
export function focusOn(doc: Doc, id: string | undefined): Doc {
  return { ...doc, focus: id, selection: id === undefined ? [] : [id] }
}

/** Selects cues, with one of them in focus. */
export function select(doc: Doc, ids: readonly string[], focus: string): Doc {
  return { ...doc, selection: ids, focus }
}

/** All lines from the one in focus to another one. */
export function selectTo({ list, focus }: Doc, id: string): readonly string[] {
  const to = list.index.get(id)
  if (to === undefined) return []
  const from = list.index.get(focus ?? '') ?? to
  return list.cues.slice(Math.min(from, to), Math.max(from, to) + 1).map((cue) => cue.id)
}

/** The selection with one line more, or one less. */
export function toggled({ selection }: Doc, id: string): readonly string[] {
  return selection.includes(id) ? selection.filter((other) => other !== id) : [...selection, id]
}

function withPatch(doc: Doc, patch: Patch, history: History): Doc {
  // What a gesture has shown and now keeps is on the screen already: the very same text stays there.
  const list = patch === doc.previewed ? doc.shown : applyPatch(doc.list, patch)
  const changed: Doc = { ...doc, list, shown: list, previewed: undefined, history, pending: undefined }
  return patch.some((change) => !change.to) ? keepFocus(changed, patch) : changed
}

/** A line that is gone can't keep the focus: the one in its place gets it. */
function keepFocus(doc: Doc, patch: Patch): Doc {
  const { list, focus } = doc
  if (focus !== undefined && list.index.has(focus)) {
    return { ...doc, selection: doc.selection.filter((id) => list.index.has(id)) }
  }
  const gone = patch.find((change) => !change.to)
  return focusOn(doc, list.at(Math.min(gone?.at ?? 0, list.length - 1))?.id)
}

import { proxy, ref } from 'valtio'
import type { Cue } from '#core/subtitle/cue.ts'
import type { CueList } from '#core/subtitle/cue-list.ts'
import type { Conflict } from '#core/subtitle/merge.ts'
import { type Patch, patchTo } from '#core/subtitle/patch.ts'
import { Digest } from '#core/subtitle/digest.ts'
import type { FrameRate } from '#core/timing/frames.ts'
import type { TimeRange } from '#core/timing/time-range.ts'
import type { DragMode } from '#core/timing/drag.ts'
import { defaultRules, type TimingRules } from '#core/timing/rules.ts'
import type { Action, Command, EditorState, EditRefusal } from './document/commands.ts'
import {
  cancel,
  commit,
  type Doc,
  focusOn,
  isPreviewing,
  openDoc,
  preview,
  receive,
  redo,
  removeRole,
  select,
  type HistoryMove,
  undo,
} from './document/document.ts'
import type { History, OtherChange, Step, StepName } from './document/history.ts'

export type SaveState = 'saved' | 'local' | 'saving' | 'offline' | 'unsaved'

/** What views read. The document is a value behind `ref`: a deep proxy of 10,000 lines costs 25 ms an edit. */
export interface Cells {
  list: CueList
  /** True while a gesture shows what it would do. */
  previewing: boolean
  focus: string | undefined
  selection: readonly string[]
  history: History
  saveState: SaveState
  savedAt: number
  conflicts: readonly Conflict[]
  /** What a drag does to neighbours. */
  dragMode: DragMode
}

type Listener = () => void
type ChangeListener = (patch: Patch) => void

/** The one door to a version that is being edited: views, gestures and keys change it through this. */
export class EditorSession {
  readonly cells: Cells
  rules: TimingRules
  playheadMs = 0
  /** What was found in the video: shot changes and speech, each in order. Edges are drawn to them. */
  shotChanges: readonly number[] = []
  speech: readonly TimeRange[] = []
  rate: FrameRate | undefined
  /** What rows of text may be like, by the profile. */
  row: EditorState['row'] = { length: 42, unspaced: false }
  onRefusal: (reason: EditRefusal) => void = () => undefined
  onStep: (step: Step, undone: boolean) => void = () => undefined
  /** What a step means for other versions; it becomes part of the step. */
  along: (name: StepName, patch: Patch) => readonly OtherChange[] = () => []
  private doc: Doc
  private readonly listeners = new Set<Listener>()
  private readonly changeListeners = new Set<ChangeListener>()
  private readonly idPrefix = `e${Date.now().toString(36)}${Math.floor(Math.random() * 1e6).toString(36)}-`
  private minted = 0
  private print: Digest | undefined

  constructor(cues: readonly Cue[], durationMs: number, rate?: FrameRate) {
    this.rate = rate
    this.doc = openDoc(cues)
    this.rules = { ...defaultRules, duration: durationMs || Infinity }
    const { list, focus, selection, history } = this.doc
    this.cells = proxy<Cells>({
      list: ref(list),
      previewing: false,
      focus,
      selection: ref(selection),
      history: ref(history),
      saveState: 'saved',
      savedAt: 0,
      conflicts: ref([]),
      dragMode: 'block',
    })
  }

  /** The document without a preview. */
  get list(): CueList {
    return this.doc.list
  }

  /** Tells this text from others; counted once, then followed at every change. */
  get textDigest(): string {
    return (this.print ??= Digest.of(this.doc.list.cues)).text
  }

  /** Counts it anew when it is next asked for: somebody has reason to doubt it. */
  forgetDigest(): void {
    this.print = undefined
  }

  /** The line that keys work on. */
  get focused(): Cue | undefined {
    const at = this.doc.list.index.get(this.doc.focus ?? '')
    return at === undefined ? undefined : this.doc.list.at(at)
  }

  /** An id for a new line that no other tab and no other visit makes. */
  readonly newId = (): string => this.idPrefix + String(++this.minted)

  /** Tells of every committed change of the text; not of previews. */
  onCommit(listener: Listener): () => void {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  /** Tells of every change of the text with its patch, those from outside too. */
  onChange(listener: ChangeListener): () => void {
    this.changeListeners.add(listener)
    return () => this.changeListeners.delete(listener)
  }

  preview(patch: Patch): void {
    this.show(preview(this.doc, patch))
  }

  cancel(): void {
    this.show(cancel(this.doc))
  }

  edit(
    name: StepName,
    patch: Patch,
    options: { focus?: string | undefined; join?: string | undefined; others?: readonly OtherChange[] } = {},
  ): void {
    const { join, others } = options
    const done = commit(this.doc, { name, patch, at: Date.now(), join, ...(others?.length && { others }) })
    this.show(options.focus ? focusOn(done, options.focus) : done, patch)
  }

  undo(): boolean {
    return this.travel(undo(this.doc), true)
  }

  redo(): boolean {
    return this.travel(redo(this.doc), false)
  }

  private travel(move: HistoryMove | undefined, undone: boolean): boolean {
    if (!move) return false
    this.show(move.doc, move.patch)
    this.onStep(move.step, undone)
    return true
  }

  /** Steps of an earlier visit, for a text that still is as they left it. */
  restoreHistory(history: History): void {
    this.show({ ...this.doc, history })
  }

  /** A speaker was deleted: no line and no step has it any more. */
  removeRole(roleId: string): void {
    const before = this.doc.list
    const doc = removeRole(this.doc, roleId)
    this.show(doc, patchTo(before, doc.list.cues))
  }

  /** Takes over what a merge with the server made; the steps there are map through it. */
  adopt(cues: readonly Cue[], conflicts: readonly Conflict[]): void {
    this.cells.conflicts = ref(conflicts)
    const patch = patchTo(this.doc.list, cues)
    this.show(receive(this.doc, patch), patch, false)
  }

  focus(id: string | undefined): void {
    this.show(focusOn(this.doc, id))
  }

  select(ids: readonly string[], focus: string): void {
    this.show(select(this.doc, ids, focus))
  }

  /** A line of the selection keeps it together; any other becomes the selection. */
  selectForAction(id: string): void {
    const { selection } = this.doc
    if (selection.includes(id)) this.select(selection, id)
    else this.focus(id)
  }

  /** All lines from the one in focus to this one. */
  selectTo(id: string): void {
    const { list, focus } = this.doc
    const to = list.index.get(id)
    if (to === undefined) return
    const from = list.index.get(focus ?? '') ?? to
    const ids: string[] = []
    for (let at = Math.min(from, to); at <= Math.max(from, to); at++) ids.push(list.at(at)!.id)
    this.select(ids, focus ?? id)
  }

  /** One line more in the selection, or one less. */
  toggleSelected(id: string): void {
    const { selection } = this.doc
    const ids = selection.includes(id) ? selection.filter((other) => other !== id) : [...selection, id]
    this.select(ids, id)
  }

  /** Runs a command; false = it does not apply. */
  run(command: Command): boolean {
    const { list, focus, selection } = this.doc
    const state: EditorState = {
      list,
      focus,
      selection,
      playheadMs: Math.round(this.playheadMs),
      rules: this.rules,
      newId: this.newId,
      shotChanges: this.shotChanges,
      speech: this.speech,
      rate: this.rate,
      row: this.row,
    }
    return command(state, (action) => this.take(action))
  }

  private take(action: Action): void {
    if (action.kind === 'edit') {
      const { name, patch, focus, join } = action
      this.edit(name, patch, { focus, join, others: this.along(name, patch) })
    } else if (action.kind === 'focus') this.focus(action.id)
    else if (action.kind === 'select') this.select(action.ids, action.focus)
    else this.onRefusal(action.reason)
  }

  /** Makes a document the present one; cells that stay the same wake nobody. */
  private show(doc: Doc, patch: Patch = [], ours = true): void {
    const before = this.doc
    this.doc = doc
    const { cells } = this
    if (cells.list !== doc.shown) cells.list = ref(doc.shown)
    cells.previewing = isPreviewing(doc)
    cells.focus = doc.focus
    if (before.selection !== doc.selection) cells.selection = ref(doc.selection)
    if (before.history !== doc.history) cells.history = ref(doc.history)
    if (before.list === doc.list) return
    this.print?.follow(before.list, doc.list, patch)
    for (const listener of this.changeListeners) listener(patch)
    if (ours) for (const listener of this.listeners) listener()
  }
}

import { proxy, ref } from 'valtio'
import type { Cue } from '#core/subtitle/cue.ts'
import type { Conflict } from '#core/subtitle/merge.ts'
import { type CueList, cueList } from '#core/subtitle/cue-list.ts'
import { applyPatch, type Patch } from '#core/subtitle/patch.ts'
import { defaultRules, type Refusal, type TimingRules } from '#core/timing/rules.ts'
import { type Action, type Command, type EditorState } from './model/commands.ts'
import {
  emptyHistory,
  type History,
  recordStep,
  redoStep,
  type Step,
  type StepName,
  undoStep,
} from './model/history.ts'

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
}

type Listener = () => void

/** The one door to a version that is being edited: views, gestures and keys change it through this. */
export class EditorSession {
  readonly cells: Cells
  rules: TimingRules
  playheadMs = 0
  onRefusal: (reason: Refusal) => void = () => undefined
  onStep: (step: Step, undone: boolean) => void = () => undefined
  private base: CueList
  private readonly listeners = new Set<Listener>()
  private readonly idPrefix = `e${Date.now().toString(36)}${Math.floor(Math.random() * 1e6).toString(36)}-`
  private minted = 0

  constructor(cues: readonly Cue[], durationMs: number) {
    this.base = cueList(cues)
    this.rules = { ...defaultRules, duration: durationMs || Infinity }
    this.cells = proxy<Cells>({
      list: ref(this.base),
      previewing: false,
      focus: cues[0]?.id,
      selection: ref(cues[0] ? [cues[0].id] : []),
      history: ref(emptyHistory),
      saveState: 'saved',
      savedAt: 0,
      conflicts: ref([]),
    })
  }

  /** The document without a preview. */
  get list(): CueList {
    return this.base
  }

  /** Tells of every committed change of the text; not of previews. */
  onCommit(listener: Listener): () => void {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  /** Shows a patch without keeping it. Always applied to the kept document, never to the last preview. */
  preview(patch: Patch): void {
    this.cells.list = ref(applyPatch(this.base, patch))
    this.cells.previewing = true
  }

  cancel(): void {
    if (!this.cells.previewing) return
    this.cells.list = ref(this.base)
    this.cells.previewing = false
  }

  edit(name: StepName, patch: Patch, options: { focus?: string | undefined; join?: string | undefined } = {}): void {
    this.cells.previewing = false
    if (patch.length === 0) {
      this.cells.list = ref(this.base)
      return
    }
    const step: Step = { name, patch, at: performance.now(), join: options.join }
    this.cells.history = ref(recordStep(this.cells.history, step))
    this.replace(applyPatch(this.base, patch))
    if (options.focus) this.focus(options.focus)
    this.keepFocus(patch)
  }

  undo(): boolean {
    const undone = undoStep(this.cells.history)
    if (undone) this.travel(undone, true)
    return undone !== undefined
  }

  redo(): boolean {
    const redone = redoStep(this.cells.history)
    if (redone) this.travel(redone, false)
    return redone !== undefined
  }

  private travel(journey: { step: Step; patch: Patch; history: History }, undone: boolean): void {
    this.cells.previewing = false
    this.cells.history = ref(journey.history)
    this.replace(applyPatch(this.base, journey.patch))
    this.keepFocus(journey.patch)
    const shown = journey.patch.find((change) => change.to)
    if (shown) this.focus(shown.id)
    this.onStep(journey.step, undone)
  }

  /** Takes over what a merge with the server made; steps before it can't be taken back. */
  adopt(cues: readonly Cue[], conflicts: readonly Conflict[]): void {
    this.cells.history = ref(emptyHistory)
    this.cells.conflicts = ref(conflicts)
    this.cells.previewing = false
    this.base = cueList(cues)
    this.cells.list = ref(this.base)
    if (this.cells.focus && !this.base.index.has(this.cells.focus)) this.focus(cues[0]?.id)
  }

  focus(id: string | undefined): void {
    this.cells.focus = id
    this.cells.selection = ref(id === undefined ? [] : [id])
  }

  select(ids: readonly string[], focus: string): void {
    this.cells.focus = focus
    this.cells.selection = ref(ids)
  }

  /** Runs a command; false = it does not apply. */
  run(command: Command): boolean {
    const state: EditorState = {
      list: this.base,
      focus: this.cells.focus,
      selection: this.cells.selection,
      playheadMs: Math.round(this.playheadMs),
      rules: this.rules,
      mint: () => this.idPrefix + String(++this.minted),
    }
    return command(state, (action) => this.take(action))
  }

  private take(action: Action): void {
    if (action.kind === 'edit') this.edit(action.name, action.patch, { focus: action.focus, join: action.join })
    else if (action.kind === 'focus') this.focus(action.id)
    else this.onRefusal(action.reason)
  }

  private replace(list: CueList): void {
    this.base = list
    this.cells.list = ref(list)
    for (const listener of this.listeners) listener()
  }

  /** A line that is gone can't keep the focus. */
  private keepFocus(patch: Patch): void {
    const { focus, selection } = this.cells
    if (!patch.some((change) => !change.to)) return
    const left = selection.filter((id) => this.base.index.has(id))
    if (focus && this.base.index.has(focus)) this.cells.selection = ref(left)
    else this.focus(this.base.at(Math.min(patch[0]!.at, this.base.length - 1))?.id)
  }
}

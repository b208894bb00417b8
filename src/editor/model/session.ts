import { ref } from 'valtio'
import type { ShotEdit } from '#core/timing/shot-edits.ts'
import { type Cue, type NewId, partId } from '#core/subtitle/cue/cue.ts'
import { cueIn, type CueList, cueList } from '#core/subtitle/cue/cue-list.ts'
import { undoneWords, WordTimes } from '#core/subtitle/formats/cue-words.ts'
import type { Conflict } from '#core/subtitle/cue/merge.ts'
import type { WordTime } from '#core/subtitle/cue/word-times.ts'
import { applyPatch, type Patch, patchTo, replacePatch } from '#core/subtitle/cue/patch.ts'
import { Digest } from '#core/subtitle/cue/digest.ts'
import type { FrameRate } from '#core/domain/frames.ts'
import { defaultRules, type TimingRules } from '#core/timing/rules.ts'
import type { Action, Command, EditorState, EditRefusal } from './document/commands.ts'
import {
  cancel,
  commit,
  type Doc,
  focusOn,
  openDoc,
  pause,
  preview,
  receive,
  redo,
  removeRole,
  select,
  selectTo,
  toggled,
  type,
  type HistoryMove,
  undo,
} from './document/document.ts'
import {
  type History,
  isEmptyStep,
  joinSteps,
  type OtherChange,
  type Step,
  type StepName,
  typingJoin,
} from './document/history.ts'
import { type Cells, makeCells, makeSaving, writeCells } from './session-cells.ts'
import type { EditorLoop } from './loop.ts'
import { typingPause } from './options.ts'
import type { SessionParts } from './session-parts.ts'
import type { LogEvent } from './log.ts'
import { Conflicts } from './conflicts.ts'
import { HeldText } from './held-text.ts'

/** Origin of a change: typing, a gesture, a command, another page or user, or undo and redo. */
export type ChangeOrigin = 'typing' | 'drag' | 'command' | 'remote' | 'undo'

/** A change of the text. */
export interface TextChange {
  readonly patch: Patch
  readonly origin: ChangeOrigin
}

type Listener = () => void
type ChangeListener = (change: TextChange) => void
type LogListener = (event: LogEvent, text: string) => void
type StepListener = (step: Step, way: StepWay) => void
type ArrivalListener = (id: string) => void

/** Whether a step was made, undone or repeated. */
export type StepWay = 'done' | 'undone' | 'redone'

/** Look of a preview: as the text itself, or as outlines above the unchanged text. */
export type PreviewLook = 'applied' | 'outlined'

/** The only way to change an open version, for views, gestures and keys. */
export class EditorSession {
  readonly cells: Cells
  /** Schedules work that follows the text or waits for a pause. */
  readonly loop: EditorLoop
  readonly saving = makeSaving()
  /** Lines that were changed elsewhere too. */
  readonly conflicts = new Conflicts()
  /** The text that the user types in, if it is changed elsewhere. */
  readonly held = new HeldText()
  private known = new WordTimes()
  private readonly wordListeners = new Set<Listener>()
  private readonly parts: SessionParts
  private timing: TimingRules
  private doc: Doc
  private readonly listeners = new Set<ChangeListener>()
  private readonly logListeners = new Set<LogListener>()
  private readonly stepListeners = new Set<StepListener>()
  /** Join key of steps that belong together. */
  private join: string | undefined
  private joins = 0
  private readonly arrivalListeners = new Set<ArrivalListener>()
  private readonly idPrefix = `e${Date.now().toString(36)}${Math.floor(Math.random() * 1e6).toString(36)}-`
  private idCount = 0
  private digest: Digest | undefined

  constructor(parts: SessionParts) {
    this.parts = parts
    this.loop = parts.loop
    this.doc = openDoc(parts.cues)
    this.timing = { ...defaultRules, duration: parts.durationMs || Infinity }
    this.cells = makeCells(this.doc)
  }

  /** Timing rules, with the gap of the quality profile. */
  get rules(): TimingRules {
    const { gap } = this.parts.profile.limits
    if (this.timing.gap !== gap) this.timing = { ...this.timing, gap }
    return this.timing
  }

  /** Whether the text can't be edited. */
  get isReadOnly(): boolean {
    return this.parts.isReadOnly === true
  }

  get rate(): FrameRate | undefined {
    return this.parts.rate
  }

  /** Snap targets other than cues. Times in milliseconds. */
  get snapSources() {
    const { analysis, clock, rate, profile } = this.parts
    const [outGapFrames] = profile.limits.shotOutFrames
    return { shotChanges: analysis.shotChanges, outGapFrames, speech: analysis.speech, playhead: clock.ms, rate }
  }

  /** The document without a preview. */
  get list(): CueList {
    return this.doc.list
  }

  /** The document with a preview; while the user types, `cells` gets it later. */
  get shown(): CueList {
    return this.doc.shown
  }

  /** Steps of the document; while the user types, `cells` gets them later. */
  get history(): History {
    return this.doc.history
  }

  /** Digest of the text: computed once, then updated with every change. */
  get textDigest(): string {
    return (this.digest ??= Digest.of(this.doc.list.cues)).text
  }

  /** Computes the digest again on next use. */
  forgetDigest(): void {
    this.digest = undefined
  }

  /** Word times; empty until the version's times are loaded. */
  get words(): WordTimes {
    return this.known
  }

  set words(words: WordTimes) {
    this.known = words
    for (const listener of this.wordListeners) listener()
  }

  /** Word times of a line as it is; undefined if unknown. */
  wordsOf(cue: Cue): readonly WordTime[] | undefined {
    return this.known.isEmpty ? undefined : this.known.of(cue, (id) => this.doc.list.index.has(id))
  }

  /** Notifies when word times become known. */
  onWords(listener: Listener): () => void {
    this.wordListeners.add(listener)
    return () => this.wordListeners.delete(listener)
  }

  /** The focused line. */
  get focused(): Cue | undefined {
    const at = this.doc.list.index.get(this.doc.focus ?? '')
    return at === undefined ? undefined : this.doc.list.at(at)
  }

  /** An id for a new line, unique across tabs and visits. */
  readonly newId: NewId = (partOf) => {
    const id = this.idPrefix + String(++this.idCount)
    return partOf === undefined ? id : partId(id, partOf)
  }

  /** Calls the listener on every change of the text except previews; returns a function that ends that. */
  onChange(listener: ChangeListener): () => void {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  /**
   * Calls the listener, before all others, with every event that a later visit needs to restore text, steps and
   * conflicts, and with the text's digest, which is empty if the text stays.
   */
  onLog(listener: LogListener): () => void {
    this.logListeners.add(listener)
    return () => this.logListeners.delete(listener)
  }

  /** Calls the listener on every step made, undone or repeated; for typing at the pause after it. */
  onStep(listener: StepListener): () => void {
    this.stepListeners.add(listener)
    return () => this.stepListeners.delete(listener)
  }

  /**
   * Calls the listener with the line that the user goes to by choosing, inserting, undo or redo, not by changes from
   * outside. Returns a function that ends that.
   */
  onArrival(listener: ArrivalListener): () => void {
    this.arrivalListeners.add(listener)
    return () => this.arrivalListeners.delete(listener)
  }

  /** Shows the effect of a patch. The next preview replaces it; `cancel` or an edit ends it. */
  preview(patch: Patch, look: PreviewLook = 'applied'): void {
    if (look === 'applied') return this.show(preview(this.doc, patch))
    const ids = new Set(patch.map(({ id }) => id))
    this.cells.outlined = ref(cueList(applyPatch(this.doc.list, patch).cues.filter(({ id }) => ids.has(id))))
  }

  /** Ends a preview of either look. */
  cancel(): void {
    this.cells.outlined = undefined
    this.show(cancel(this.doc))
  }

  edit(
    name: StepName,
    patch: Patch,
    options: {
      focus?: string | undefined
      join?: string | undefined
      others?: readonly OtherChange[]
      shots?: ShotEdit
      /** Word times after the edit, if it replaces them. */
      words?: WordTimes | undefined
      origin?: 'drag' | 'command'
    } = {},
  ): void {
    if (this.refuses()) return
    const { join = this.join, others, shots, words, origin = 'command' } = options
    const step: Step = {
      ...{ name, patch, at: Date.now(), join },
      ...(others?.length && { others }),
      ...(shots && { shots }),
      ...(words && { words: this.known.changeTo(words) }),
    }
    this.pause()
    this.held.changedHere()
    const done = commit(this.doc, step)
    this.cells.outlined = undefined
    const event: LogEvent | undefined = isEmptyStep(step) ? undefined : { kind: 'edit', step }
    this.show(options.focus ? focusOn(done, options.focus) : done, { patch, origin }, event)
    if (words) this.words = words
    if (event) this.stepped(step, 'done')
    if (options.focus) this.arrive()
  }

  /** Whether the text can't be edited; then it ends a preview and reports that. */
  private refuses(): boolean {
    if (!this.isReadOnly) return false
    this.cancel()
    this.refuse('read_only')
    return true
  }

  /** Changes the text of a cue while the user types. Views and step listeners follow at the next pause. */
  type(id: string, text: string): void {
    const cue = cueIn(this.doc.list, id)
    if (!cue || cue.text === text || this.refuses()) return
    const conflict = this.held.typed(id, text)
    if (conflict) this.report([conflict])
    const patch = replacePatch(this.doc.list, [{ ...cue, text }])
    const step: Step = { name: 'step_text', patch, at: Date.now(), join: typingJoin(id) }
    if (!joinSteps(this.doc.pending, step)) this.pause()
    this.cells.outlined = undefined
    this.show(type(this.doc, step), { patch, origin: 'typing' }, { kind: 'edit', step })
  }

  /** Ends the pending step: views and step listeners get it. */
  private pause(): void {
    const { pending } = this.doc
    if (!pending) return
    this.loop.cancel(this)
    this.show(pause(this.doc))
    this.stepped(pending, 'done')
  }

  undo(): boolean {
    this.pause()
    return this.move(undo(this.doc), 'undone')
  }

  redo(): boolean {
    this.pause()
    return this.move(redo(this.doc), 'redone')
  }

  private move(moved: HistoryMove | undefined, way: StepWay): boolean {
    if (!moved) return false
    this.held.changedHere()
    const { patch, step } = moved
    this.show(moved.doc, { patch, origin: 'undo' }, { kind: way === 'undone' ? 'undo' : 'redo', patch })
    if (step.words) this.words = this.known.changed(way === 'redone' ? step.words : undoneWords(step.words))
    this.stepped(step, way)
    this.arrive()
    return true
  }

  private stepped(step: Step, way: StepWay): void {
    for (const listener of this.stepListeners) listener(step, way)
  }

  /** Restores the steps of an earlier visit, for the same text. */
  restoreHistory(history: History): void {
    this.pause()
    this.show({ ...this.doc, history })
  }

  /** Removes a deleted speaker from all lines and steps. */
  removeRole(roleId: string): void {
    this.pause()
    const before = this.doc.list
    const doc = removeRole(this.doc, roleId)
    const patch = patchTo(before, doc.list.cues)
    this.show(doc, { patch, origin: 'command' }, { kind: 'role', patch, roleId })
  }

  /** Makes edits during `work` one step for undo, if they can be joined. */
  asOneStep(work: () => void): void {
    this.join = `together ${++this.joins}`
    try {
      work()
    } finally {
      this.join = undefined
    }
  }

  /** Applies the result of a merge with the server or with a lost draft; existing steps are mapped through it. */
  adopt(cues: readonly Cue[], conflicts: readonly Conflict[] = [], kind: 'outside' | 'draft' = 'outside'): void {
    this.pause()
    this.report(conflicts)
    const before = this.doc.list
    const patch = patchTo(before, cues)
    this.held.changedElsewhere(before, applyPatch(before, patch))
    const origin = kind === 'draft' ? 'command' : 'remote'
    this.show(receive(this.doc, patch), { patch, origin }, patch.length > 0 ? { kind, patch } : undefined)
  }

  /** Reports conflicts, and logs them until the server has their readings. */
  private report(conflicts: readonly Conflict[]): void {
    if (conflicts.length === 0) return
    this.conflicts.add(conflicts)
    for (const listener of this.logListeners) listener({ kind: 'conflicts', conflicts }, '')
  }

  focus(id: string | undefined): void {
    this.show(focusOn(this.doc, id))
    this.arrive()
  }

  select(ids: readonly string[], focus: string): void {
    const before = this.doc.focus
    this.show(select(this.doc, ids, focus))
    // Selecting more lines around the same one does not move the focus.
    if (focus !== before) this.arrive()
  }

  private arrive(): void {
    const { focus } = this.doc
    if (focus === undefined) return
    for (const listener of this.arrivalListeners) listener(focus)
  }

  /** Keeps the selection if the line is in it; otherwise selects the line. */
  selectForAction(id: string): void {
    const { selection } = this.doc
    if (selection.includes(id)) this.select(selection, id)
    else this.focus(id)
  }

  /** Selects from the focused line to this one. */
  selectTo(id: string): void {
    const ids = selectTo(this.doc, id)
    if (ids.length > 0) this.select(ids, this.doc.focus ?? id)
  }

  /** Adds a line to the selection, or removes it. */
  toggleSelected(id: string): void {
    this.select(toggled(this.doc, id), id)
  }

  /** Runs a command; false if it does not apply. */
  run(command: Command): boolean {
    const { list, focus, selection } = this.doc
    const { clock, profile, analysis, rate } = this.parts
    const state: EditorState = {
      list,
      focus,
      selection,
      playheadMs: Math.round(clock.ms),
      rules: this.rules,
      newId: this.newId,
      words: this.words,
      shotChanges: analysis.shotChanges,
      outGapFrames: profile.limits.shotOutFrames[0],
      speech: analysis.speech,
      rate,
      row: {
        length: profile.limits.lineLength,
        counting: profile.limits.lineCounting === 'fullWidths' ? 'fullWidths' : 'characters',
        unspaced: /^(?:zh|ja|th)/.test(profile.limits.language),
      },
    }
    return command(state, (action) => this.take(action))
  }

  /** Reports why nothing was done. */
  refuse(reason: EditRefusal): void {
    this.parts.onRefusal(reason)
  }

  private take(action: Action): void {
    if (action.kind === 'edit') {
      const { name, patch, focus, join } = action
      this.edit(name, patch, { focus, join, others: this.parts.follow(name, patch, this) })
    } else if (action.kind === 'focus') this.focus(action.id)
    else if (action.kind === 'select') this.select(action.ids, action.focus)
    else this.refuse(action.reason)
  }

  /** Sets the current document. Views get it at once, typed letters at the next pause. */
  private show(doc: Doc, change?: TextChange, event?: LogEvent): void {
    const before = this.doc
    this.doc = doc
    if (change?.origin === 'typing') this.loop.idle(this, () => this.pause(), typingPause)
    else writeCells(this.cells, doc)
    if (change) this.digest?.follow(before.list, doc.list, change.patch)
    if (event) for (const listener of this.logListeners) listener(event, this.textDigest)
    if (!change || before.list === doc.list) return
    for (const listener of this.listeners) listener(change)
  }
}

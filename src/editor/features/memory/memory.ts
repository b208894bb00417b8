import { isLanguageCode, type LanguageCode } from '#core/domain/languages.ts'
import { memoryLimits } from '#core/domain/memory.ts'
import type { MemoryMatch } from '#core/contract/memory.ts'
import { cueIn } from '#core/subtitle/cue/cue-list.ts'
import type { Cue } from '#core/subtitle/cue/cue.ts'
import { normalForm } from '#core/translate/memory/tokens.ts'
import { call } from '#src/api/call.ts'
import type { Editor } from '../../context/editor.ts'
import { perEditor } from '../../context/per-editor.ts'
import type { StepName } from '../../model/document/history.ts'
import type { ConfirmedLines } from '../../store/editor-store.ts'
import { delays } from '../../model/options.ts'
import { sourceOf } from '../text/translating.ts'

/** Steps by which a person writes single lines; those over many lines confirm none. */
const byHand: ReadonlySet<StepName> = new Set([
  ...(['step_text', 'step_suggestion', 'step_memory', 'step_term', 'step_spelling', 'step_reading'] as const),
])

/** The two languages that are translated between, and the version of the first. */
export interface MemoryPlace {
  readonly sourceId: string
  readonly from: LanguageCode
  readonly to: LanguageCode
}

/** What the memory has for the line in focus. */
export type Looked =
  | { readonly state: 'none' | 'looking' | 'failed' }
  | {
      readonly state: 'found'
      readonly cueId: string
      readonly source: string
      readonly matches: readonly MemoryMatch[]
    }

/** What a line is looked up by: its source, and the lines around that. */
interface Asked {
  readonly source: string
  readonly before: string
  readonly after: string
}

/** Looks up the line in focus after a rest, and names the lines that the user writes when they are saved. */
export class LineMemory {
  private readonly editor: Editor
  private readonly written = new Set<string>()
  private readonly listeners = new Set<() => void>()
  private looked: Looked = { state: 'none' }
  private key = ''
  private asking: AbortController | undefined

  constructor(editor: Editor) {
    this.editor = editor
  }

  /** For React. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }
  readonly state = (): Looked => this.looked

  /** The languages, if a source in another language is open. */
  get place(): MemoryPlace | undefined {
    const { library, media, reference, referenceLanguage = '' } = this.editor
    const { fileId } = reference.cells
    const { language: to } = media
    if (!library || fileId === undefined || !isLanguageCode(referenceLanguage) || !isLanguageCode(to)) return undefined
    return referenceLanguage === to ? undefined : { sourceId: fileId, from: referenceLanguage, to }
  }

  /** Follows what the user writes; returns a function that ends it. */
  start(): () => void {
    const { session, save } = this.editor
    const stop = session.onStep(({ name, patch }, way) => {
      const isWritten = byHand.has(name) && way !== 'undone'
      for (const { id } of patch) {
        if (isWritten) this.written.add(id)
        else this.written.delete(id)
      }
    })
    save.confirmedOf = (ids) => this.confirmed([...ids].filter((id) => this.written.has(id)))
    return () => {
      stop()
      save.confirmedOf = undefined
      this.leave()
    }
  }

  /** The lines as pairs with their source; undefined without any. */
  confirmed(ids: readonly string[]): ConfirmedLines {
    const { place } = this
    const lines = ids.flatMap((id) => {
      const cue = cueIn(this.editor.session.list, id)
      const asked = cue && this.askedFor(cue)
      return asked && asked.source.trim() !== '' && cue.text.trim() !== '' ? [{ cue_id: id, ...asked }] : []
    })
    if (!place || lines.length === 0) return undefined
    return { source_id: place.sourceId, lines: lines.slice(0, memoryLimits.mostLines) }
  }

  /** Looks up the line in focus after a rest; a newer request ends the older one. */
  follow(): void {
    const { looked } = this
    if (looked.state === 'found' && looked.cueId !== this.editor.session.cells.focus) {
      // What belongs to another line must not be taken for this one.
      this.asking?.abort()
      this.key = ''
      this.note({ state: 'looking' })
    }
    this.editor.session.loop.idle(this, () => void this.look(), { after: delays.typed })
  }

  /** Ends the request and the waiting look-up. */
  leave(): void {
    this.editor.session.loop.cancel(this)
    this.asking?.abort()
    this.asking = undefined
    if (this.looked.state === 'looking') this.note({ state: 'none' })
    this.key = ''
  }

  /** Looks up the line in focus now, unless that is known. */
  async look({ again = false } = {}): Promise<void> {
    const { session, library } = this.editor
    const { focused: cue } = session
    const { place } = this
    const asked = cue && place && this.askedFor(cue)
    const key = asked ? JSON.stringify([place, cue.id, asked]) : ''
    if (key === this.key && !again && this.looked.state !== 'failed') return
    this.asking?.abort()
    this.key = key
    if (!asked || !library || normalForm(asked.source) === '') return this.note({ state: 'none' })
    const control = new AbortController()
    this.asking = control
    this.note({ state: 'looking' })
    try {
      const { source: text, before, after } = asked
      const input = { file_id: library.fileId, source_language: place.from, text, before, after }
      const { list } = await call('searchMemory', input, { signal: control.signal })
      if (!control.signal.aborted) this.note({ state: 'found', cueId: cue.id, source: text, matches: list })
    } catch {
      if (!control.signal.aborted) this.note({ state: 'failed' })
    }
  }

  private askedFor(cue: Cue): Asked | undefined {
    const { list } = this.editor.session
    const at = list.index.get(cue.id)
    if (at === undefined || !this.editor.reference.cells.list) return undefined
    const of = (index: number): string => {
      const other = list.at(index)
      return other ? sourceOf(this.editor, other).slice(0, memoryLimits.textLength).toWellFormed() : ''
    }
    return { source: of(at), before: at > 0 ? of(at - 1) : '', after: of(at + 1) }
  }

  private note(looked: Looked): void {
    this.looked = looked
    for (const listener of this.listeners) listener()
  }
}

/** The memory's part of an editor. */
export const memoryOf = perEditor((editor) => new LineMemory(editor))

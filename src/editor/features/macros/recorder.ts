import type { ActionId } from '../../keys/action-ids.ts'
import { perEditor } from '../../context/per-editor.ts'

/** A step of a macro: an action, or a typed command with the unit of its numbers. */
export type MacroStep = { readonly action: ActionId } | { readonly typed: string; readonly inFrames: boolean }

export const MAX_STEPS = 500

/** Actions that open dialogs or belong to macros are not recorded. */
const unrecorded: ReadonlySet<ActionId> = new Set<ActionId>([
  'palette',
  'macro_record',
  'macro_repeat',
  'macros',
  'profiles',
  'key_sheet',
  'keys',
  'about',
  'tour',
  'find',
  'replace',
  'go_to',
  'shift_by',
  'sync',
  'versions',
  'export_subtitle',
  'import_subtitle',
  'transcribe_here',
  'review_file',
  'align_script',
  'suggestions',
  'delete_lines',
  'hold_line',
  'hold_new_line',
  'comment',
])

/** Records actions by keys and from the palette while it is on. */
export class MacroRecorder {
  private taken: readonly MacroStep[] | undefined
  /** The last recording. */
  last: readonly MacroStep[] = []
  private readonly listeners = new Set<() => void>()

  /** For React: the steps so far; undefined while not recording. */
  readonly steps = (): readonly MacroStep[] | undefined => this.taken
  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  begin(): void {
    this.set([])
  }

  /** Stops recording; returns its steps. */
  end(): readonly MacroStep[] {
    const steps = this.taken ?? []
    if (steps.length > 0) this.last = steps
    this.set(undefined)
    return steps
  }

  heard(step: MacroStep): void {
    if (!this.taken || this.taken.length >= MAX_STEPS || ('action' in step && unrecorded.has(step.action))) return
    this.set([...this.taken, step])
  }

  private set(steps: readonly MacroStep[] | undefined): void {
    this.taken = steps
    for (const listener of this.listeners) listener()
  }
}

/** The recorder of an editor. */
export const recorderOf = perEditor(() => new MacroRecorder())

import { proxy, ref } from 'valtio'
import type { FixOptions, FixResult } from '#core/checks/fix.ts'
import type { CueList } from '#core/subtitle/cue-list.ts'
import type { Dialogs } from '../dialogs/dialogs.ts'
import type { EditorSession } from '../session.ts'
import type { Quality } from './quality.ts'

/** What fixing works on. */
export interface FixingParts {
  readonly session: EditorSession
  readonly quality: Quality
  readonly dialogs: Dialogs
  /** Called where there is nothing to fix. */
  readonly onNothing: () => void
}

/** Fixes are shown before they are made: in the dialog `fix`, and behind it in rows and timeline. */
export class Fixing {
  readonly cells = proxy<{ result: FixResult | undefined }>({ result: undefined })
  private readonly parts: FixingParts
  private asked: { readonly options: FixOptions; readonly list: CueList } | undefined
  /** The person applied them before the worker answered: they are made as soon as it does. */
  private isWanted = false

  constructor(parts: FixingParts) {
    this.parts = parts
  }

  /** Opens the dialog at once, so that a key that follows finds it; the worker's answer fills it. */
  async ask(options: FixOptions): Promise<void> {
    const { session, quality, dialogs, onNothing } = this.parts
    const asked = { options, list: session.list }
    this.asked = asked
    dialogs.open({ name: 'fix' })
    this.cells.result = undefined
    const result = await quality.fixes(options)
    if (this.asked !== asked) return
    if (!result) return this.close()
    // The text changed meanwhile: what was found is of the text before.
    if (asked.list !== session.list) return this.ask(options)
    if (result.fixed.length + result.left.length === 0) {
      this.close()
      onNothing()
      return
    }
    session.preview(result.patch)
    this.cells.result = ref(result)
    if (this.isWanted && result.patch.length > 0) await this.apply()
  }

  async apply(): Promise<void> {
    const { session } = this.parts
    const { asked } = this
    const { result } = this.cells
    if (!asked) return
    if (!result) {
      this.isWanted = true
      return
    }
    if (asked.list !== session.list) return this.ask(asked.options)
    this.end()
    session.edit('step_fix', result.patch)
  }

  close(): void {
    this.end()
    this.parts.session.cancel()
  }

  private end(): void {
    this.asked = undefined
    this.isWanted = false
    this.parts.dialogs.close('fix')
  }
}

import { proxy, ref } from 'valtio'
import type { FixOptions, FixResult } from '#core/checks/fix.ts'
import type { CueList } from '#core/subtitle/cue-list.ts'
import type { Quality } from './quality.ts'
import type { EditorSession } from '../session.ts'

/** Fixes are shown before they are made: in a dialog, and behind it in rows and timeline. */
export class Fixing {
  readonly cells = proxy<{ isOpen: boolean; result: FixResult | undefined }>({ isOpen: false, result: undefined })
  /** Told before the dialog opens. */
  onOpen: () => void = () => undefined
  /** Told where there is nothing to fix. */
  onNothing: () => void = () => undefined
  private readonly session: EditorSession
  private readonly quality: Quality
  private asked: { readonly options: FixOptions; list: CueList } | undefined
  /** Applied before the answer was there: it is made as soon as it is. */
  private isWanted = false

  constructor(session: EditorSession, quality: Quality) {
    this.session = session
    this.quality = quality
  }

  /** Opens at once, so that a key that follows finds the dialog; the worker's answer fills it. */
  async ask(options: FixOptions): Promise<void> {
    const asked = { options, list: this.session.list }
    this.asked = asked
    if (!this.cells.isOpen) this.onOpen()
    this.cells.isOpen = true
    this.cells.result = undefined
    const result = await this.quality.fixes(options)
    if (this.asked !== asked) return
    if (!result) return this.close()
    // The text changed meanwhile: what was found is of the text before.
    if (asked.list !== this.session.list) return this.ask(options)
    if (result.fixed.length + result.left.length === 0) {
      this.close()
      this.onNothing()
      return
    }
    this.session.preview(result.patch)
    this.cells.result = ref(result)
    if (this.isWanted && result.patch.length > 0) await this.apply()
  }

  async apply(): Promise<void> {
    const { asked } = this
    const { result } = this.cells
    if (!asked) return
    if (!result) {
      this.isWanted = true
      return
    }
    if (asked.list !== this.session.list) return this.ask(asked.options)
    this.end()
    this.session.edit('step_fix', result.patch)
  }

  close(): void {
    this.end()
    this.session.cancel()
  }

  private end(): void {
    this.asked = undefined
    this.isWanted = false
    this.cells.isOpen = false
  }
}

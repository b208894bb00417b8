import { proxy, ref } from 'valtio'
import type { FixOptions, FixResult } from '#core/checks/fix.ts'
import { type RuleId, ruleIds } from '#core/checks/rule.ts'
import type { CueList } from '#core/subtitle/cue/cue-list.ts'
import type { Dialogs } from '../../context/dialogs.ts'
import type { EditorSession } from '../../model/session.ts'
import { type Quality, qualityOf } from './quality.ts'
import { perEditor } from '../../context/per-editor.ts'

/** Parts of the editor that fixing needs. */
export interface FixingParts {
  readonly session: EditorSession
  readonly quality: Quality
  readonly dialogs: Dialogs
  /** Called if there is nothing to fix. */
  readonly onNothing: () => void
}

/** Lines (by id) and rules that the user leaves out. */
export interface LeftOut {
  readonly lines: ReadonlySet<string>
  readonly rules: ReadonlySet<RuleId>
}

interface FixingCells {
  /** All possible fixes; undefined until they are known. */
  all: FixResult | undefined
  /** Fixes without those left out. */
  result: FixResult | undefined
  left: LeftOut
}

const nothing: LeftOut = { lines: new Set(), rules: new Set() }

/** Previews fixes in the dialog `fix`, and behind it in rows and timeline. */
export class Fixing {
  readonly cells = proxy<FixingCells>({ all: undefined, result: undefined, left: ref(nothing) })
  private readonly parts: FixingParts
  private asked: { readonly options: FixOptions; readonly list: CueList } | undefined
  /** Whether `result` answers the last request. */
  private isAnswered = false
  /** The user applied the fixes before the worker answered: they are made when it does. */
  private isWanted = false

  constructor(parts: FixingParts) {
    this.parts = parts
  }

  /** Opens the dialog at once, so that it gets the next keys; the worker's answer fills it. */
  async ask(options: FixOptions): Promise<void> {
    const { session, dialogs, onNothing } = this.parts
    this.asked = { options, list: session.list }
    dialogs.open({ name: 'fix' })
    this.cells.all = this.cells.result = undefined
    this.cells.left = ref(nothing)
    const result = await this.answer(options)
    if (!result) return
    if (result.fixed.length + result.left.length === 0) {
      this.close()
      onNothing()
      return
    }
    this.cells.all = ref(result)
    await this.take(result)
  }

  /** Leaves lines and rules out; fixes are computed again, since one may need the room that another makes. */
  async choose(left: LeftOut): Promise<void> {
    const { asked } = this
    if (!asked) return
    this.cells.left = ref(left)
    const { options } = asked
    const only = new Set([...(options.only ?? ruleIds)].filter((rule) => !left.rules.has(rule)))
    const result = await this.answer({ ...options, only, kept: left.lines })
    if (result && this.cells.left === left) await this.take(result)
  }

  async apply(): Promise<void> {
    const { session } = this.parts
    const { asked } = this
    const { result } = this.cells
    if (!asked) return
    if (!result || !this.isAnswered) {
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

  /** The worker's answer; undefined if the dialog has made another request. */
  private async answer(options: FixOptions): Promise<FixResult | undefined> {
    const { session, quality } = this.parts
    const { asked } = this
    this.isAnswered = false
    const result = await quality.fixes(options)
    if (!asked || this.asked !== asked) return undefined
    if (!result) this.close()
    // The text changed meanwhile, so the answer is outdated.
    else if (asked.list !== session.list) await this.ask(asked.options)
    else return result
    return undefined
  }

  private async take(result: FixResult): Promise<void> {
    this.isAnswered = true
    this.parts.session.preview(result.patch)
    this.cells.result = ref(result)
    if (this.isWanted && result.patch.length > 0) await this.apply()
  }

  private end(): void {
    this.asked = undefined
    this.isWanted = false
    this.parts.dialogs.close('fix')
  }
}

/** Fixes of an editor's version. */
export const fixingOf = perEditor((editor) => {
  const { session, dialogs } = editor
  return new Fixing({ session, quality: qualityOf(editor), dialogs, onNothing: () => editor.say('no_findings') })
})

import { proxy, ref } from 'valtio'
import type { FixOptions, FixResult } from '#core/checks/fix.ts'
import { type RuleId, ruleIds } from '#core/checks/rule.ts'
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

/** What is left out of the fixes: ids of lines, and rules. */
export interface LeftOut {
  readonly lines: ReadonlySet<string>
  readonly rules: ReadonlySet<RuleId>
}

interface FixingCells {
  /** Everything that could be fixed; undefined until that is known. */
  all: FixResult | undefined
  /** What is fixed of it without what is left out. */
  result: FixResult | undefined
  left: LeftOut
}

const nothing: LeftOut = { lines: new Set(), rules: new Set() }

/** Fixes are shown before they are made: in the dialog `fix`, and behind it in rows and timeline. */
export class Fixing {
  readonly cells = proxy<FixingCells>({ all: undefined, result: undefined, left: ref(nothing) })
  private readonly parts: FixingParts
  private asked: { readonly options: FixOptions; readonly list: CueList } | undefined
  /** Whether `result` is the answer to what was asked last. */
  private isAnswered = false
  /** The person applied them before the worker answered: they are made as soon as it does. */
  private isWanted = false

  constructor(parts: FixingParts) {
    this.parts = parts
  }

  /** Opens the dialog at once, so that a key that follows finds it; the worker's answer fills it. */
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

  /** Leaves lines and rules out: what is fixed without them is asked for again, since a fix may need room that another makes. */
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

  /** The worker's answer; undefined where the dialog has gone on to another question. */
  private async answer(options: FixOptions): Promise<FixResult | undefined> {
    const { session, quality } = this.parts
    const { asked } = this
    this.isAnswered = false
    const result = await quality.fixes(options)
    if (!asked || this.asked !== asked) return undefined
    if (!result) this.close()
    // The text changed meanwhile: what was found is of the text before.
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

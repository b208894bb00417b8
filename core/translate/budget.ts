import type { Limits } from '../checks/rule.ts'
import type { Cue } from '../subtitle/cue/cue.ts'
import { rowLength } from './rows.ts'
import type { Sentence } from './sentences.ts'

/** Inputs of a budget. */
export type BudgetLimits = Pick<Limits, 'cps' | 'cpsCounting' | 'lineLength' | 'lineCounting' | 'maxLines'>

/** The shortest usable budget. */
const LEAST_CHARACTERS = 8

/** Letters of a cue that can be read in its time and fit its rows. */
export function cueBudget({ start, end }: Pick<Cue, 'start' | 'end'>, limits: BudgetLimits): number {
  const read = (limits.cps * Math.max(0, end - start)) / 1000
  return Math.max(LEAST_CHARACTERS, Math.floor(Math.min(read, limits.lineLength * limits.maxLines)))
}

/** Most letters of each sentence's translation: its share of its cues' budgets. */
export function sentenceBudgets(sentences: readonly Sentence[], cues: readonly Cue[], limits: BudgetLimits): number[] {
  const said = new Map<number, number>()
  for (const { parts } of sentences)
    for (const { cue, text } of parts) said.set(cue, (said.get(cue) ?? 0) + Math.max(1, text.length))
  return sentences.map(({ parts }) => {
    const letters = parts.reduce((sum, { cue, text }) => {
      const own = cues[cue]
      const share = Math.max(1, text.length) / (said.get(cue) ?? 1)
      return sum + (own ? cueBudget(own, limits) * share : 0)
    }, 0)
    return Math.max(LEAST_CHARACTERS, Math.floor(letters))
  })
}

const MUCH_TOO_FAST = 1.3

/**
 * How many times as fast as the limit a text has to be read: 0 unless it is faster than that where the original was not, or much
 * faster than an original that was.
 */
export function tooFast(cue: Cue, source: Cue, limits: BudgetLimits, original: BudgetLimits): number {
  const speed = speedOf(cue, limits)
  const before = speedOf(source, original)
  return speed > Math.max(1, before > 1 ? before * MUCH_TOO_FAST : 1) ? speed : 0
}

/** A cue's reading speed relative to the limit. */
function speedOf({ text, start, end }: Cue, { cps, cpsCounting }: BudgetLimits): number {
  return (rowLength(text, cpsCounting) * 1000) / Math.max(1, end - start) / cps
}

import { invertPatch, joinPatches, type Patch } from '#core/subtitle/patch.ts'

/** A named change that can be taken back. */
export interface Step {
  readonly name: StepName
  readonly patch: Patch
  /** Milliseconds of some clock. */
  readonly at: number
  /** Steps with the same key that follow each other quickly become one: typing in one line, a held key. */
  readonly join?: string | undefined
}

/** Key of the step's name in the editor's catalogue. */
export type StepName =
  | 'step_move'
  | 'step_resize'
  | 'step_nudge'
  | 'step_time'
  | 'step_text'
  | 'step_insert'
  | 'step_merge'
  | 'step_split'
  | 'step_delete'

export interface History {
  readonly past: readonly Step[]
  readonly future: readonly Step[]
}

export const emptyHistory: History = { past: [], future: [] }

const MAX_STEPS = 1000
const JOIN_WITHIN_MS = 1000

/** The history after a step; what had been undone can't be done again. */
export function recordStep(history: History, step: Step): History {
  const last = history.past.at(-1)
  const joined =
    last && step.join !== undefined && last.join === step.join && step.at - last.at <= JOIN_WITHIN_MS
      ? joinPatches(last.patch, step.patch)
      : undefined
  const past = joined ? [...history.past.slice(0, -1), { ...step, patch: joined }] : [...history.past, step]
  return { past: past.slice(-MAX_STEPS), future: [] }
}

/** The patch that takes the last step back, and the history after it. */
export function undoStep(history: History): { step: Step; patch: Patch; history: History } | undefined {
  const step = history.past.at(-1)
  if (!step) return undefined
  return {
    step,
    patch: invertPatch(step.patch),
    history: { past: history.past.slice(0, -1), future: [...history.future, step] },
  }
}

export function redoStep(history: History): { step: Step; patch: Patch; history: History } | undefined {
  const step = history.future.at(-1)
  if (!step) return undefined
  return {
    step,
    patch: step.patch,
    history: { past: [...history.past, { ...step, join: undefined }], future: history.future.slice(0, -1) },
  }
}

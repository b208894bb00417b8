import type { ShotEdit } from '#core/timing/shot-edits.ts'
import { carryPast } from '#core/subtitle/cue/concurrent.ts'
import { type Cue, sameCue } from '#core/subtitle/cue/cue.ts'
import type { CueWords, WordsChange } from '#core/subtitle/formats/cue-words.ts'
import { type Change, invertPatch, joinPatches, type Patch } from '#core/subtitle/cue/patch.ts'
import type { WordTime } from '#core/subtitle/cue/word-times.ts'

/** A named change that can be undone. */
export interface Step {
  readonly name: StepName
  readonly patch: Patch
  /** In milliseconds. */
  readonly at: number
  /** Quick steps with the same key become one: typing in a line, or a held key. */
  readonly join?: string | undefined
  /** Changes of the step in other versions. */
  readonly others?: readonly OtherChange[] | undefined
  /** Its change of the video's shot changes. */
  readonly shots?: ShotEdit | undefined
  /** Its change of the lines' word times. */
  readonly words?: WordsChange | undefined
}

/** Whether a step changes no line, no other version and no shot change. */
export const isEmptyStep = ({ patch, others, shots }: Step): boolean => patch.length === 0 && !others?.length && !shots

export interface OtherChange {
  readonly fileId: string
  readonly patch: Patch
}

/** Keys of the steps' names in the editor's catalogue. */
export const stepNames = [
  'step_move',
  'step_resize',
  'step_nudge',
  'step_time',
  'step_text',
  'step_insert',
  'step_merge',
  'step_split',
  'step_delete',
  'step_fix',
  'step_shift',
  'step_balance',
  'step_style',
  'step_roles',
  'step_replace',
  'step_accept',
  'step_sort',
  'step_paste',
  'step_sync',
  'step_shots',
  'step_copy_source',
  'step_suggestion',
  'step_memory',
  'step_spelling',
  'step_reading',
  'step_term',
  'step_review',
  'step_transcribe',
  'step_script',
] as const
export type StepName = (typeof stepNames)[number]

export interface History {
  readonly past: readonly Step[]
  readonly future: readonly Step[]
}

export const emptyHistory: History = { past: [], future: [] }

const MAX_STEPS = 2000
const JOIN_WITHIN_MS = 1000

/** The history with a step added; undone steps are dropped. */
export function recordStep(history: History, step: Step): History {
  const joined = joinSteps(history.past.at(-1), step)
  const past = joined ? [...history.past.slice(0, -1), joined] : [...history.past, step]
  return { past: past.length > MAX_STEPS ? past.slice(-MAX_STEPS) : past, future: [] }
}

/** Join key for letters typed into one cue. */
export const typingJoin = (id: string): string => `text ${id}`

/** Joins two steps with the same key that follow each other quickly; undefined for others. */
export function joinSteps(first: Step | undefined, second: Step): Step | undefined {
  if (!first || second.join === undefined || first.join !== second.join) return undefined
  const patch = second.at - first.at <= JOIN_WITHIN_MS ? joinPatches(first.patch, second.patch) : undefined
  return patch && { ...second, patch }
}

/** The patch that undoes the last step, and the history after it. */
export function undoStep(history: History): { step: Step; patch: Patch; history: History } | undefined {
  const step = history.past.at(-1)
  if (!step) return undefined
  return {
    step,
    patch: invertPatch(step.patch),
    history: { past: history.past.slice(0, -1), future: [...history.future, step] },
  }
}

/** The patch that repeats the next step, and the history after it. */
export function redoStep(history: History): { step: Step; patch: Patch; history: History } | undefined {
  const step = history.future.at(-1)
  if (!step) return undefined
  return {
    step,
    patch: step.patch,
    history: { past: [...history.past, { ...step, join: undefined }], future: history.future.slice(0, -1) },
  }
}

/**
 * Maps the history through a change from outside. An undo restores neither removed lines nor fields that another user
 * has set since; steps without any effect left are dropped.
 */
export function mapHistory(history: History, outside: Patch): History {
  return {
    past: mapStack(history.past, outside, true),
    future: mapStack(history.future, outside, false),
  }
}

function mapStack(stack: readonly Step[], outside: Patch, back: boolean): Step[] {
  const mapped: Step[] = []
  let [theirs, gone]: [Patch, ReadonlySet<string>] = [outside, new Set()]
  for (const step of stack.toReversed()) {
    const next = carryPast(back ? invertPatch(step.patch) : step.patch, theirs, gone)
    const patch = back ? invertPatch(next.ours) : next.ours
    if (patch.length > 0 || step.shots) mapped.push({ ...step, patch, join: undefined })
    theirs = next.theirs
    gone = next.gone
  }
  return mapped.reverse()
}

/** Removes a deleted speaker from the history, so that no undo or redo restores it. */
export function dropRole(history: History, roleId: string): History {
  return { past: history.past.flatMap(without), future: history.future.flatMap(without) }

  function without(step: Step): Step[] {
    const patch = step.patch.flatMap((change): Change[] => {
      const [from, to] = [withoutRole(change.from, roleId), withoutRole(change.to, roleId)]
      const nothing = from && to && change.was === undefined && sameCue(from, to)
      return nothing ? [] : [{ ...change, from, to }]
    })
    return patch.length > 0 || step.shots ? [{ ...step, patch }] : []
  }
}

/** The cue without a speaker. */
export function withoutRole<C extends Cue | undefined>(cue: C, roleId: string): C {
  return cue?.roles.includes(roleId) ? { ...cue, roles: cue.roles.filter((role) => role !== roleId) } : cue
}

/** A stored history; undefined if invalid, so that a damaged store loses the undo but not the text. */
export function loadHistory(data: unknown): History | undefined {
  const stored = data as { past?: unknown; future?: unknown } | null | undefined
  if (!isSteps(stored?.past) || !isSteps(stored.future)) return undefined
  return { past: stored.past, future: stored.future }
}

function isSteps(data: unknown): data is Step[] {
  return Array.isArray(data) && data.every(isStep)
}

/** Whether stored data is a step. */
export function isStep(data: unknown): data is Step {
  const step = data as Partial<Step> | null | undefined
  if (typeof step?.at !== 'number' || !(stepNames as readonly unknown[]).includes(step.name)) return false
  return isPatch(step.patch) && (step.words === undefined || isWordsChange(step.words))
}

function isWordsChange(data: Partial<WordsChange> | null): boolean {
  return [data?.removed, data?.added].every((lines: unknown) => Array.isArray(lines) && lines.every(isCueWords))
}

function isCueWords(data: unknown): boolean {
  const line = data as Record<keyof CueWords, unknown> | null
  return (
    typeof line?.cue_id === 'string' &&
    Number.isFinite(line.start) &&
    Number.isFinite(line.end) &&
    typeof line.text === 'string' &&
    Array.isArray(line.words) &&
    (line.words as (Partial<WordTime> | null)[]).every(
      (word) => Number.isInteger(word?.offset) && Number.isFinite(word?.start),
    )
  )
}

/** Whether stored data is a patch. */
export const isPatch = (data: unknown): data is Patch => Array.isArray(data) && data.every(isChange)

function isChange(data: unknown): boolean {
  const change = data as Partial<Change> | null
  return (
    typeof change?.id === 'string' &&
    typeof change.at === 'number' &&
    (change.from !== undefined || change.to !== undefined) &&
    isCueOrNone(change.from, change.id) &&
    isCueOrNone(change.to, change.id)
  )
}

/** Whether stored data is a cue with this id, or undefined. */
export function isCueOrNone(data: unknown, id: string): boolean {
  if (data === undefined) return true
  const cue = data as Record<keyof Cue, unknown> | null
  return (
    cue?.id === id &&
    Number.isInteger(cue.start) &&
    Number.isInteger(cue.end) &&
    typeof cue.text === 'string' &&
    Array.isArray(cue.roles)
  )
}

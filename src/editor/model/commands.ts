import type { MintId } from '#core/subtitle/cue.ts'
import { type CueList, cueOf, positionOf } from '#core/subtitle/cue-list.ts'
import { type Patch } from '#core/subtitle/patch.ts'
import type { FrameRate } from '#core/timing/frames.ts'
import { insertAtTime, insertBelow, mergeDown, removeLines } from '#core/timing/lines.ts'
import { nearestCut } from '#core/timing/magnets.ts'
import { setEdge } from '#core/timing/move.ts'
import type { Edge, Outcome, Refusal, TimingRules } from '#core/timing/rules.ts'
import { splitLine } from '#core/timing/split.ts'
import type { StepName } from './history.ts'

/** What a command may look at. */
export interface EditorState {
  readonly list: CueList
  /** The line that keys work on. */
  readonly focus: string | undefined
  readonly selection: readonly string[]
  readonly playheadMs: number
  readonly rules: TimingRules
  readonly mint: MintId
  /** Shot changes, in order. */
  readonly cuts: readonly number[]
  readonly rate: FrameRate | undefined
}

/** What a command may ask for. */
export type Action =
  | { kind: 'edit'; name: StepName; patch: Patch; focus?: string; join?: string }
  | { kind: 'focus'; id: string }
  | { kind: 'refuse'; reason: Refusal }

/** False = does not apply here; the next binding may try. */
export type Command = (state: EditorState, dispatch: (action: Action) => void) => boolean

export const nudge =
  (edge: Edge, by: number): Command =>
  ({ list, focus, rules }, dispatch) => {
    if (!focus) return false
    const patch = setEdge(list, focus, edge, cueOf(list, focus)[edge] + by, rules)
    if (patch.length) dispatch({ kind: 'edit', name: 'step_nudge', patch, join: `nudge ${focus} ${edge}` })
    return true
  }

export const edgeToPlayhead =
  (edge: Edge): Command =>
  ({ list, focus, playheadMs, rules }, dispatch) => {
    if (!focus) return false
    const patch = setEdge(list, focus, edge, playheadMs, rules)
    if (patch.length) dispatch({ kind: 'edit', name: 'step_time', patch })
    return true
  }

/** Puts an edge on the shot change that is nearest to it. */
export const edgeToCut =
  (edge: Edge): Command =>
  ({ list, focus, cuts, rate, rules }, dispatch) => {
    if (!focus) return false
    const cut = nearestCut(cueOf(list, focus)[edge], edge, { cuts, ...(rate && { rate }) })
    if (cut === undefined) dispatch({ kind: 'refuse', reason: 'no_cut_near' })
    const patch = cut === undefined ? [] : setEdge(list, focus, edge, cut, rules)
    if (patch.length) dispatch({ kind: 'edit', name: 'step_time', patch })
    return true
  }

export const focusBy =
  (by: number): Command =>
  ({ list, focus }, dispatch) => {
    const at = focus === undefined ? -1 : positionOf(list, focus)
    const cue = list.at(Math.min(list.length - 1, Math.max(0, at + by)))
    if (!cue) return false
    dispatch({ kind: 'focus', id: cue.id })
    return true
  }

export const insertLineBelow: Command = ({ list, focus, playheadMs, rules, mint }, dispatch) => {
  const outcome = focus ? insertBelow(list, focus, rules, mint) : insertAtTime(list, playheadMs, rules, mint)
  return finish(outcome, 'step_insert', dispatch)
}

export const insertAtPlayhead: Command = ({ list, playheadMs, rules, mint }, dispatch) =>
  finish(insertAtTime(list, playheadMs, rules, mint), 'step_insert', dispatch)

export const mergeWithNext: Command = ({ list, focus }, dispatch) =>
  focus ? finish(mergeDown(list, focus), 'step_merge', dispatch) : false

export const splitAtPlayhead: Command = ({ list, focus, playheadMs, rules, mint }, dispatch) => {
  if (!focus) return false
  const cue = cueOf(list, focus)
  const time = playheadMs > cue.start && playheadMs < cue.end ? { time: playheadMs } : {}
  return finish(splitLine(list, focus, time, rules, mint), 'step_split', dispatch)
}

export const removeSelected: Command = ({ list, selection }, dispatch) => {
  if (selection.length === 0) return false
  const first = Math.min(...selection.map((id) => positionOf(list, id)))
  const gone = new Set(selection)
  let after = first
  while (after < list.length && gone.has(list.at(after)!.id)) after++
  const next = list.at(after) ?? list.at(first - 1)
  dispatch({
    kind: 'edit',
    name: 'step_delete',
    patch: removeLines(list, selection),
    ...(next ? { focus: next.id } : {}),
  })
  return true
}

/** A line that came in is what the next key works on. */
function finish(outcome: Outcome<Patch>, name: StepName, dispatch: (action: Action) => void): boolean {
  if (!outcome.ok) {
    dispatch({ kind: 'refuse', reason: outcome.reason })
    return true
  }
  const inserted = name === 'step_insert' ? outcome.value.find((change) => !change.from) : undefined
  dispatch({ kind: 'edit', name, patch: outcome.value, ...(inserted ? { focus: inserted.id } : {}) })
  return true
}

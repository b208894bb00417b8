import { leastOf } from '#core/domain/lists.ts'
import type { Cue, NewId } from '#core/subtitle/cue/cue.ts'
import { type CueList, cueOf, positionOf } from '#core/subtitle/cue/cue-list.ts'
import type { WordTimes } from '#core/subtitle/formats/cue-words.ts'
import { balanceText, joinRows, type RowCounting } from '#core/subtitle/text/balance.ts'
import { type Patch, replacePatch } from '#core/subtitle/cue/patch.ts'
import { frameAt, type FrameRate, frameStart } from '#core/domain/frames.ts'
import { hasDrawing } from '#core/subtitle/cue/typeset.ts'
import { bridgeGaps } from '#core/timing/gaps.ts'
import {
  insertAbove,
  insertAtTime,
  insertBelow,
  insertBetween,
  mergeDown,
  pasteCues,
  removeCues,
} from '#core/timing/cues.ts'
import { nearestShotChange, bestSnap } from '#core/timing/snap-targets.ts'
import { ceilingBefore, floorAfter } from '#core/timing/bounds.ts'
import { moveGroup } from '#core/timing/group.ts'
import { moveCue, setEdge } from '#core/timing/move.ts'
import { cueAfter, cueBefore } from '#core/timing/neighbours.ts'
import { sortCues } from '#core/timing/overlaps.ts'
import { done, type Edge, type Outcome, type TimingRefusal, type TimingRules } from '#core/timing/rules.ts'
import { allowed, planShift, type ShiftScope } from '#core/timing/shift.ts'
import { splitCue } from '#core/timing/split.ts'
import type { StepName } from './history.ts'
import type { TimeRange } from '#core/timing/time-range.ts'

/** The state that a command reads. */
export interface EditorState {
  readonly list: CueList
  /** The focused line. */
  readonly focus: string | undefined
  readonly selection: readonly string[]
  readonly playheadMs: number
  readonly rules: TimingRules
  readonly newId: NewId
  /** Word times of the lines, if known. */
  readonly words: WordTimes
  /** Shot changes, in order. */
  readonly shotChanges: readonly number[]
  /** Frames between an out time and a shot change, by the profile. */
  readonly outGapFrames: number
  readonly speech: readonly TimeRange[]
  readonly rate: FrameRate | undefined
  /** Maximum row length, and whether the script has no spaces. */
  readonly row: { readonly length: number; readonly counting: RowCounting; readonly unspaced: boolean }
}

/** Why a command did nothing, other than by timing rules. */
type NotDone = 'read_only' | 'nothing_to_paste' | 'paste_late' | 'clipboard_closed' | 'playhead_elsewhere'
export type EditRefusal = TimingRefusal | NotDone

/** An action that a command dispatches. */
export type Action =
  | { kind: 'edit'; name: StepName; patch: Patch; focus?: string; join?: string }
  | { kind: 'focus'; id: string }
  | { kind: 'select'; ids: readonly string[]; focus: string }
  | { kind: 'refuse'; reason: EditRefusal }

/** False if it does not apply; the next binding may try. */
export type Command = (state: EditorState, dispatch: (action: Action) => void) => boolean

/** Moves one edge of the cue in focus by milliseconds. */
export const nudge =
  (edge: Edge, by: number): Command =>
  ({ list, focus, rules }, dispatch) => {
    if (!focus) return false
    const patch = setEdge(list, focus, edge, cueOf(list, focus)[edge] + by, rules)
    if (patch.length) dispatch({ kind: 'edit', name: 'step_nudge', patch, join: `nudge ${focus} ${edge}` })
    return true
  }

/** Moves an edge of the focused cue to the playhead. */
export const edgeToPlayhead =
  (edge: Edge): Command =>
  ({ list, focus, playheadMs, rules }, dispatch) => {
    if (!focus) return false
    const patch = setEdge(list, focus, edge, playheadMs, rules)
    if (patch.length) dispatch({ kind: 'edit', name: 'step_time', patch })
    return true
  }

/** In whole frames: an edge between two frames goes to the next one in that direction. */
export const nudgeFrame =
  (edge: Edge, by: 1 | -1): Command =>
  (state, dispatch) => {
    const { list, focus, rate } = state
    if (!focus || !rate) return false
    const cue = cueOf(list, focus)
    const to = frameStep(cue[edge], by, rate)
    const [was, length] = [cue.end - cue.start, edge === 'start' ? cue.end - to : to - cue.start]
    // A cue of a single frame keeps it.
    if (length < was && length < Math.floor((1000 * rate.den) / rate.num)) return true
    return nudge(edge, to - cue[edge])(state, dispatch)
  }

/** Start of the frame before or after a time. */
function frameStep(time: number, by: 1 | -1, rate: FrameRate): number {
  const frame = frameAt(time, rate)
  return frameStart(by < 0 && frameStart(frame, rate) < time ? frame : frame + by, rate)
}

/** Moves the selected lines together, as far as their neighbours allow. */
export const nudgeLines =
  (by: number): Command =>
  ({ list, selection, rules }, dispatch) => {
    if (selection.length === 0) return false
    const patch = moveGroup(list, selection, by, rules)
    const [first] = selection
    const join = `nudge ${first} and ${selection.length - 1} more`
    if (patch.length) dispatch({ kind: 'edit', name: 'step_move', patch, join })
    return true
  }

/** By the duration of the frame at the first line. */
export const nudgeLinesFrame =
  (by: 1 | -1): Command =>
  (state, dispatch) => {
    const { list, selection, rate } = state
    if (selection.length === 0 || !rate) return false
    const first = leastOf(selection.map((id) => cueOf(list, id).start))
    return nudgeLines(frameStep(first, by, rate) - first)(state, dispatch)
  }

/** Moves the end to the playhead and focuses the next line. */
export const endAndNext: Command = (state, dispatch) =>
  edgeToPlayhead('end')(state, dispatch) && focusBy(1)(state, dispatch)

/** Moves the whole line to the playhead, with its duration. */
export const lineToPlayhead: Command = ({ list, focus, playheadMs, rules }, dispatch) => {
  if (!focus) return false
  const patch = moveCue(list, focus, playheadMs, rules)
  if (patch.length) dispatch({ kind: 'edit', name: 'step_move', patch })
  return true
}

/** Moves an edge to the nearest shot change. */
export const edgeToCut =
  (edge: Edge): Command =>
  ({ list, focus, shotChanges, outGapFrames, rate, rules }, dispatch) => {
    if (!focus) return false
    const cut = nearestShotChange(cueOf(list, focus)[edge], edge, { shotChanges, outGapFrames, ...(rate && { rate }) })
    return place(list, focus, edge, cut, 'no_shot_change_near', rules, dispatch)
  }

/** Moves an edge to the best target nearby: a shot change, a neighbour less the gap, or the start or end of speech. */
export const edgeToBest =
  (edge: Edge): Command =>
  ({ list, focus, shotChanges, outGapFrames, speech, rate, rules }, dispatch) => {
    if (!focus) return false
    const cue = cueOf(list, focus)
    const neighbours = [cueBefore(list, cue), cueAfter(list, cue)].filter((near) => near !== undefined)
    const sources = { neighbours, gap: rules.gap, shotChanges, outGapFrames, speech, ...(rate && { rate }) }
    const best = bestSnap(cue[edge], edge, sources)
    return place(list, focus, edge, best, 'no_snap_target_near', rules, dispatch)
  }

function place(
  list: CueList,
  id: string,
  edge: Edge,
  time: number | undefined,
  otherwise: EditRefusal,
  rules: TimingRules,
  dispatch: (action: Action) => void,
): boolean {
  if (time === undefined) dispatch({ kind: 'refuse', reason: otherwise })
  const patch = time === undefined ? [] : setEdge(list, id, edge, time, rules)
  if (patch.length) dispatch({ kind: 'edit', name: 'step_time', patch })
  return true
}

/** Extends to the neighbour less the gap: the end to the next line, the start to the one before. */
export const extend =
  (edge: Edge): Command =>
  ({ list, focus, rules }, dispatch) => {
    if (!focus) return false
    const cue = cueOf(list, focus)
    const neighbour = edge === 'end' ? cueAfter(list, cue) : cueBefore(list, cue)
    if (!neighbour) return false
    const to = edge === 'end' ? ceilingBefore(neighbour, rules) : floorAfter(neighbour, rules)
    const patch = setEdge(list, focus, edge, to, rules)
    if (patch.length) dispatch({ kind: 'edit', name: 'step_time', patch })
    return true
  }

/** Reduces pauses below a second to the gap: between the selected lines, or after a single one. */
export const bridge: Command = (state, dispatch) => {
  const { list, selection, rules } = state
  if (selection.length < 2) return extend('end')(state, dispatch)
  const chosen = new Set(selection)
  const patch = bridgeGaps(list, BRIDGE_BELOW_MS, rules).filter((change) => chosen.has(change.id))
  if (patch.length) dispatch({ kind: 'edit', name: 'step_time', patch })
  return true
}

const BRIDGE_BELOW_MS = 1000

/** Moves this line to the playhead, and all after it by as much. */
export const shiftToPlayhead: Command = (state, dispatch) => {
  const { list, focus, playheadMs } = state
  if (!focus) return false
  const { start } = cueOf(list, focus)
  return shiftBy({ kind: 'from', time: start }, playheadMs - start)(state, dispatch)
}

/** All or nothing: a line that would leave the video or overlap another prevents the whole shift. */
export const shiftBy =
  (scope: ShiftScope, by: number): Command =>
  ({ list, rules }, dispatch) => {
    const plans = planShift([{ key: 'open', list, rules }], scope, by)
    const patch = plans.flatMap((plan) => plan.patch)
    if (!allowed(plans)) dispatch({ kind: 'refuse', reason: 'invalid_move' })
    else if (patch.length > 0) dispatch({ kind: 'edit', name: 'step_shift', patch })
    return true
  }

/** Breaks the selected lines into rows of nearly equal length within the profile's limit. */
export const balanceRows: Command = (state, dispatch) => wrapRows(state.selection, state.row.length)(state, dispatch)

/** Breaks lines into rows of nearly equal length, at most `length`. */
export const wrapRows =
  (ids: readonly string[], length: number): Command =>
  ({ list, row }, dispatch) => {
    const changed = ids.flatMap((id) => {
      const cue = cueOf(list, id)
      // Rows of a dialogue belong to different speakers, so they stay. A drawing has no rows.
      if (/^\s*[-‐–—]/m.test(cue.text) || hasDrawing(cue.text)) return []
      const text = balanceText(joinRows(cue.text, row.unspaced), length, row.unspaced, row.counting)
      return text === cue.text ? [] : [{ ...cue, text }]
    })
    if (changed.length) dispatch({ kind: 'edit', name: 'step_balance', patch: replacePatch(list, changed) })
    return true
  }

/** Gives the selected lines a speaker, or removes it if all have it. */
export const toggleRole =
  (role: string): Command =>
  ({ list, selection }, dispatch) => {
    const cues = selection.map((id) => cueOf(list, id))
    if (cues.length === 0) return false
    const all = cues.every((cue) => cue.roles.includes(role))
    const changed = cues
      .filter((cue) => all || !cue.roles.includes(role))
      .map((cue) => ({ ...cue, roles: all ? cue.roles.filter((id) => id !== role) : [...cue.roles, role] }))
    dispatch({ kind: 'edit', name: 'step_roles', patch: replacePatch(list, changed) })
    return true
  }

/** Replaces the speakers of the selected lines by one; undefined removes them. */
export const setRole =
  (role: string | undefined): Command =>
  ({ list, selection }, dispatch) => {
    const roles = role === undefined ? [] : [role]
    const cues = selection.map((id) => cueOf(list, id))
    if (cues.length === 0) return false
    const changed = cues.filter((cue) => cue.roles.join() !== roles.join()).map((cue) => ({ ...cue, roles }))
    if (changed.length) dispatch({ kind: 'edit', name: 'step_roles', patch: replacePatch(list, changed) })
    return true
  }

/** Sorts lines by start, as most players expect. */
export const sortLines: Command = ({ list }, dispatch) => {
  const patch = sortCues(list)
  if (patch.length) dispatch({ kind: 'edit', name: 'step_sort', patch })
  return true
}

/** Selects every cue; the focus stays. */
export const selectAll: Command = ({ list, focus }, dispatch) => {
  const first = list.at(0)
  if (!first) return false
  dispatch({ kind: 'select', ids: list.cues.map(({ id }) => id), focus: focus ?? first.id })
  return true
}

/** Focuses the cue that many places further. */
export const focusBy =
  (by: number): Command =>
  ({ list, focus }, dispatch) => {
    const at = focus === undefined ? -1 : positionOf(list, focus)
    const cue = list.at(Math.min(list.length - 1, Math.max(0, at + by)))
    if (!cue) return false
    dispatch({ kind: 'focus', id: cue.id })
    return true
  }

/** Inserts a cue after the focused one; at the playhead without focus. */
export const insertLineBelow: Command = ({ list, focus, playheadMs, rules, newId }, dispatch) => {
  const outcome = focus ? insertBelow(list, focus, rules, newId) : insertAtTime(list, playheadMs, rules, newId)
  return finish(outcome, 'step_insert', dispatch)
}

/** Inserts a cue before the focused one. */
export const insertLineAbove: Command = ({ list, focus, rules, newId }, dispatch) =>
  focus ? finish(insertAbove(list, focus, rules, newId), 'step_insert', dispatch) : false

/** Inserts a cue in the marked range, as far as there is room. */
export const insertInRange =
  ({ start, end }: TimeRange): Command =>
  ({ list, rules, newId }, dispatch) =>
    finish(insertBetween(list, start, end, rules, newId), 'step_insert', dispatch)

/** Inserts and selects lines, the first at the playhead or all at their original times. */
export const pasteAt =
  (cues: readonly Cue[], inPlace: boolean): Command =>
  ({ list, playheadMs, rules, newId }, dispatch) => {
    const first = leastOf(cues.map(({ start }) => start))
    return finish(pasteCues(list, cues, inPlace ? 0 : playheadMs - first, rules, newId), 'step_paste', dispatch)
  }

/** Inserts a text without times as a line at the playhead. */
export const pasteText =
  (text: string): Command =>
  ({ list, playheadMs, rules, newId }, dispatch) => {
    const outcome = insertAtTime(list, playheadMs, rules, newId)
    const withText = (patch: Patch): Patch =>
      patch.map((change) => (change.to ? { ...change, to: { ...change.to, text } } : change))
    return finish(outcome.ok ? done(withText(outcome.value)) : outcome, 'step_paste', dispatch)
  }

/** Merges the focused cue with the next one. */
export const mergeWithNext: Command = ({ list, focus }, dispatch) =>
  focus ? finish(mergeDown(list, focus), 'step_merge', dispatch) : false

/** Splits the focused cue at the playhead; refused if the playhead is outside it. */
export const splitAtPlayhead: Command = ({ list, focus, playheadMs, rules, newId, words }, dispatch) => {
  if (!focus) return false
  const cue = cueOf(list, focus)
  if (playheadMs <= cue.start || playheadMs >= cue.end) {
    dispatch({ kind: 'refuse', reason: 'playhead_elsewhere' })
    return true
  }
  const where = { time: playheadMs, words: words.of(cue, (id) => list.index.has(id)) }
  return finish(splitCue(list, focus, where, rules, newId), 'step_split', dispatch)
}

/** Splits at a place in the text: at the time of the next word, or in proportion to the letters before. */
export const splitAtCaret =
  (caret: number): Command =>
  ({ list, focus, rules, newId, words }, dispatch) => {
    if (!focus) return false
    const where = { caret, words: words.of(cueOf(list, focus), (id) => list.index.has(id)) }
    return finish(splitCue(list, focus, where, rules, newId), 'step_split', dispatch)
  }

/** Removes the selected cues and focuses the one after them. */
export const removeSelected: Command = ({ list, selection }, dispatch) => {
  if (selection.length === 0) return false
  const first = leastOf(selection.map((id) => positionOf(list, id)))
  const gone = new Set(selection)
  let after = first
  while (gone.has(list.at(after)?.id ?? '')) after++
  const next = list.at(after) ?? list.at(first - 1)
  dispatch({
    kind: 'edit',
    name: 'step_delete',
    patch: removeCues(list, selection),
    ...(next ? { focus: next.id } : {}),
  })
  return true
}

/** Dispatches a result; an inserted line gets the focus. */
function finish(outcome: Outcome<Patch>, name: StepName, dispatch: (action: Action) => void): boolean {
  if (!outcome.ok) {
    dispatch({ kind: 'refuse', reason: outcome.reason })
    return true
  }
  const isNew = name === 'step_insert' || name === 'step_paste'
  const inserted = isNew ? outcome.value.filter((change) => !change.from).map(({ id }) => id) : []
  const [first] = inserted
  dispatch({ kind: 'edit', name, patch: outcome.value, ...(first !== undefined && { focus: first }) })
  if (first !== undefined && inserted.length > 1) dispatch({ kind: 'select', ids: inserted, focus: first })
  return true
}

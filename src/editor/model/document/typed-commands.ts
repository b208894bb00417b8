import { setLengths, widenGaps } from '#core/timing/line-lengths.ts'
import type { LineScope, TypedCommand } from '#core/timing/typed-command.ts'
import { changeFrameRate } from '#core/timing/sync.ts'
import { type Command, type EditorState, shiftBy, wrapRows } from './commands.ts'

/** Typed commands that change the text. */
type OnText = Exclude<TypedCommand, { name: 'go' | 'select' }>

/** The edit of a typed command. */
export function typedEdit(command: OnText): Command {
  switch (command.name) {
    case 'shift':
      return (state, dispatch) =>
        shiftBy({ kind: 'chosen', ids: new Set(idsOf(state, command.scope)) }, command.ms)(state, dispatch)
    case 'wrap':
      return (state, dispatch) => wrapRows(idsOf(state, command.scope), command.length)(state, dispatch)
    case 'duration':
      return (state, dispatch) => {
        const patch = setLengths(state.list, idsOf(state, command.scope), command.ms, state.rules)
        if (patch.length) dispatch({ kind: 'edit', name: 'step_time', patch })
        return true
      }
    case 'gap':
      return (state, dispatch) => {
        const patch = widenGaps(state.list, idsOf(state, command.scope), command.ms)
        if (patch.length) dispatch({ kind: 'edit', name: 'step_time', patch })
        return true
      }
    default:
      return ({ list, rules }, dispatch) => {
        const outcome = changeFrameRate(list, command.from, command.to, rules)
        if (!outcome.ok) dispatch({ kind: 'refuse', reason: outcome.reason })
        else if (outcome.value.length) dispatch({ kind: 'edit', name: 'step_sync', patch: outcome.value })
        return true
      }
  }
}

/** Selects lines by number, from 1; both ends are included. */
export const selectNumbers =
  (from: number, to: number): Command =>
  ({ list }, dispatch) => {
    const ids = list.cues.slice(from - 1, to).map(({ id }) => id)
    const [first] = ids
    if (first !== undefined) dispatch({ kind: 'select', ids, focus: first })
    return first !== undefined
  }

function idsOf({ list, focus, selection }: EditorState, scope: LineScope): readonly string[] {
  if (scope === 'selected') return selection
  const from = scope === 'all' ? 0 : (list.index.get(focus ?? '') ?? list.length)
  return list.cues.slice(from).map(({ id }) => id)
}

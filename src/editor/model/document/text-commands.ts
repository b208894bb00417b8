import type { Cue } from '#core/subtitle/cue/cue.ts'
import { cueOf } from '#core/subtitle/cue/cue-list.ts'
import { alignText, type Emphasis, hasEmphasis, restyle } from '#core/subtitle/text/emphasis.ts'
import { replacePatch } from '#core/subtitle/cue/patch.ts'
import type { Command, EditorState } from './commands.ts'

/** Sets an emphasis on the selected lines, or removes it if all have it. */
export const emphasize =
  (emphasis: Emphasis): Command =>
  (state, dispatch) => {
    const cues = selected(state)
    const isOn = cues.every(({ text }) => text.trim() === '' || hasEmphasis(text, emphasis))
    return write(state, cues, (text) => restyle(text, { [emphasis]: !isOn }).text, dispatch)
  }

/** Gives the selected lines a colour, `#rrggbb`; undefined restores that of the version's style. */
export const colorLines =
  (color: string | undefined): Command =>
  (state, dispatch) =>
    write(state, selected(state), (text) => restyle(text, { color }).text, dispatch)

/** Moves the selected lines to a position as on a numeric keypad; undefined restores that of the version's style. */
export const alignLines =
  (align: number | undefined): Command =>
  (state, dispatch) =>
    write(state, selected(state), (text) => alignText(text, align), dispatch)

function selected({ list, selection }: EditorState): Cue[] {
  return selection.map((id) => cueOf(list, id))
}

function write(
  { list }: EditorState,
  cues: readonly Cue[],
  change: (text: string) => string,
  dispatch: Parameters<Command>[1],
): boolean {
  if (cues.length === 0) return false
  const changed = cues
    .map((cue) => ({ ...cue, text: change(cue.text) }))
    .filter(({ text }, at) => text !== cues[at]?.text)
  if (changed.length > 0) dispatch({ kind: 'edit', name: 'step_style', patch: replacePatch(list, changed) })
  return true
}

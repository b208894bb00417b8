import { cueIn, cueOf } from '#core/subtitle/cue/cue-list.ts'
import {
  type ChangedText,
  type Emphasis,
  restyle,
  sameCaret,
  type TextPart,
  toggleEmphasis,
} from '#core/subtitle/text/emphasis.ts'
import { replacePatch } from '#core/subtitle/cue/patch.ts'
import type { Command } from '../../model/document/commands.ts'
import { alignLines, colorLines, emphasize } from '../../model/document/text-commands.ts'
import type { Action, Editor } from '../../context/editor.ts'
import { styleOf } from './version-style.ts'

/** Colours of the palette's commands: those for speakers in broadcasting (EBU Tech 3264). */
export const textColors = {
  white: '#ffffff',
  yellow: '#ffff00',
  cyan: '#00ffff',
  green: '#00ff00',
  magenta: '#ff00ff',
  red: '#ff0000',
} as const

/** Sets an emphasis on the selection in the focused text, else on the selected lines. */
export const emphasizing =
  (emphasis: Emphasis): Action =>
  (editor) =>
    inField(editor, (text, part) => toggleEmphasis(text, emphasis, part)) || inLines(editor, emphasize(emphasis))

/**
 * Sets the colour of the selection in a text, else of the selected lines; undefined restores that of the version's
 * style.
 */
export const coloring =
  (color: string | undefined): Action =>
  (editor) =>
    inField(editor, (text, part) => restyle(text, { color }, part)) || inLines(editor, colorLines(color))

/** Sets the position of the selected lines, without a tag for that of the version's style. */
export const aligning =
  (align: number): Action =>
  (editor) =>
    inLines(editor, alignLines(align === styleOf(editor).usualAlign ? undefined : align))

interface TypedText {
  readonly field: HTMLTextAreaElement
  /** Id of its line. */
  readonly id: string
}

/** The focused text. */
function typedText(): TypedText | undefined {
  const field = document.activeElement
  if (!(field instanceof HTMLTextAreaElement)) return undefined
  const id = field.closest<HTMLElement>('[data-cue]')?.dataset['cue']
  return id === undefined ? undefined : { field, id }
}

/** Changes the selected lines; the caret in one of their texts stays at its letter and gets the new style. */
function inLines({ session }: Editor, command: Command): boolean {
  const typed = typedText()
  const [before, caret] = [typed?.field.value ?? '', typed?.field.selectionStart ?? 0]
  const isDone = session.run(command)
  const after = typed && cueIn(session.list, typed.id)?.text
  if (!typed || after === undefined || after === before) return isDone
  typed.field.value = after
  const at = sameCaret(before, caret, after)
  typed.field.setSelectionRange(at, at)
  return isDone
}

/** Changes the selected part of a row's text; false without one. */
function inField({ session }: Editor, change: (text: string, part: TextPart) => ChangedText): boolean {
  const typed = typedText()
  if (!typed) return false
  const { field, id } = typed
  const { selectionStart: from, selectionEnd: to } = field
  if (from === to) return false
  const cue = cueOf(session.list, id)
  const changed = change(cue.text, { from, to })
  session.edit('step_style', replacePatch(session.list, [{ ...cue, text: changed.text }]))
  field.value = changed.text
  field.setSelectionRange(changed.from, changed.to)
  return true
}

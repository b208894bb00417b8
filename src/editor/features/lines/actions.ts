import { type Actions, edit, follow } from '../../context/action.ts'
import type { Action, Editor } from '../../context/editor.ts'
import {
  balanceRows,
  type Command,
  focusBy,
  insertInRange,
  insertLineAbove,
  insertLineBelow,
  mergeWithNext,
  removeSelected,
  selectAll,
  sortLines,
  splitAtCaret,
  splitAtPlayhead,
} from '../../model/document/commands.ts'
import { caretOf } from '../../parts/caret.ts'
import { copyLines, pasteFromClipboard, writeClipboard } from './clipboard.ts'

/** Focuses a line by offset; the playhead follows by the switches. */
const goBy =
  (lines: number): Action =>
  (editor) => {
    if (!editor.session.run(focusBy(lines))) return false
    editor.accompany()
  }

/** Moves from text to text and selects all of it; at the end of the list the browser gets the key. */
const typeBy =
  (lines: number): Action =>
  (editor) => {
    const caret = caretOf(editor)
    const { focus, list } = editor.session.cells
    const next = list.at((list.index.get(focus ?? '') ?? -Infinity) + lines)
    if (!caret.isInText || !next) return false
    editor.choose(next.id)
    caret.select()
  }

/** Inserts a line; unless the video plays, the playhead moves to it. */
const make =
  (command: Command): Action =>
  ({ session, playhead, following }) => {
    const before = session.cells.focus
    if (!session.run(command)) return false
    const { focused } = session
    if (focused && focused.id !== before && following.switches.seek && !playhead.isPlaying) playhead.seek(focused.start)
  }

export const lineActions = {
  previous_line: goBy(-1),
  next_line: goBy(1),
  next_text: typeBy(1),
  previous_text: typeBy(-1),
  line_at_playhead: (editor) => editor.chooseAtPlayhead(),
  seek_on_choice: follow('seek'),
  list_follows: follow('list'),
  list_middle: follow('middle'),
  select_all: edit(selectAll),
  insert_below: make(insertLineBelow),
  insert_above: make(insertLineAbove),
  insert_in_range: ({ session, panels }) => {
    if (!panels.range) return false
    session.run(insertInRange(panels.range))
    panels.range = undefined
  },
  merge: edit(mergeWithNext),
  split: edit(splitAtPlayhead),
  split_at_caret: ({ session }) => {
    const field = document.activeElement
    if (!(field instanceof HTMLTextAreaElement) || !field.closest('[data-cue]')) return false
    return session.run(splitAtCaret(field.selectionStart))
  },
  delete_lines: (editor) => {
    if (editor.session.cells.selection.length === 0) return false
    editor.dialogs.open({ name: 'delete' })
  },
  copy_lines: (editor) => void writeClipboard(editor, copyLines(editor)),
  cut_lines: (editor) => void cutToClipboard(editor),
  paste_lines: (editor) => void pasteFromClipboard(editor, false),
  paste_in_place: (editor) => void pasteFromClipboard(editor, true),
  edit_text: (editor) => caretOf(editor).enter(),
  balance: edit(balanceRows),
  sort_lines: edit(sortLines),
} satisfies Actions

async function cutToClipboard(editor: Editor): Promise<void> {
  // Deletes only after the lines are on the clipboard.
  if (await writeClipboard(editor, copyLines(editor))) editor.session.run(removeSelected)
}

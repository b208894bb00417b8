import { cueIn } from '#core/subtitle/cue/cue-list.ts'
import { replacePatch } from '#core/subtitle/cue/patch.ts'
import { call } from '#src/api/call.ts'
import { notifyFailure } from '#src/api/notify-failure.ts'
import { type Actions, side } from '../../context/action.ts'
import type { Editor } from '../../context/editor.ts'
import { memoryOf } from './memory.ts'

/** Writes a confirmed translation to a line, in one step. */
export function takeMatch({ session }: Editor, cueId: string, text: string): void {
  const cue = cueIn(session.list, cueId)
  if (cue && cue.text !== text) session.edit('step_memory', replacePatch(session.list, [{ ...cue, text }]))
}

/** Takes the best match for the line in focus. */
async function useMemory(editor: Editor): Promise<void> {
  const memory = memoryOf(editor)
  if (!memory.place) return editor.say('no_source')
  await memory.look()
  const looked = memory.state()
  const best = looked.state === 'found' && looked.cueId === editor.session.cells.focus ? looked.matches[0] : undefined
  if (looked.state === 'found' && best) takeMatch(editor, looked.cueId, best.target)
  else if (looked.state !== 'looking') editor.say('memory_nothing')
}

/** Puts the selected lines into the memory as they are. */
async function confirmLine(editor: Editor): Promise<void> {
  const { library, save, session } = editor
  const memory = memoryOf(editor)
  if (!library || !memory.place) return editor.say('no_source')
  const confirmed = memory.confirmed(session.cells.selection)
  if (!confirmed) return editor.say('memory_no_pair')
  try {
    // The server takes the lines as saved.
    session.loop.flush()
    await save.flush()
    const { confirmed: count } = await call('confirmLines', { file_id: library.fileId, ...confirmed })
    editor.say(count > 0 ? 'memory_confirmed' : 'memory_no_pair')
  } catch (error) {
    notifyFailure(error)
  }
}

export const memoryActions = {
  memory: side('memory'),
  use_memory: (editor) => void useMemory(editor),
  confirm_line: (editor) => void confirmLine(editor),
} satisfies Actions

import i18next from 'i18next'
import type { Editor } from '../../context/editor.ts'
import { showNotice } from '../../context/notices.ts'
import { keepMacro, macros, runMacro } from './macros.ts'
import { recorderOf } from './recorder.ts'

/** Starts recording, or stops it and stores a macro. */
export function toggleRecording(editor: Editor): void {
  const { dialogs } = editor
  const recorder = recorderOf(editor)
  if (!recorder.steps()) {
    recorder.begin()
    return showNotice({ kind: 'recording_began' })
  }
  const steps = recorder.end()
  if (steps.length === 0) return showNotice({ kind: 'recorded_nothing' })
  // Replaces the note that steps are recorded.
  showNotice({ kind: 'recorded', count: steps.length })
  keepMacro(i18next.getFixedT(null, 'editor')('macro_nth', { n: macros.list.length + 1 }), steps)
  dialogs.open({ name: 'macros' })
}

/** Repeats the last recording, or the newest macro of an earlier visit. */
export function repeatMacro(editor: Editor): void {
  const steps = recorderOf(editor).last.length > 0 ? recorderOf(editor).last : macros.list.at(-1)?.steps
  if (!steps) return showNotice({ kind: 'recorded_nothing' })
  // The repeat is recorded as one step, not its steps.
  runMacro(editor, { steps: [...steps] }, (id) => void editor.run(id))
}

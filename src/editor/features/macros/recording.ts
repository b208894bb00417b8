import i18next from 'i18next'
import type { Editor } from '../../context/editor.ts'
import { showNotice } from '../../context/notices.ts'
import { keepMacro, macros, type RunAction, runMacro } from './macros.ts'

/** Starts recording, or stops it and stores a macro. */
export function toggleRecording({ recorder, dialogs }: Editor): void {
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
export function repeatMacro(editor: Editor, runAction: RunAction): void {
  const steps = editor.recorder.last.length > 0 ? editor.recorder.last : macros.list.at(-1)?.steps
  if (!steps) return showNotice({ kind: 'recorded_nothing' })
  runMacro(editor, { steps: [...steps] }, runAction)
}

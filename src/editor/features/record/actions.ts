import type { Actions } from '../../context/action.ts'
import { panelSettings } from '../../context/panels.ts'
import { voiceRecorderOf } from './recorder.ts'

export const recordActions = {
  record_line: (editor) => {
    // Its takes are listed there.
    editor.panels.hasVoices = true
    panelSettings.voices.set(true)
    void voiceRecorderOf(editor).toggle()
  },
} satisfies Actions

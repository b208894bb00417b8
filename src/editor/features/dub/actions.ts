import type { Actions } from '../../context/action.ts'
import { panelSettings } from '../../context/panels.ts'
import { takesOf } from './takes.ts'

export const dubActions = {
  dub_voices: ({ panels }) => {
    panels.hasVoices = !panels.hasVoices
    panelSettings.voices.set(panels.hasVoices)
  },
  hear_line: (editor) => {
    const { focused } = editor.session
    if (focused) void takesOf(editor).hear(focused)
  },
} satisfies Actions

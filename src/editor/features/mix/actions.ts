import type { Actions } from '../../context/action.ts'
import { mixOf } from './mix.ts'

export const mixActions = {
  mix_or_original: (editor) => {
    if (!editor.panels.hasVoices) return false
    const { cells } = mixOf(editor)
    cells.isOn = !cells.isOn
  },
} satisfies Actions

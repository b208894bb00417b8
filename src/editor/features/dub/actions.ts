import type { Actions } from '../../context/action.ts'
import { panelSettings } from '../../context/panels.ts'

export const dubActions = {
  dub_voices: ({ panels }) => {
    panels.hasVoices = !panels.hasVoices
    panelSettings.voices.set(panels.hasVoices)
  },
} satisfies Actions

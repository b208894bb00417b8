import { type Actions, opens } from '../../context/action.ts'
import { repeatMacro, toggleRecording } from './recording.ts'

export const macroActions = {
  macro_record: toggleRecording,
  macro_repeat: repeatMacro,
  macros: opens({ name: 'macros' }),
} satisfies Actions

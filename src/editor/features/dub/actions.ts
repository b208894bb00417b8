import type { Actions } from '../../context/action.ts'
import { panelSettings } from '../../context/panels.ts'
import { focusTakes } from './focus-takes.ts'
import { voiceRecorderOf } from './recorder.ts'
import { takesOf } from './takes.ts'

export const dubActions = {
  dub_voices: ({ panels }) => {
    panels.hasVoices = !panels.hasVoices
    panelSettings.voices.set(panels.hasVoices)
  },
  takes: ({ panels }) => {
    panels.hasVoices = true
    panelSettings.voices.set(true)
    focusTakes()
  },
  audition: (editor) => {
    if (!editor.library?.isOwn) return editor.say('takes_need_library')
    if (editor.session.focused) editor.dialogs.open({ name: 'audition' })
  },
  import_recording: (editor) => {
    if (!editor.library) return editor.say('takes_need_library')
    if (editor.session.isReadOnly) return editor.session.refuse('read_only')
    editor.dialogs.open({ name: 'import_recording' })
  },
  record_line: (editor) => {
    // Its takes are listed there.
    editor.panels.hasVoices = true
    panelSettings.voices.set(true)
    void voiceRecorderOf(editor).toggle()
  },
  hear_line: (editor) => {
    const { focused } = editor.session
    if (focused) void takesOf(editor).hear(focused)
  },
} satisfies Actions

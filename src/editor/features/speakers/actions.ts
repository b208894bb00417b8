import { type Actions, side } from '../../context/action.ts'
import { giveSpeaker, goToNextUnsure } from './speaker-keys.ts'

export const speakerActions = {
  speakers: side('speakers'),
  speaker_1: (editor) => giveSpeaker(editor, 1),
  speaker_2: (editor) => giveSpeaker(editor, 2),
  speaker_3: (editor) => giveSpeaker(editor, 3),
  speaker_4: (editor) => giveSpeaker(editor, 4),
  speaker_5: (editor) => giveSpeaker(editor, 5),
  speaker_6: (editor) => giveSpeaker(editor, 6),
  speaker_7: (editor) => giveSpeaker(editor, 7),
  speaker_8: (editor) => giveSpeaker(editor, 8),
  speaker_9: (editor) => giveSpeaker(editor, 9),
  speaker_none: (editor) => giveSpeaker(editor, 0),
  next_unsure_speaker: goToNextUnsure,
} satisfies Actions

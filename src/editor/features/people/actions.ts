import { type Actions, side } from '../../context/action.ts'
import { goToNextComment, openComment, resolveComments } from './commenting.ts'
import { openNextReadings } from './open-readings.ts'
import { peopleOf } from './people.ts'

const commentsPane = side('comments')

export const peopleActions = {
  comment: (editor) => openComment(editor),
  next_comment: (editor) => goToNextComment(editor),
  resolve_comment: (editor) => void resolveComments(editor),
  comments: (editor) => (peopleOf(editor) ? commentsPane(editor) : false),
  readings: (editor) => openNextReadings(editor),
} satisfies Actions

import { type Actions, opens, side } from '../../context/action.ts'
import { fixingOf } from './fixing.ts'
import { goToFinding, goToNextFlag, reviewLine } from './review.ts'

export const qualityActions = {
  next_finding: (editor) => goToFinding(editor, 1),
  previous_finding: (editor) => goToFinding(editor, -1),
  next_flag: (editor) => void goToNextFlag(editor),
  review_line: (editor) => void reviewLine(editor),
  fix_overlaps: (editor) => void fixingOf(editor).ask({ only: new Set(['sequence_time_error']) }),
  quality: side('quality'),
  profiles: opens({ name: 'profiles' }),
} satisfies Actions

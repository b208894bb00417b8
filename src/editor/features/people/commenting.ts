import { notifyFailure } from '#src/api/notify-failure.ts'
import type { Editor } from '../../context/editor.ts'
import { showNotice } from '../../context/notices.ts'
import { writeComment } from './CommentsPane.tsx'
import { peopleOf } from './people.ts'

/** Opens the comments with the focus in the field for a new one; false for a file of this computer. */
export function openComment(editor: Editor): boolean {
  const { panels } = editor
  const people = peopleOf(editor)
  if (!people) return false
  panels.side = 'comments'
  writeComment()
  return true
}

/** Goes to the next line with an open comment. */
export function goToNextComment(editor: Editor): boolean {
  const people = peopleOf(editor)
  if (!people) return false
  const id = people.comments.next()
  if (id === undefined) showNotice({ kind: 'no_comments' })
  else editor.goTo(id)
  return true
}

/** Resolves the open comments of the focused line. */
export async function resolveComments(editor: Editor): Promise<void> {
  const { session } = editor
  const people = peopleOf(editor)
  const open = people?.comments.of(session.cells.focus ?? '').filter(({ resolved_by }) => resolved_by === '') ?? []
  if (!people || open.length === 0) return showNotice({ kind: 'no_comments' })
  try {
    for (const comment of open) await people.comments.resolve(comment, true)
  } catch (error) {
    notifyFailure(error)
  }
}

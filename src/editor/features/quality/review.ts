import { nextFlagged } from '#core/subtitle/cue/next-flagged.ts'
import { call } from '#src/api/call.ts'
import { notifyFailure } from '#src/api/notify-failure.ts'
import { workingAs } from '#src/ui/working-as.ts'
import type { Editor } from '../../context/editor.ts'
import { showNotice } from '../../context/notices.ts'
import { qualityOf } from './quality.ts'

/** Goes to the next unreviewed flag: in this version, else in the folder's other videos, in their order. */
export async function goToNextFlag(editor: Editor): Promise<void> {
  // What was just typed counts too.
  editor.session.loop.flush()
  const id = qualityOf(editor).nextFlag()
  if (id !== undefined) return editor.goTo(id)
  const { library, save } = editor
  if (!library) return showNotice({ kind: 'no_flags' })
  try {
    await save.flush()
    const { video } = library.data()
    const { list } = await call('listFlags', { folder_id: video.folder_id })
    const next = nextFlagged(list, { ...video, file_id: library.fileId })
    if (next) return library.goTo({ video: next.video_id, file: next.file_id, cue: next.cue_id })
    const first = [...editor.session.list].find((cue) => qualityOf(editor).flags.has(cue.id))
    if (first) editor.goTo(first.id)
    else showNotice({ kind: 'no_flags' })
  } catch (error) {
    notifyFailure(error)
  }
}

/** Marks the focused flagged line as right for all users, and goes to the next one. */
export async function reviewLine(editor: Editor): Promise<void> {
  const { session, library, save } = editor
  const quality = qualityOf(editor)
  const id = session.cells.focus
  if (!library || id === undefined || !quality.flags.has(id)) return showNotice({ kind: 'no_flag_here' })
  try {
    // The server checks the line as saved.
    await save.flush()
    const { fileId: file_id } = library
    await call('reviewLines', { file_id, cue_ids: [id], reviewed: true, person: workingAs.get() })
    quality.review(id)
    await goToNextFlag(editor)
  } catch (error) {
    notifyFailure(error)
  }
}

/** Goes to the next or previous cue with a finding. */
export function goToFinding(editor: Editor, by: 1 | -1): void {
  // What was just typed counts too.
  editor.session.loop.flush()
  const id = qualityOf(editor).next(by)
  if (id === undefined) editor.say('no_findings')
  else editor.goTo(id)
}

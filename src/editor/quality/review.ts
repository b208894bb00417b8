import { call } from '#src/api/call.ts'
import { notifyFailure } from '#src/api/notify-failure.ts'
import { workingAs } from '#src/ui/working-as.ts'
import type { Editor } from '../editor.ts'
import { showNotice } from '../notices.ts'

/** Goes to the next flagged line that nobody looked at: in this version, else in the folder's other videos, in their order. */
export async function goToNextFlag(editor: Editor): Promise<void> {
  const id = editor.quality.nextFlag()
  if (id !== undefined) return editor.goTo(id)
  const { library, save } = editor
  if (!library) return showNotice({ kind: 'no_flags' })
  try {
    await save.flush()
    const { video } = library.data()
    const { list } = await call('listFlags', { folder_id: video.folder_id })
    const open = list.filter(({ reviewed_by, file_id }) => reviewed_by === '' && file_id !== library.fileId)
    // Those that follow in the order of the folder, then from its beginning.
    const key = orderOf({ video_name: video.video_name, video_id: video.video_id, file_id: library.fileId })
    const sorted = open.toSorted((a, b) => compare(orderOf(a), orderOf(b)) || a.number - b.number)
    const next = sorted.find((line) => compare(orderOf(line), key) > 0) ?? sorted[0]
    if (next) return library.goTo({ video: next.video_id, file: next.file_id, cue: next.cue_id })
    const first = [...editor.session.list].find((cue) => editor.quality.flags.has(cue.id))
    if (first) editor.goTo(first.id)
    else showNotice({ kind: 'no_flags' })
  } catch (error) {
    notifyFailure(error)
  }
}

/** Marks the flagged line in focus as looked at and right as it is, for everybody, and goes to the next one. */
export async function reviewLine(editor: Editor): Promise<void> {
  const { session, quality, library, save } = editor
  const id = session.cells.focus
  if (!library || id === undefined || !quality.flags.has(id)) return showNotice({ kind: 'no_flag_here' })
  try {
    // The server goes by the line as it stands.
    await save.flush()
    const { fileId: file_id } = library
    await call('reviewLines', { file_id, cue_ids: [id], reviewed: true, person: workingAs.get() })
    quality.review(id)
    await goToNextFlag(editor)
  } catch (error) {
    notifyFailure(error)
  }
}

interface Placed {
  readonly video_name: string
  readonly video_id: string
  readonly file_id: string
}

const orderOf = ({ video_name, video_id, file_id }: Placed): string => [video_name, video_id, file_id].join('\n')
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

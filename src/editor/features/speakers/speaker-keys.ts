import type { Role } from '#core/contract/role.ts'
import { call } from '#src/api/call.ts'
import { notifyFailure } from '#src/api/notify-failure.ts'
import { workingAs } from '#src/ui/working-as.ts'
import { setRole } from '../../model/document/commands.ts'
import type { Editor } from '../../context/editor.ts'
import { perEditor } from '../../context/per-editor.ts'
import { showNotice } from '../../context/notices.ts'
import { lineSpeakersOf } from './line-speakers.ts'
import { qualityOf } from '../quality/quality.ts'

/** Number of speakers that have a key. */
export const SPEAKER_KEYS = 9

/** Ids of the speakers in the text as opened. */
const openedRolesOf = perEditor(({ opened }) => new Set(opened.cues.flatMap(({ roles }) => roles)))

/** The speakers of the keys, in the order of the folder; if there are too many, those of this version come first. */
export function keyedSpeakers(editor: Editor): readonly Role[] {
  const { roles } = editor
  if (roles.length <= SPEAKER_KEYS) return roles
  // By the opened text, so that keys keep their speakers while lines change.
  const isHere = ({ folder_role_id }: Role): boolean => openedRolesOf(editor).has(folder_role_id)
  return [...roles.filter(isHere), ...roles.filter((role) => !isHere(role))].slice(0, SPEAKER_KEYS)
}

/** Gives the selected lines the speaker of a key; if one of them was unsure, goes to the next unsure line. */
export function giveSpeaker(editor: Editor, key: number): boolean | void {
  const { session } = editor
  const lineSpeakers = lineSpeakersOf(editor)
  const role = key === 0 ? undefined : keyedSpeakers(editor)[key - 1]
  if (key > 0 && !role) return showNotice({ kind: 'no_such_speaker', n: key })
  const cues = session.cells.selection.flatMap((id) => session.list.at(session.list.index.get(id) ?? -1) ?? [])
  if (cues.length === 0) return false
  const unsure = cues.filter((cue) => lineSpeakers.isUnsure(cue))
  const right = unsure.filter(({ roles }) => roles[0] === role?.folder_role_id).map(({ id }) => id)
  session.run(setRole(role?.folder_role_id))
  if (right.length > 0) void confirmSpeakers(editor, right)
  if (unsure.length > 0) goToNextUnsure(editor)
}

/** Goes to the next line whose speaker is unsure. */
export function goToNextUnsure(editor: Editor): void {
  const { session } = editor
  const lineSpeakers = lineSpeakersOf(editor)
  const next = lineSpeakers.next(session.list, session.cells.focus)
  if (next === undefined) showNotice({ kind: 'no_unsure_speaker' })
  else editor.goTo(next)
}

/** Confirms unsure speakers; lines without another remark count as reviewed for all users. */
async function confirmSpeakers(editor: Editor, ids: readonly string[]): Promise<void> {
  const { library, save } = editor
  const quality = qualityOf(editor)
  const lineSpeakers = lineSpeakersOf(editor)
  lineSpeakers.confirm(ids)
  const alone = ids.filter((id) => quality.flags.of(id)?.verdict === 'speaker_unsure')
  if (!library || alone.length === 0) return
  try {
    // The server reviews the saved line.
    await save.flush()
    await call('reviewLines', { file_id: library.fileId, cue_ids: alone, reviewed: true, person: workingAs.get() })
    for (const id of alone) quality.review(id)
  } catch (error) {
    notifyFailure(error)
  }
}

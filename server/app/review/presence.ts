import type { ParsedInputOf } from '#core/contract/index.ts'
import type { Db } from '../../store/db.ts'
import { notifyCollaborators } from '../shares/notify-collaborators.ts'
import { workerOf } from './comments.ts'

/** Notifies the pages that have a version open who edits which cue. */
export async function tellPresence(db: Db, accountId: string, input: ParsedInputOf<'tellPresence'>): Promise<void> {
  const { file_id, page_id, cue_id, leaves } = input
  const { name: person } = await workerOf(db, accountId, file_id, input.person)
  await notifyCollaborators(db, file_id, { kind: 'presence', file_id, page_id, person, cue_id, leaves })
}

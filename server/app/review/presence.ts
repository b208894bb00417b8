import type { ParsedInputOf } from '#core/contract/index.ts'
import type { Db } from '../../store/db.ts'
import { publishEvent } from '../../store/events.ts'
import { checkVersion } from './comments.ts'
import { actorName } from '../workflow/people.ts'

/** Tells the pages that have the caller's version open who is at which line. */
export async function tellPresence(db: Db, accountId: string, input: ParsedInputOf<'tellPresence'>): Promise<void> {
  const { file_id, page_id, cue_id, leaves } = input
  await checkVersion(db, accountId, file_id)
  const person = await actorName(db, accountId, input.person)
  await publishEvent(db, accountId, { kind: 'presence', file_id, page_id, person, cue_id, leaves })
}

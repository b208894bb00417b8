import type { LiveEvent } from '#core/contract/event.ts'
import type { Db } from '../../store/db.ts'
import { type Page, publishTo } from '../../store/events.ts'

/** Publishes an event to a version's owner and to the accounts its video is shared with, except to the page that caused it. */
export async function notifyCollaborators(db: Db, fileId: string, event: LiveEvent, except?: Page): Promise<void> {
  const accounts = db
    .selectFrom('subtitle')
    .select('account_id as id')
    .where('id', '=', fileId)
    .union(
      db
        .selectFrom('video_share')
        .innerJoin('subtitle', 'subtitle.video_id', 'video_share.video_id')
        .select('video_share.guest_id as id')
        .where('subtitle.id', '=', fileId),
    )
  await publishTo(db, accounts, event, except)
}

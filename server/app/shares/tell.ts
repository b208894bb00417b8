import type { LiveEvent } from '#core/contract/event.ts'
import type { Db } from '../../store/db.ts'
import { type Page, publishTo } from '../../store/events.ts'

/**
 * Tells everybody who works on a version: its owner, and those whom the film is shared with; not the page
 * `except`, which knows already.
 */
export async function tellWorkers(db: Db, fileId: string, event: LiveEvent, except?: Page): Promise<void> {
  const workers = db
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
  await publishTo(db, workers, event, except)
}

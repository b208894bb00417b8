import type { MediaInfo } from '#core/media/media-info.ts'
import type { Db } from '../../store/db.ts'
import { lockContent } from '../assets/stored.ts'
import { lockAttempt, type TaskRow } from '../tasks/attempts.ts'

/** Facts read from a video's file. */
export interface Inspection {
  /** SHA-256 of the inspected bytes. */
  readonly hash: string
  readonly info: MediaInfo
}

/** Stores a video's facts for the attempt that found them; false if the attempt is over. */
export async function noteInspection(
  db: Db,
  task: TaskRow,
  videoId: string,
  { hash, info }: Inspection,
): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    if (!(await lockAttempt(tx, task))) return false
    await lockContent(tx, hash)
    await tx
      .updateTable('video')
      .set({ content_hash: hash, duration_ms: info.durationMs, info: JSON.stringify(info) })
      .where('id', '=', videoId)
      .execute()
    return true
  })
}

import { videoImport } from '#core/tasks/video-import.ts'
import type { Db, Tx } from '../../store/db.ts'
import type { Deps } from '../deps.ts'
import { startTask } from '../tasks/start.ts'

/** Whether the file of a video is still to be fetched. */
export async function isImporting(db: Db, videoId: string): Promise<boolean> {
  const row = await db.selectFrom('video_import').select('video_id').where('video_id', '=', videoId).executeTakeFirst()
  return row !== undefined
}

/** Starts the task that fetches a video's file, under an id that its row has already. */
export async function startImport(
  deps: Deps,
  tx: Tx,
  accountId: string,
  { videoId, taskId }: { videoId: string; taskId: string },
): Promise<void> {
  await startTask(deps, tx, accountId, {
    type: videoImport.type,
    subjects: { video: videoId },
    config: {},
    idempotencyKey: `import ${taskId}`,
    taskId,
  })
}

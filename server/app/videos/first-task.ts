import { videoImport } from '#core/tasks/video-import.ts'
import { videoIngest } from '#core/tasks/video-ingest.ts'
import type { Db, Tx } from '../../store/db.ts'
import type { Deps } from '../deps.ts'
import { startTask } from '../tasks/start.ts'

interface FirstTask {
  readonly videoId: string
  /** The id that the video's row has already. */
  readonly taskId: string
}

/** Whether a video's file is still to be fetched. */
export async function isImporting(db: Db, videoId: string): Promise<boolean> {
  const row = await db.selectFrom('video_import').select('video_id').where('video_id', '=', videoId).executeTakeFirst()
  return row !== undefined
}

/** Starts the task that fetches a video's file. */
export const startImport = (deps: Deps, tx: Tx, accountId: string, task: FirstTask): Promise<void> =>
  start(deps, tx, accountId, task, { type: videoImport.type, word: 'import' })

/** Starts the task that prepares a video's file. */
export const startIngest = (deps: Deps, tx: Tx, accountId: string, task: FirstTask): Promise<void> =>
  start(deps, tx, accountId, task, { type: videoIngest.type, word: 'ingest' })

async function start(
  deps: Deps,
  tx: Tx,
  accountId: string,
  { videoId, taskId }: FirstTask,
  { type, word }: { type: typeof videoIngest.type; word: string },
): Promise<void> {
  const idempotencyKey = `${word} ${taskId}`
  await startTask(deps, tx, accountId, { type, subjects: { video: videoId }, config: {}, idempotencyKey, taskId })
}

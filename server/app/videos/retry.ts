import type { InterfaceLanguage } from '#core/domain/languages.ts'
import { TaskState } from '#core/domain/task.ts'
import type { Video } from '#core/contract/video.ts'
import { newId } from '../../store/id.ts'
import type { Deps } from '../deps.ts'
import { Refusal } from '../refusal.ts'
import { own } from '../scope.ts'
import { findVideo, getVideo } from './read.ts'
import { isImporting, startImport, startIngest } from './first-task.ts'
import { transact } from '../../store/deadlock.ts'

/**
 * Prepares the caller's failed video again, keeping finished steps. One that did not fail stays as it is, so that
 * concurrent requests start one task. Throws a Refusal if the file is gone.
 */
export async function retryVideo(
  deps: Deps,
  accountId: string,
  videoId: string,
  language: InterfaceLanguage,
): Promise<Video> {
  const { state, blob_key } = await findVideo(deps.db, accountId, videoId)
  if (state === TaskState.failed) {
    const isImport = await isImporting(deps.db, videoId)
    if (!isImport && !(await deps.blobs.has(blob_key))) throw new Refusal('refused', 'video_file_gone')
    await beginAgain(deps, accountId, videoId)
  }
  return getVideo(deps, accountId, videoId, language)
}

/** A new task, not another attempt: a silent worker that returns must not write into this one. */
async function beginAgain(deps: Deps, accountId: string, videoId: string): Promise<void> {
  await transact(deps.db, async (tx) => {
    // Concurrent requests wait here and find that it has begun.
    const { ingest_task_id } = await own({ db: tx, accountId }, 'video', videoId, { lock: true })
    const failed = await tx
      .selectFrom('task')
      .select('id')
      .where('id', '=', ingest_task_id)
      .where('state', '=', TaskState.failed)
      .executeTakeFirst()
    if (!failed) return
    const taskId = newId()
    await tx.updateTable('video').set({ ingest_task_id: taskId }).where('id', '=', videoId).execute()
    await tx.deleteFrom('task').where('id', '=', failed.id).execute()
    const start = (await isImporting(tx, videoId)) ? startImport : startIngest
    await start(deps, tx, accountId, { videoId, taskId })
  })
}

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
 * Prepares the caller's video again where that failed; steps that were done are not done again. One that did not fail
 * stays as it is, so that the same request twice, or from two pages at once, begins one task. Throws a Refusal where
 * the file is gone.
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

/** A task of its own, not another attempt: a worker that was silent and comes back must not write into this one. */
async function beginAgain(deps: Deps, accountId: string, videoId: string): Promise<void> {
  await transact(deps.db, async (tx) => {
    // Of requests at once, the others wait here and find that it has begun.
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

import { videoDubbingOnly } from '#core/tasks/video-dubbing-only.ts'
import { videoDubbing } from '#core/tasks/video-dubbing.ts'
import { videoErase } from '#core/tasks/video-erase.ts'
import type { PictureRegion } from '#core/domain/picture-region.ts'
import { TaskState } from '#core/domain/task.ts'
import type { VideoDerivative } from '#core/contract/video.ts'
import type { Db } from '../../store/db.ts'
import type { Deps } from '../deps.ts'
import { notFound } from '../refusal.ts'
import { own } from '../scope.ts'

/** Stores where the subtitles are in the picture of the caller's video; null deletes it. */
export async function setSubtitleRegion(
  db: Db,
  accountId: string,
  videoId: string,
  region: PictureRegion | null,
): Promise<void> {
  const video = await own({ db, accountId }, 'video', videoId)
  await db
    .updateTable('video')
    .set({ subtitle_region: region && JSON.stringify(region) })
    .where('id', '=', video.id)
    .execute()
}

/** Chooses the translated version for later videos; an empty id chooses none. Throws a Refusal. */
export async function useTranslation(db: Db, accountId: string, videoId: string, fileId: string): Promise<void> {
  const video = await own({ db, accountId }, 'video', videoId)
  if (fileId !== '') {
    const version = await own({ db, accountId }, 'subtitle', fileId)
    if (version.video_id !== video.id) throw notFound()
  }
  await db
    .updateTable('video')
    .set({ translate_subtitle_id: fileId || null })
    .where('id', '=', video.id)
    .execute()
}

/** Kinds of tasks whose results each choice offers. */
const chosenAmong = {
  erase_task_id: [videoErase.type],
  dub_task_id: [videoDubbingOnly.type, videoDubbing.type],
} as const

/** Chooses a result of the caller's video for later ones; an empty id chooses the original. */
export async function useDerivative(
  db: Db,
  accountId: string,
  { column, videoId, taskId }: { column: keyof typeof chosenAmong; videoId: string; taskId: string },
): Promise<void> {
  const video = await own({ db, accountId }, 'video', videoId)
  if (taskId !== '') {
    const made = await madeOf(db, accountId, video.id)
      .where('task.id', '=', taskId)
      .where('task.type', 'in', chosenAmong[column])
      .executeTakeFirst()
    if (!made) throw notFound()
  }
  await db
    .updateTable('video')
    .set({ [column]: taskId || null })
    .where('id', '=', video.id)
    .execute()
}

/** Videos that tasks made from the caller's video, newest first. */
export async function listDerivatives(deps: Deps, accountId: string, videoId: string): Promise<VideoDerivative[]> {
  const video = await own({ db: deps.db, accountId }, 'video', videoId)
  const rows = await madeOf(deps.db, accountId, video.id)
    .orderBy('task.created_at', 'desc')
    .orderBy('task.id')
    .limit(200)
    .execute()
  return rows.map((row) => ({
    derivative_id: row.id,
    task_type: row.type,
    name: row.name,
    language: row.language,
    video_url: deps.signedUrls.media(row.result_blob),
    is_use: row.id === video.erase_task_id || row.id === video.dub_task_id,
    create_time: row.created_at.toISOString(),
  }))
}

function madeOf(db: Db, accountId: string, videoId: string) {
  return db
    .selectFrom('task')
    .innerJoin('task_subject', 'task_subject.task_id', 'task.id')
    .select(['task.id', 'task.type', 'task.name', 'task.language', 'task.result_blob', 'task.created_at'])
    .where('task_subject.kind', '=', 'video')
    .where('task_subject.id', '=', videoId)
    .where('task.account_id', '=', accountId)
    .where('task.state', '=', TaskState.succeeded)
    .where('task.result_blob', 'is not', null)
}

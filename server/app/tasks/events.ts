import type { Selectable } from 'kysely'
import type { Db } from '../../store/db.ts'
import { publishEvent } from '../../store/events.ts'
import type { TaskTable } from '../../store/tables/tasks.ts'

/** Publishes a task's progress on the owner's event stream; for internal work its videos' progress. */
export async function notifyTask(
  db: Db,
  task: Pick<Selectable<TaskTable>, 'id' | 'account_id' | 'is_internal'>,
  { state, progress = 0, step = '' }: { state: number; progress?: number; step?: string },
): Promise<void> {
  if (!task.is_internal) {
    await publishEvent(db, task.account_id, { kind: 'task', task_id: task.id, state, progress, step })
    return
  }
  const videos = await db
    .selectFrom('task_subject')
    .innerJoin('video', 'video.id', 'task_subject.id')
    .select(['video.id', 'video.folder_id'])
    .where('task_subject.task_id', '=', task.id)
    .where('task_subject.kind', '=', 'video')
    .execute()
  for (const { id: video_id, folder_id } of videos)
    await publishEvent(db, task.account_id, { kind: 'video', video_id, folder_id, state, progress })
}

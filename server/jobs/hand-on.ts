import { TaskState } from '#core/domain/task.ts'
import type { ResourceClass } from '#core/domain/resources.ts'
import { lockAttempt, type TaskRow } from '../app/tasks/attempts.ts'
import { notifyTask } from '../app/tasks/events.ts'
import type { Deps } from '../app/deps.ts'
import { offersOf } from '../engines/offers.ts'
import type { EngineMissing } from '../engines/registry.ts'

/** How long a task rests before it is taken again: this worker may be the first to ask. */
const REST_SECONDS = 2

/**
 * Gives a task back to its queue where another worker has the engine that this one lacks; the attempt does not count.
 * False where no worker has it.
 */
export async function handOn(
  deps: Deps,
  task: TaskRow,
  resources: ResourceClass,
  { port, need }: EngineMissing,
): Promise<boolean> {
  if (!(await offersOf(deps.db)).taking(resources).can(port, need)) return false
  await deps.db.transaction().execute(async (tx) => {
    if (!(await lockAttempt(tx, task))) return
    await tx
      .updateTable('task')
      .set({ state: TaskState.queued, attempts: task.attempts - 1, step: '', updated_at: new Date() })
      .where('id', '=', task.id)
      .execute()
    await deps.queue.send(tx, resources, { taskId: task.id }, { afterSeconds: REST_SECONDS })
    await notifyTask(tx, task, { state: TaskState.queued, progress: task.progress })
  })
  return true
}

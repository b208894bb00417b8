import type { ResourceClass } from '#core/domain/resources.ts'
import { TaskState } from '#core/domain/task.ts'
import type { Deps } from '../app/deps.ts'
import { lockAttempt, type TaskRow } from '../app/tasks/attempts.ts'
import { notifyTask } from '../app/tasks/events.ts'

/** What is kept of the attempts so far. */
interface Again {
  readonly afterSeconds: number
  readonly attempts: number
  readonly faults?: number
  readonly turn?: number
}

/** Queues an attempt's task again; does nothing if the attempt is over. */
export async function sendAgain(
  deps: Deps,
  task: TaskRow,
  resources: ResourceClass,
  { afterSeconds, attempts, faults = task.faults, turn = task.turn }: Again,
): Promise<void> {
  await deps.db.transaction().execute(async (tx) => {
    if (!(await lockAttempt(tx, task))) return
    await tx
      .updateTable('task')
      .set({ state: TaskState.queued, attempts, faults, turn, step: '', updated_at: new Date() })
      .where('id', '=', task.id)
      .execute()
    await deps.queue.send(tx, resources, { taskId: task.id }, { afterSeconds, turn })
    await notifyTask(tx, task, { state: TaskState.queued, progress: task.progress })
  })
}

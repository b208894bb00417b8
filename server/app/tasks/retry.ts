import { describeTaskState, TaskState } from '#core/domain/task.ts'
import type { Db } from '../../store/db.ts'
import type { Deps } from '../deps.ts'
import { notFound, Refusal } from '../refusal.ts'
import { own, type Starter } from '../scope.ts'
import { type Started, startTask } from './start.ts'
import type { SubjectIds } from './subjects.ts'
import { transact } from '../../store/deadlock.ts'

/**
 * Starts a task like the caller's failed one: same configuration, current subjects and price. The failed one stays in the
 * history. Throws a Refusal.
 */
export async function retryTask(
  deps: Deps,
  { accountId, keyId }: Starter,
  input: { task_id: string; idempotency_key: string },
): Promise<Started> {
  return transact(deps.db, async (tx) => {
    const task = await own({ db: tx, accountId }, 'task', input.task_id)
    if (task.is_internal) throw notFound()
    if (describeTaskState(task.state).isOngoing) throw new Refusal('notice', 'being_generated')
    if (task.state !== TaskState.failed) throw new Refusal('notice', 'generated_already')
    const started = await startTask(deps, tx, accountId, {
      type: task.type,
      subjects: await subjectsOf(tx, task.id),
      // Includes the notes stored beside the configuration: the kind's schema keeps its own fields only.
      config: task.config,
      idempotencyKey: input.idempotency_key,
      keyId,
      ...(task.batch_id !== null && { batchId: task.batch_id }),
    })
    // The new one takes its place in the batch.
    await tx.updateTable('task').set({ batch_id: null }).where('id', '=', task.id).execute()
    return started
  })
}

/** Ids of a task's subjects, the first of each kind. */
async function subjectsOf(db: Db, taskId: string): Promise<SubjectIds> {
  const rows = await db
    .selectFrom('task_subject')
    .select(['kind', 'id'])
    .where('task_id', '=', taskId)
    .orderBy('id', 'desc')
    .execute()
  return Object.fromEntries(rows.map(({ kind, id }) => [kind, id]))
}

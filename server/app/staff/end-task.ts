import type { DataOf, ParsedInputOf } from '#core/contract/index.ts'
import { describeTaskState, TaskState } from '#core/domain/task.ts'
import { sendChainsOf } from '../chains/steps.ts'
import { releaseCredits } from '../credits/spend.ts'
import type { Deps } from '../deps.ts'
import { failureText } from '../messages.ts'
import { notFound, Refusal } from '../refusal.ts'
import { notifyTask } from '../tasks/events.ts'
import { announceTask } from '../webhooks/announce.ts'
import { noteAct } from './audit.ts'

/** Ends a waiting or running task and returns its credits; its worker gives it up within its current step. */
export async function endTask(
  deps: Pick<Deps, 'db' | 'queue'>,
  actorId: string,
  { task_id, reason }: ParsedInputOf<'endTask'>,
): Promise<DataOf<'endTask'>> {
  const failure = failureText({ key: 'ended_by_staff' })
  return deps.db.transaction().execute(async (tx) => {
    const task = await tx
      .selectFrom('task')
      .selectAll()
      .where('id', '=', task_id)
      .where('is_internal', '=', false)
      .forUpdate()
      .executeTakeFirst()
    if (!task) throw notFound()
    if (!describeTaskState(task.state).isOngoing) throw new Refusal('notice', 'task_is_over')
    const ended = { state: TaskState.failed, fail_msg: failure, step: '', updated_at: new Date() }
    await tx.updateTable('task').set(ended).where('id', '=', task_id).execute()
    await releaseCredits(tx, task_id)
    await notifyTask(tx, task, { state: TaskState.failed, progress: task.progress })
    await announceTask(deps, tx, task, { event: 'task.failed', failure })
    await sendChainsOf(deps, tx, task_id)
    const details = { credits: task.credits, account_id: task.account_id }
    await noteAct(tx, { actorId, act: 'task_ended', subject: ['task', task_id], reason, details })
    return { credits: task.credits }
  })
}

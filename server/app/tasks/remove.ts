import { describeTaskState, TaskState } from '#core/domain/task.ts'
import { sendChainsOf } from '../chains/steps.ts'
import { releaseCredits } from '../credits/spend.ts'
import type { Deps } from '../deps.ts'
import { notFound, Refusal } from '../refusal.ts'

/**
 * Deletes a task: refused while it runs; a queued one is cancelled and returns its credits. Its frozen text is deleted
 * too.
 */
export async function deleteTask(deps: Deps, accountId: string, taskId: string): Promise<void> {
  await deps.db.transaction().execute(async (tx) => {
    const row = await tx
      .selectFrom('task')
      .select('state')
      .where('id', '=', taskId)
      .where('account_id', '=', accountId)
      .where('is_internal', '=', false)
      .forUpdate()
      .executeTakeFirst()
    if (!row) throw notFound()
    if (!describeTaskState(row.state).canDelete) throw new Refusal('notice', 'being_generated')
    if (row.state === TaskState.queued) await releaseCredits(tx, taskId, 'taken_back')
    await sendChainsOf(deps, tx, taskId)
    await tx.deleteFrom('task').where('id', '=', taskId).execute()
  })
}

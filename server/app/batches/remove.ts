import { describeTaskState, TaskState } from '#core/domain/task.ts'
import { publishEvent } from '../../store/events.ts'
import { releaseAll } from '../credits/spend.ts'
import type { Deps } from '../deps.ts'
import { Refusal } from '../refusal.ts'
import { own } from '../scope.ts'

/** Deletes a batch with its tasks, all or nothing: refused while one runs; queued ones return their credits. */
export async function deleteBatch({ db }: Deps, accountId: string, batchId: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { id, folder_id } = await own({ db: tx, accountId }, 'batch', batchId, { lock: true })
    const tasks = await tx.selectFrom('task').select(['id', 'state']).where('batch_id', '=', id).forUpdate().execute()
    if (!tasks.every(({ state }) => describeTaskState(state).canDelete)) throw new Refusal('notice', 'being_generated')
    const queued = tasks.filter(({ state }) => state === TaskState.queued).map((task) => task.id)
    await releaseAll(tx, accountId, queued, 'taken_back')
    await tx.deleteFrom('task').where('batch_id', '=', id).execute()
    await tx.deleteFrom('batch').where('id', '=', id).execute()
    await publishEvent(tx, accountId, { kind: 'folder', folder_id })
  })
}

import type { Selectable } from 'kysely'
import type { WebhookEvent } from '#core/domain/api-keys.ts'
import type { Tx } from '../../store/db.ts'
import { newId } from '../../store/id.ts'
import type { TaskTable } from '../../store/tables/tasks.ts'
import type { WebhookTable } from '../../store/tables/accounts.ts'
import type { Deps } from '../deps.ts'
import { taskFailureMessage } from '../messages.ts'

type Queueing = Pick<Deps, 'queue'>

/** Queues a task's outcome for every subscribed address of its owner; part of the transaction that ends it. */
export async function announceTask(
  deps: Queueing,
  tx: Tx,
  task: Selectable<TaskTable>,
  { event, resultFile = '', failure = '' }: { event: WebhookEvent; resultFile?: string; failure?: string },
): Promise<void> {
  if (task.is_internal) return
  const data = {
    task_id: task.id,
    task_type: task.type,
    task_name: task.name,
    credits: task.credits,
    language: task.language,
    previous_language: task.previous_language,
    file_id: resultFile,
    fail_msg: taskFailureMessage('en', { fail_msg: failure, credits: task.credits }),
  }
  await announce(deps, tx, task.account_id, event, data)
}

/** Queues an event for every address of an account that subscribes to it. */
export async function announce(
  deps: Queueing,
  tx: Tx,
  accountId: string,
  event: WebhookEvent,
  data: object,
): Promise<void> {
  const hooks = await tx
    .selectFrom('webhook')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('is_active', '=', true)
    .execute()
  for (const hook of hooks) if (hook.events.includes(event)) await addDelivery(deps, tx, hook, event, data)
}

/** Queues a delivery for an address; returns its id. */
export async function addDelivery(
  { queue }: Queueing,
  tx: Tx,
  hook: Pick<Selectable<WebhookTable>, 'id' | 'account_id'>,
  event: string,
  data: object,
): Promise<string> {
  const id = newId()
  const created_at = new Date()
  const body = JSON.stringify({ id, event, created_at: created_at.toISOString(), data })
  await tx
    .insertInto('webhook_delivery')
    .values({
      ...{ id, webhook_id: hook.id, account_id: hook.account_id, event, body, created_at },
      ...{ status: null, next_at: created_at, sent_at: null },
    })
    .execute()
  await queue.sendBackgroundJob(tx, { kind: 'webhook', id, round: 1 }, { group: hook.account_id })
  return id
}

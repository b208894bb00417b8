import { sql } from 'kysely'
import { leftOfCap, monthStart } from '#core/domain/api-keys.ts'
import type { Db, Tx } from '../../store/db.ts'
import { Refusal } from '../refusal.ts'

/** Credits that keys' tasks cost or hold this month, by the ledger, which keeps deleted tasks. */
export async function spentBy(db: Db, keyIds: readonly string[]): Promise<Map<string, number>> {
  if (keyIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('api_key_task')
    .innerJoin('credit_entry', 'credit_entry.ref_id', 'api_key_task.task_id')
    .select('api_key_task.key_id')
    .select(sql<number>`(-sum(credit_entry.amount))::int`.as('spent'))
    .where('api_key_task.key_id', 'in', keyIds)
    .where('api_key_task.created_at', '>=', monthStart(new Date()))
    .where('credit_entry.ref_type', '=', 'task')
    .where('credit_entry.kind', 'in', ['hold', 'release', 'refund'])
    .groupBy('api_key_task.key_id')
    .execute()
  return new Map(rows.map(({ key_id, spent }) => [key_id, spent]))
}

/**
 * Records a task as started by a key; refuses above the key's cap. Part of the transaction that holds the credits: the
 * key's row is the lock.
 */
export async function spendByKey(tx: Tx, keyId: string, taskId: string, credits: number): Promise<void> {
  const left = await leftOfKey(tx, keyId)
  if (left !== undefined && credits > left) throw new Refusal('refused', 'key_cap', { needed: credits, left })
  await noteKeyTasks(tx, keyId, [taskId])
}

/** Credits that a key may still spend this month, undefined without a cap; locks its row for this transaction. */
export async function leftOfKey(tx: Tx, keyId: string): Promise<number | undefined> {
  const key = await tx
    .selectFrom('api_key')
    .select('month_credits')
    .where('id', '=', keyId)
    .forUpdate()
    .executeTakeFirst()
  if (!key) throw new Refusal('no_token', 'key_unknown')
  return leftOfCap(key.month_credits, (await spentBy(tx, [keyId])).get(keyId) ?? 0)
}

/** Records tasks as started by a key. */
export async function noteKeyTasks(tx: Tx, keyId: string, taskIds: readonly string[]): Promise<void> {
  if (taskIds.length === 0) return
  const rows = taskIds.map((task_id) => ({ key_id: keyId, task_id }))
  await tx.insertInto('api_key_task').values(rows).execute()
}

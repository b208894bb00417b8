import type { Db } from '../../store/db.ts'
import type { DubMix } from '../../store/tables/dub-mix.ts'

/** Keeps what a dub is mixed of with its task; another attempt replaces it. */
export async function keepMix(db: Db, taskId: string, mix: DubMix): Promise<void> {
  const row = { task_id: taskId, mix: JSON.stringify(mix) }
  await db
    .insertInto('dub_mix')
    .values(row)
    .onConflict((conflict) => conflict.column('task_id').doUpdateSet({ mix: row.mix }))
    .execute()
}

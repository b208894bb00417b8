import { sql } from 'kysely'
import type { Db } from '../../store/db.ts'
import { clearEach, daysBefore, SWEEP_BATCH, type Sweep } from './sweep.ts'

/** Files of killed steps that were not repeated within a day. */
export const stepSweep: Sweep = {
  name: 'broken-off-steps',
  cron: '31 * * * *',
  run: async ({ db, blobs }, now, onFault) => {
    const remove = async ({ id }: { id: string }): Promise<void> => {
      await blobs.remove(`derived/${id}`)
      await db.deleteFrom('step_run').where('key', '=', id).execute()
    }
    return clearEach(await brokenOffSteps(db, now), remove, onFault)
  },
}

/** Step keys with runs older than a day only, without a result or a reference to their files. */
async function brokenOffSteps(db: Db, now: Date): Promise<{ id: string }[]> {
  return db
    .selectFrom('step_run')
    .select('step_run.key as id')
    .where((row) =>
      row.not(row.exists(row.selectFrom('artifact').select('key').whereRef('artifact.key', '=', 'step_run.key'))),
    )
    .where(sql<boolean>`not exists (select from asset where split_part(asset.blob_key, '/', 2) = step_run.key)`)
    .where(sql<boolean>`not exists (select from line_take where split_part(line_take.blob, '/', 2) = step_run.key)`)
    .where(sql<boolean>`not exists (select from task where split_part(task.result_blob, '/', 2) = step_run.key)`)
    .groupBy('step_run.key')
    .having(({ fn }) => fn.max('step_run.started_at'), '<', daysBefore(now, 1))
    .orderBy(({ fn }) => fn.max('step_run.started_at'))
    .limit(SWEEP_BATCH)
    .execute()
}

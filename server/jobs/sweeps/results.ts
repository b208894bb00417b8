import { FILE_LIFETIME_DAYS } from '#core/domain/limits.ts'
import type { Db } from '../../store/db.ts'
import { daysBefore, SWEEP_BATCH, type Sweep } from './sweep.ts'

/** Result files after thirty days: the task stays in the history; the sweep of steps removes the file. */
export const resultSweep: Sweep = {
  name: 'expired-results',
  cron: '17 * * * *',
  run: async ({ db }, now) => {
    const due = await expiredResults(db, now)
    if (due.length > 0) await db.updateTable('task').set({ result_blob: null }).where('id', 'in', due).execute()
    return due.length
  },
}

/** The oldest tasks that ended thirty days ago and still have a file. */
export async function expiredResults(db: Db, now: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('task')
    .select('id')
    .where('result_blob', 'is not', null)
    .where('updated_at', '<', daysBefore(now, FILE_LIFETIME_DAYS))
    .orderBy('updated_at')
    .limit(SWEEP_BATCH)
    .execute()
  return rows.map((row) => row.id)
}

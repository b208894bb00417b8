import { LOG_DAYS } from '#core/domain/limits.ts'
import { daysBefore, SWEEP_BATCH, type Sweep } from './sweep.ts'

const tables = ['page_view', 'login_log', 'upload_error'] as const
/** A busy installation notes many a minute: enough are cleared that they never pile up. */
const MOST = 50 * SWEEP_BATCH

/** What pages reported more than ninety days ago. */
export const logSweep: Sweep = {
  name: 'old-logs',
  cron: '17 * * * *',
  run: async ({ db }, now) => {
    let cleared = 0
    for (const table of tables) {
      const due = db
        .selectFrom(table)
        .select('id')
        .where('created_at', '<', daysBefore(now, LOG_DAYS))
        .orderBy('created_at')
        .limit(MOST)
      const { numDeletedRows } = await db.deleteFrom(table).where('id', 'in', due).executeTakeFirst()
      cleared += Number(numDeletedRows)
    }
    return cleared
  },
}

import { LOG_DAYS } from '#core/domain/limits.ts'
import { daysBefore, SWEEP_BATCH, type Sweep } from './sweep.ts'

const tables = ['page_view', 'login_log', 'upload_error'] as const
/** A busy installation logs many a minute: a run clears enough that they never pile up. */
const MOST = 50 * SWEEP_BATCH

/** Reports of pages older than ninety days. */
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

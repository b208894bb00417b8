import { FORM_DAYS } from '#core/domain/limits.ts'
import { daysBefore, SWEEP_BATCH, type Sweep } from './sweep.ts'

/** Forms unchanged for a year. */
export const formSweep: Sweep = {
  name: 'old-forms',
  cron: '27 4 * * *',
  run: async ({ db }, now) => {
    const due = db
      .selectFrom('submission')
      .select('id')
      .where('updated_at', '<', daysBefore(now, FORM_DAYS))
      .limit(SWEEP_BATCH)
    const { numDeletedRows } = await db.deleteFrom('submission').where('id', 'in', due).executeTakeFirst()
    return Number(numDeletedRows)
  },
}

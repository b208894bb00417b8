import { webhookLimits } from '#core/domain/api-keys.ts'
import { removeAccount } from '../../app/privacy/remove.ts'
import { clearEach, daysBefore, SWEEP_BATCH, type Sweep } from './sweep.ts'

/** Accounts with requested deletion, after the days in which it can be withdrawn. */
export const accountSweep: Sweep = {
  name: 'deleted-accounts',
  cron: '22 * * * *',
  run: async (deps, now, onFault) => {
    const due = await deps.db
      .selectFrom('account')
      .select('id')
      .where('delete_after', '<', now)
      .orderBy('delete_after')
      .limit(SWEEP_BATCH)
      .execute()
    return clearEach(due, ({ id }) => removeAccount(deps, id), onFault)
  },
}

/** Expired data exports. */
export const exportSweep: Sweep = {
  name: 'old-exports',
  cron: '32 * * * *',
  run: async ({ db, blobs }, now, onFault) => {
    const due = await db
      .selectFrom('data_export')
      .select('id')
      .where('expires_at', '<', now)
      .limit(SWEEP_BATCH)
      .execute()
    return clearEach(
      due,
      async ({ id }) => {
        await blobs.remove(`export/${id}`)
        await db.deleteFrom('data_export').where('id', '=', id).execute()
      },
      onFault,
    )
  },
}

/** Letters and deliveries older than a month. */
export const mailSweep: Sweep = {
  name: 'old-letters',
  cron: '42 * * * *',
  run: async ({ db }, now) => {
    let cleared = 0
    for (const table of ['mail', 'webhook_delivery'] as const) {
      const due = db
        .selectFrom(table)
        .select('id')
        .where('created_at', '<', daysBefore(now, webhookLimits.days))
        .limit(10 * SWEEP_BATCH)
      const { numDeletedRows } = await db.deleteFrom(table).where('id', 'in', due).executeTakeFirst()
      cleared += Number(numDeletedRows)
    }
    return cleared
  },
}

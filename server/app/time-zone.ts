import { isTimeZone } from '#core/domain/time-zone.ts'
import type { Db } from '../store/db.ts'
import { publishSessionChange } from '../store/events.ts'
import { Refusal } from './refusal.ts'

/** Sets the calendar by which the monthly gift ends. */
export async function setTimeZone(db: Db, accountId: string, timeZone: string): Promise<void> {
  if (!isTimeZone(timeZone)) throw new Refusal('refused', 'unknown_time_zone')
  await db.transaction().execute(async (tx) => {
    await tx.updateTable('account').set({ time_zone: timeZone }).where('id', '=', accountId).execute()
    await publishSessionChange(tx, { kind: 'account', account_id: accountId })
  })
}

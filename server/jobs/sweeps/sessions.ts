import type { Db } from '../../store/db.ts'
import { SWEEP_BATCH, type Sweep } from './sweep.ts'

/** Sessions whose token has expired. */
export const sessionSweep: Sweep = {
  name: 'expired-sessions',
  cron: '7 * * * *',
  run: async ({ db }, now) => {
    const due = await expiredSessions(db, now)
    if (due.length > 0) await db.deleteFrom('session').where('token_hash', 'in', due).execute()
    return due.length
  },
}

/** Token hashes that expired a day ago: until then their owner learns why to log in again. */
export async function expiredSessions(db: Db, now: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('session')
    .select('token_hash')
    .where('expires_at', '<', new Date(now.getTime() - 24 * 60 * 60 * 1000))
    .limit(10 * SWEEP_BATCH)
    .execute()
  return rows.map((row) => row.token_hash)
}

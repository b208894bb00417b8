import { VISITOR_TYPE } from '#core/domain/account.ts'
import type { Deps } from '../../app/deps.ts'
import { removeFilesOf } from '../../app/privacy/remove.ts'
import type { Db } from '../../store/db.ts'
import { clearEach, daysBefore, SWEEP_BATCH, type Sweep } from './sweep.ts'

/** Visitors whose session ended thirty days ago, with their data: none can sign in as them any more. */
export const visitorSweep: Sweep = {
  name: 'gone-visitors',
  cron: '52 * * * *',
  run: async (deps, now, onFault) =>
    clearEach(await goneVisitors(deps.db, now), ({ id }) => removeVisitor(deps, id), onFault),
}

/** The oldest visitor accounts without a live session, older than thirty days. */
export async function goneVisitors(db: Db, now: Date): Promise<{ id: string }[]> {
  const before = daysBefore(now, 30)
  return db
    .selectFrom('account')
    .select('account.id')
    .where('customer_type', '=', VISITOR_TYPE)
    .where('account.created_at', '<', before)
    .where((row) =>
      row.not(
        row.exists(
          row
            .selectFrom('session')
            .select('token_hash')
            .whereRef('session.account_id', '=', 'account.id')
            .where('session.expires_at', '>', before),
        ),
      ),
    )
    .orderBy('account.created_at')
    .limit(SWEEP_BATCH)
    .execute()
}

/** Files first, so that the next run finds what failed half-way. */
async function removeVisitor(deps: Deps, accountId: string): Promise<void> {
  await removeFilesOf(deps, accountId)
  await deps.db.deleteFrom('account').where('id', '=', accountId).execute()
}

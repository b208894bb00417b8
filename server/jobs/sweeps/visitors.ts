import { VISITOR_TYPE } from '#core/domain/account.ts'
import { removeUnusedAvatar } from '../../app/avatars.ts'
import type { Deps } from '../../app/deps.ts'
import { abandonUpload } from '../../app/uploads.ts'
import { deleteFolder } from '../../app/videos/write.ts'
import { scopeOf } from '../../store/blobs.ts'
import type { Db } from '../../store/db.ts'
import { clearEach, daysBefore, SWEEP_BATCH, type Sweep } from './sweep.ts'

/** Visitors whose session ended thirty days ago, with all that they made. No one can sign in as them any more. */
export const visitorSweep: Sweep = {
  name: 'gone-visitors',
  cron: '52 * * * *',
  run: async (deps, now, onFault) =>
    clearEach(await goneVisitors(deps.db, now), ({ id }) => removeVisitor(deps, id), onFault),
}

/** The oldest visitors' accounts without a live session, made more than thirty days ago. */
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

/** Files first: what fails half-way is found again by its account at the next run. */
async function removeVisitor(deps: Deps, accountId: string): Promise<void> {
  const { db, blobs } = deps
  const folders = await db.selectFrom('folder').select('id').where('account_id', '=', accountId).execute()
  for (const { id } of folders) await deleteFolder(deps, accountId, id)
  const uploads = await db.selectFrom('upload').selectAll().where('account_id', '=', accountId).execute()
  for (const upload of uploads) await abandonUpload(deps, upload)
  const avatars = await db.selectFrom('avatar').select('id').where('account_id', '=', accountId).execute()
  for (const { id } of avatars) await removeUnusedAvatar(deps, id)
  const assets = await db.selectFrom('asset').select('blob_key').where('account_id', '=', accountId).execute()
  for (const { blob_key } of assets) await blobs.remove(scopeOf(blob_key))
  await db.deleteFrom('account').where('id', '=', accountId).execute()
}

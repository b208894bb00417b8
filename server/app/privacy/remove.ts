import { sql } from 'kysely'
import { scopeOf } from '../../store/blobs.ts'
import type { Tx } from '../../store/db.ts'
import { publishSessionChange } from '../../store/events.ts'
import type { TableOfAccounts } from '../../store/schema.ts'
import { removeAvatars, removeUnusedAvatar } from '../avatars.ts'
import type { Deps } from '../deps.ts'
import { noteAct } from '../staff/audit.ts'
import { abandonUpload } from '../uploads.ts'
import { deleteFolder } from '../videos/write.ts'

/** Removes an account's folders with their content, uploads, pictures and assets; its row stays. */
export async function removeFilesOf(deps: Deps, accountId: string): Promise<void> {
  const { db, blobs } = deps
  const folders = await db.selectFrom('folder').select('id').where('account_id', '=', accountId).execute()
  for (const { id } of folders) await deleteFolder(deps, accountId, id)
  const uploads = await db.selectFrom('upload').selectAll().where('account_id', '=', accountId).execute()
  for (const upload of uploads) await abandonUpload(deps, upload)
  const avatars = await db.selectFrom('avatar').select('id').where('account_id', '=', accountId).execute()
  for (const { id } of avatars) await removeUnusedAvatar(deps, id)
  const assets = await db.selectFrom('asset').select('blob_key').where('account_id', '=', accountId).execute()
  for (const { blob_key } of assets) await blobs.remove(scopeOf(blob_key))
  const exports = await db.selectFrom('data_export').select('id').where('account_id', '=', accountId).execute()
  for (const { id } of exports) await blobs.remove(`export/${id}`)
}

/** Tables whose rows are deleted with an account. Bookkeeping needs the others, under a number without personal data. */
const goes: Record<TableOfAccounts, boolean> = {
  session: true,
  folder: true,
  folder_zip: true,
  task_zip: true,
  upload: true,
  video: true,
  subtitle: true,
  imported_file: true,
  role: true,
  avatar: true,
  asset: true,
  task: true,
  batch: true,
  chain: true,
  project: true,
  operation: true,
  person: true,
  line_comment: true,
  video_share: true,
  own_list: true,
  // Its pairs go with it.
  memory: true,
  submission: true,
  notice_read: true,
  page_view: true,
  login_log: true,
  upload_error: true,
  google_sign_in: true,
  email_link: true,
  webhook: true,
  webhook_delivery: true,
  api_key: true,
  data_export: true,
  credit_grant: false,
  credit_entry: false,
  purchase_order: false,
}

/** Deletes an account's data for good. Files go first, so that the next run finds what failed half-way. */
export async function removeAccount(deps: Deps, accountId: string): Promise<void> {
  await removeFilesOf(deps, accountId)
  const picture = await deps.db.transaction().execute(async (tx) => {
    const account = await tx
      .selectFrom('account')
      .select(['delete_after', 'logo_key'])
      .where('id', '=', accountId)
      .forUpdate()
      .executeTakeFirstOrThrow()
    // The owner may have withdrawn the request meanwhile.
    if (!account.delete_after || account.delete_after > new Date()) return null
    for (const [table, isGoing] of Object.entries(goes)) {
      if (isGoing) await sql`delete from ${sql.table(table)} where account_id = ${accountId}`.execute(tx)
    }
    await forgetPerson(tx, accountId)
    await noteAct(tx, { actorId: undefined, act: 'account_deleted', subject: ['account', accountId] })
    return account.logo_key
  })
  if (picture !== null) await removeAvatars(deps, [picture])
}

async function forgetPerson(tx: Tx, accountId: string): Promise<void> {
  await tx.deleteFrom('video_share').where('guest_id', '=', accountId).execute()
  await tx
    .updateTable('account')
    .set({
      name: `deleted ${accountId}`,
      nickname: '',
      email: null,
      // No password has this hash.
      password_hash: '',
      google_sub: null,
      email_verified: false,
      company: '',
      mobile: '',
      logo_key: null,
      auth_list: '[]',
      is_staff: false,
      blocked_at: new Date(),
      delete_after: null,
    })
    .where('id', '=', accountId)
    .execute()
  await publishSessionChange(tx, { kind: 'account', account_id: accountId })
}

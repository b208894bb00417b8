import type { DataOf } from '#core/contract/index.ts'
import { DELETE_GRACE_DAYS } from '#core/domain/limits.ts'
import { newId } from '../../store/id.ts'
import { noteAct } from '../staff/audit.ts'
import type { Deps } from '../deps.ts'
import { beginAttempt, endAttempts } from '../login-attempts.ts'
import { tellOwner } from '../mail/letters.ts'
import { checkPassword } from '../passwords.ts'
import { Refusal } from '../refusal.ts'
import type { Scope } from '../scope.ts'
import { endSessions } from '../session-list.ts'

const DAY_MS = 86_400_000

type Owner = Pick<Scope, 'accountId' | 'language'>

/** The user's last data export, and whether the deletion of their account is requested. */
export async function getPrivacy({ db, signedUrls }: Deps, accountId: string): Promise<DataOf<'getPrivacy'>> {
  const last = await db
    .selectFrom('data_export')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('created_at', 'desc')
    .executeTakeFirst()
  const { delete_after } = await db
    .selectFrom('account')
    .select('delete_after')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  const isOver = last?.expires_at != null && last.expires_at < new Date()
  const shown = isOver ? undefined : last
  return {
    export: {
      state: shown?.state ?? 'none',
      progress: shown?.progress ?? 0,
      size: shown?.size ?? 0,
      url: signedUrls.media(shown?.blob_key ?? null, { download: 'cuelane-data.zip' }),
      created_at: shown?.created_at.toISOString() ?? '',
      expires_at: shown?.expires_at?.toISOString() ?? '',
    },
    delete_after: delete_after?.toISOString() ?? '',
    grace_days: DELETE_GRACE_DAYS,
  }
}

/** Requests an export of all data of the user; a pending export is used instead of a second one. */
export async function addExport(deps: Deps, { accountId, language }: Owner): Promise<DataOf<'addExport'>> {
  await deps.db.transaction().execute(async (tx) => {
    await tx.selectFrom('account').select('id').where('id', '=', accountId).forUpdate().executeTakeFirstOrThrow()
    const waiting = await tx
      .selectFrom('data_export')
      .select('id')
      .where('account_id', '=', accountId)
      .where('state', '=', 'pending')
      .executeTakeFirst()
    if (waiting) return
    const id = newId()
    const row = { id, account_id: accountId, language, blob_key: null, expires_at: null }
    await tx.insertInto('data_export').values(row).execute()
    await deps.queue.sendBackgroundJob(tx, { kind: 'export', id }, { group: accountId })
    await noteAct(tx, { actorId: accountId, act: 'export_asked', subject: ['account', accountId] })
  })
  return getPrivacy(deps, accountId)
}

/** Checks that the owner asks: by the password, or by the account's name if there is no password. */
async function confirm({ db }: Deps, accountId: string, typed: string): Promise<void> {
  const { password_hash, name } = await db
    .selectFrom('account')
    .select(['password_hash', 'name'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  if (password_hash === null) {
    if (typed.trim() !== name) throw new Refusal('refused', 'wrong_account_name')
    return
  }
  if (!(await beginAttempt(db, accountId))) throw new Refusal('refused', 'too_many_requests')
  if (!(await checkPassword(typed, password_hash))) throw new Refusal('refused', 'wrong_password')
  await endAttempts(db, accountId)
}

/** Requests the deletion of an account and ends its other sessions; returns the hashes of their tokens. */
export async function deleteAccount(
  deps: Deps,
  { accountId, language }: Owner,
  { password, token }: { password: string; token: string },
): Promise<{ privacy: DataOf<'deleteAccount'>; ended: string[] }> {
  await confirm(deps, accountId, password)
  const delete_after = new Date(Date.now() + DELETE_GRACE_DAYS * DAY_MS)
  const ended = await deps.db.transaction().execute(async (tx) => {
    const changed = await tx
      .updateTable('account')
      .set({ delete_after })
      .where('id', '=', accountId)
      .where('delete_after', 'is', null)
      .returning('id')
      .executeTakeFirst()
    // A second request keeps the day of the first.
    if (!changed) return []
    const params = { day: delete_after.toISOString().slice(0, 10) }
    await noteAct(tx, { actorId: accountId, act: 'deletion_asked', subject: ['account', accountId], details: params })
    await tellOwner(deps, tx, accountId, { key: 'deletion_asked', language, params })
    return endSessions(tx, accountId, { except: token })
  })
  return { privacy: await getPrivacy(deps, accountId), ended }
}

/** Withdraws the request; refused once its day has come, as files may be deleted by then. */
export async function keepAccount(deps: Deps, accountId: string): Promise<DataOf<'keepAccount'>> {
  await deps.db.transaction().execute(async (tx) => {
    const { delete_after } = await tx
      .selectFrom('account')
      .select('delete_after')
      .where('id', '=', accountId)
      .forUpdate()
      .executeTakeFirstOrThrow()
    if (delete_after === null) return
    if (delete_after <= new Date()) throw new Refusal('refused', 'deletion_begun')
    await tx.updateTable('account').set({ delete_after: null }).where('id', '=', accountId).execute()
    await noteAct(tx, { actorId: accountId, act: 'deletion_withdrawn', subject: ['account', accountId] })
  })
  return getPrivacy(deps, accountId)
}

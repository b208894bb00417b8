import { type FieldFault, passwordFaults } from '#core/domain/account.ts'
import type { DataOf, ParsedInputOf } from '#core/contract/index.ts'
import type { Db } from '../store/db.ts'
import { publishSessionChange } from '../store/events.ts'
import { type Account, userInfo } from './accounts.ts'
import { awaitedAddress } from './addresses/prove.ts'
import { removeAvatars, takeAvatars } from './avatars.ts'
import type { Deps } from './deps.ts'
import { keyNames, revokeKeys } from './keys/manage.ts'
import { beginAttempt, endAttempts } from './login-attempts.ts'
import { checkPassword, hashPassword, refuseGuessable } from './passwords.ts'
import { Refusal } from './refusal.ts'
import { endSessions } from './session-list.ts'

async function accountOf(db: Db, id: string): Promise<Account> {
  return db.selectFrom('account').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

/** An account as its owner sees it. */
export async function describeProfile(
  { db, signedUrls }: Pick<Deps, 'db' | 'signedUrls'>,
  accountId: string,
): Promise<DataOf<'getProfile'>> {
  const account = await accountOf(db, accountId)
  return {
    userinfo: userInfo(account, signedUrls),
    auth_list: account.auth_list,
    email: account.email ?? (await awaitedAddress(db, accountId)) ?? '',
    email_verified: account.email_verified,
    gift_waits: account.gift_waits,
    has_password: account.password_hash !== null,
    has_google: account.google_sub !== null,
    keys: await keyNames(db, accountId),
    created_at: account.created_at.toISOString(),
  }
}

/** Changes an account's profile. A replaced picture is removed. */
export async function changeProfile(
  deps: Deps,
  accountId: string,
  { nickname, cname, mobile, logo_url }: ParsedInputOf<'setProfile'>,
): Promise<DataOf<'setProfile'>> {
  const replaced = await deps.db.transaction().execute(async (tx) => {
    const before = await tx
      .selectFrom('account')
      .select('logo_key')
      .where('id', '=', accountId)
      .forUpdate()
      .executeTakeFirstOrThrow()
    const own = before.logo_key ? [before.logo_key] : []
    const [key = null] = logo_url ? await takeAvatars(tx, accountId, [logo_url], own) : []
    await tx
      .updateTable('account')
      .set({
        ...(nickname !== undefined && { nickname }),
        ...(cname !== undefined && { company: cname }),
        ...(mobile !== undefined && { mobile }),
        ...(logo_url !== undefined && { logo_key: key }),
        // An update needs at least one column.
        id: accountId,
      })
      .where('id', '=', accountId)
      .execute()
    await publishSessionChange(tx, { kind: 'account', account_id: accountId })
    return logo_url === undefined ? [] : own.filter((old) => old !== key)
  })
  await removeAvatars(deps, replaced)
  return describeProfile(deps, accountId)
}

/** Messages for a change's faults, in the order of the fields. */
const passwordWords = {
  oldpassword: { missing: 'old_password_missing', form: 'old_password_missing', long: 'wrong_old_password' },
  password: { missing: 'new_password_missing', form: 'password_too_short', long: 'password_too_short' },
  repassword: { missing: 'password_again_missing', form: 'passwords_differ', long: 'passwords_differ' },
} as const satisfies Record<string, Record<FieldFault, string>>

/** Changes an account's password; returns its keys and the token hashes of its ended sessions. */
export async function changePassword(
  db: Db,
  accountId: string,
  change: ParsedInputOf<'setPassword'>,
): Promise<{ ended: string[]; keys: string[] }> {
  const { password_hash, name, email } = await accountOf(db, accountId)
  const faults = passwordFaults(change, password_hash !== null)
  for (const field of ['oldpassword', 'password', 'repassword'] as const) {
    const fault = faults[field]
    if (fault) throw new Refusal('refused', passwordWords[field][fault])
  }
  refuseGuessable(change.password, { name: name ?? '', email: email ?? '' })
  if (password_hash !== null) {
    if (!(await beginAttempt(db, accountId))) throw new Refusal('refused', 'too_many_requests')
    if (!(await checkPassword(change.oldpassword, password_hash))) throw new Refusal('refused', 'wrong_old_password')
    await endAttempts(db, accountId)
  }
  const hash = await hashPassword(change.password)
  return db.transaction().execute(async (tx) => {
    // Of two concurrent changes the second finds another hash than it checked.
    const changed = await tx
      .updateTable('account')
      .set({ password_hash: hash })
      .where('id', '=', accountId)
      .where('password_hash', 'is not distinct from', password_hash)
      .returning('id')
      .executeTakeFirst()
    if (!changed) throw new Refusal('refused', 'wrong_old_password')
    if (change.revoke_keys) await revokeKeys(tx, accountId)
    return { keys: await keyNames(tx, accountId), ended: await endSessions(tx, accountId, { except: '' }) }
  })
}

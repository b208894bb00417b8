import type { DataOf, ParsedInputOf } from '#core/contract/index.ts'
import type { InterfaceLanguage } from '#core/domain/languages.ts'
import type { Db } from '../../store/db.ts'
import type { Deps } from '../deps.ts'
import { keyNames, revokeKeys } from '../keys/manage.ts'
import { hashPassword, refuseGuessable } from '../passwords.ts'
import { Refusal } from '../refusal.ts'
import { endAllSessions } from '../session-list.ts'
import { findLink, mayWrite, sendLink, siteOf, takeLink } from './links.ts'

interface Asking {
  readonly language: InterfaceLanguage
  readonly network: string
}

/**
 * Sends the letter for a new password if an account has proved the address; the answer does not say whether. Throws a
 * Refusal.
 */
export async function askPassword(deps: Deps, { language, network }: Asking, email: string): Promise<void> {
  const { db } = deps
  if (siteOf(deps.mail) === undefined) throw new Refusal('refused', 'no_letters')
  if (!(await mayWrite(db, email, network))) throw new Refusal('refused', 'too_many_letters')
  const account = await db
    .selectFrom('account')
    .select('id')
    .where((eb) => eb(eb.fn('lower', ['email']), '=', email.toLowerCase()))
    .where('email_verified', '=', true)
    .where('blocked_at', 'is', null)
    .executeTakeFirst()
  if (!account) return
  const letter = { kind: 'password', accountId: account.id, email, language } as const
  await db.transaction().execute((tx) => sendLink(deps, tx, letter))
}

/** Sets a new password by a link's token; returns the token hashes of the account's sessions, all ended. */
export async function resetPassword(
  db: Db,
  { token, password, revoke_keys }: ParsedInputOf<'resetPassword'>,
): Promise<{ data: DataOf<'resetPassword'>; ended: string[] }> {
  const { account_id, email } = await findLink(db, 'password', token)
  const owner = await db.selectFrom('account').selectAll().where('id', '=', account_id).executeTakeFirstOrThrow()
  refuseGuessable(password, { name: owner.name ?? '', email: owner.email ?? '' })
  const password_hash = await hashPassword(password)
  return db.transaction().execute(async (tx) => {
    await takeLink(tx, 'password', token)
    const account = await tx
      .updateTable('account')
      .set({ password_hash })
      .where('id', '=', account_id)
      .where('blocked_at', 'is', null)
      // The address may belong to another account by now.
      .$if(email !== null, (query) =>
        query
          .where((eb) => eb(eb.fn('lower', ['email']), '=', email?.toLowerCase() ?? ''))
          .where('email_verified', '=', true),
      )
      .returning('name')
      .executeTakeFirst()
    if (!account) throw new Refusal('refused', 'link_over')
    await tx.deleteFrom('email_link').where('account_id', '=', account_id).where('kind', '=', 'password').execute()
    if (revoke_keys) await revokeKeys(tx, account_id)
    const data = { account: account.name ?? '', keys: await keyNames(tx, account_id) }
    return { data, ended: await endAllSessions(tx, account_id) }
  })
}

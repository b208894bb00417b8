import type { DataOf, ParsedInputOf } from '#core/contract/index.ts'
import type { InterfaceLanguage } from '#core/domain/languages.ts'
import type { Db, Tx } from '../../store/db.ts'
import { publishSessionChange } from '../../store/events.ts'
import type { Deps } from '../deps.ts'
import { beginAttempt, endAttempts } from '../login-attempts.ts'
import { grantWaiting } from '../credits/sign-up.ts'
import { checkPassword } from '../passwords.ts'
import { Refusal } from '../refusal.ts'
import { mayWrite, sendLink, siteOf, takeLink } from './links.ts'

interface Asking {
  readonly accountId: string
  readonly language: InterfaceLanguage
  readonly network: string
}

/** Sends the letter that proves an address; a changed address needs the password. Throws a Refusal. */
export async function askProof(
  deps: Deps,
  { accountId, language, network }: Asking,
  { email, password }: ParsedInputOf<'askProof'>,
): Promise<void> {
  const { db } = deps
  if (siteOf(deps.mail) === undefined) throw new Refusal('refused', 'no_letters')
  const account = await db.selectFrom('account').selectAll().where('id', '=', accountId).executeTakeFirstOrThrow()
  if (account.email_verified) throw new Refusal('refused', 'address_proved')
  const isAnother = account.email?.toLowerCase() !== email.toLowerCase()
  if (isAnother && account.password_hash !== null) {
    if (!(await beginAttempt(db, accountId))) throw new Refusal('refused', 'too_many_requests')
    if (!(await checkPassword(password, account.password_hash))) throw new Refusal('refused', 'wrong_password')
    await endAttempts(db, accountId)
  }
  const holder = await holderOf(db, email)
  if (holder?.email_verified) throw new Refusal('refused', 'email_taken')
  if (!(await mayWrite(db, email, network))) throw new Refusal('refused', 'too_many_letters')
  await db.transaction().execute((tx) => sendLink(deps, tx, { kind: 'proof', accountId, email, language }))
}

/** The account that has an address, proved or not. */
export async function holderOf(db: Db, email: string): Promise<{ id: string; email_verified: boolean } | undefined> {
  return db
    .selectFrom('account')
    .select(['id', 'email_verified'])
    .where((eb) => eb(eb.fn('lower', ['email']), '=', email.toLowerCase()))
    .executeTakeFirst()
}

/**
 * Frees an address for an account that proved it: an unproved owner loses it. False if another account proved it before.
 */
export async function freeAddress(tx: Tx, email: string, accountId?: string): Promise<boolean> {
  const holder = await holderOf(tx, email)
  if (!holder || holder.id === accountId) return true
  if (holder.email_verified) return false
  const freed = await tx
    .updateTable('account')
    .set({ email: null })
    .where('id', '=', holder.id)
    .where('email_verified', '=', false)
    .returning('id')
    .executeTakeFirst()
  if (freed) await publishSessionChange(tx, { kind: 'account', account_id: freed.id })
  return freed !== undefined
}

/** Assigns the address of a link to its account and to no other. Throws a Refusal. */
export async function confirmAddress(db: Db, token: string): Promise<DataOf<'confirmAddress'> & { accountId: string }> {
  return db.transaction().execute(async (tx) => {
    const { account_id: accountId, email } = await takeLink(tx, 'proof', token)
    if (email === null || !(await freeAddress(tx, email, accountId))) throw new Refusal('refused', 'email_taken')
    const { name } = await tx
      .updateTable('account')
      .set({ email, email_verified: true })
      .where('id', '=', accountId)
      .returning('name')
      .executeTakeFirstOrThrow()
    await tx.deleteFrom('email_link').where('account_id', '=', accountId).where('kind', '=', 'proof').execute()
    await grantWaiting(tx, accountId)
    await publishSessionChange(tx, { kind: 'account', account_id: accountId })
    return { accountId, email, account: name ?? '' }
  })
}

/** The address whose link was sent and not yet opened; undefined if there is none. */
export async function awaitedAddress(db: Db, accountId: string): Promise<string | undefined> {
  const link = await db
    .selectFrom('email_link')
    .select('email')
    .where('account_id', '=', accountId)
    .where('kind', '=', 'proof')
    .where('expires_at', '>', new Date())
    .orderBy('created_at', 'desc')
    .executeTakeFirst()
  return link?.email ?? undefined
}

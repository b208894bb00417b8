import { randomBytes } from 'node:crypto'
import type { Insertable, Selectable, Updateable } from 'kysely'
import { CUSTOMER_TYPE, VISITOR_TYPE } from '#core/domain/account.ts'
import { TOKEN_LIFETIME_MS } from '#core/domain/limits.ts'
import { menuOf } from '#core/domain/menu.ts'
import type { DataOf } from '#core/contract/index.ts'
import type { SignedIn, UserInfo } from '#core/contract/session.ts'
import type { InterfaceLanguage } from '#core/domain/languages.ts'
import type { Db, Tx } from '../store/db.ts'
import { publishSessionChange } from '../store/events.ts'
import { newId, sha256 } from '../store/id.ts'
import type { AccountTable } from '../store/tables/accounts.ts'
import { mayWrite, sendLink, siteOf } from './addresses/links.ts'
import { mayLogInAs } from './addresses/named.ts'
import { holderOf } from './addresses/prove.ts'
import { mergeVisitor } from './merge-visitor.ts'
import { balanceOf } from './credits/grant.ts'
import { grantSignUp } from './credits/sign-up.ts'
import { permissionsOfNew } from './staff/settings.ts'
import { beginAttempt, endAttempts } from './login-attempts.ts'
import type { Mailing } from './mail/send.ts'
import { checkPassword, hashPassword, refuseGuessable } from './passwords.ts'
import { Refusal } from './refusal.ts'
import { endAllSessions } from './session-list.ts'
import type { SignedUrls } from './signed-urls.ts'
import { sumTasks } from './tasks/read.ts'

export type Account = Selectable<AccountTable>

/** A token's session as the database has it. */
export interface Session {
  readonly tokenHash: string
  readonly account: Account
  readonly expiresAt: Date
  /** Time of last use, to the minute. */
  readonly usedAt: Date
}

/** What a new session needs besides its account. */
export interface Entrance {
  readonly db: Db
  readonly signedUrls: SignedUrls
  /** How the browser describes itself. */
  readonly device: string
  /** The client's address, as rate limits count it. */
  readonly network: string
}

/** Makes a visitor and opens a session for them. */
export async function loginAnonymous({ db, ...entrance }: Entrance): Promise<SignedIn> {
  return db.transaction().execute(async (tx) => {
    const account = await tx
      .insertInto('account')
      .values({ id: newId(), customer_type: VISITOR_TYPE, nickname: '', ckey: newKey() })
      .returningAll()
      .executeTakeFirstOrThrow()
    return openSession({ db: tx, ...entrance }, account)
  })
}

/** A hash of an empty password, so that an unknown name takes as long as a wrong password. */
const decoy = hashPassword(randomBytes(16).toString('hex'))

/** A new session, and the hashes of the tokens that it ends. */
export interface Entered {
  readonly signedIn: SignedIn
  readonly ended: readonly string[]
}

/**
 * Opens a session for a name or e-mail address and its password; refused after too many wrong ones in a minute. Merges
 * the visitor's data.
 */
export async function loginAccount(
  entrance: Entrance,
  input: { account: string; password: string },
  visitor: Account | undefined,
): Promise<Entered> {
  const { db, network } = entrance
  const typed = input.account.trim().toLowerCase()
  const account = await db
    .selectFrom('account')
    .selectAll()
    .where(mayLogInAs(input.account))
    // Unicode allows two spellings of a name; the one that was typed wins.
    .orderBy((eb) => eb.and([eb(eb.fn('lower', ['name']), '=', typed), eb('name', 'is not', null)]), 'desc')
    .executeTakeFirst()
  const counted = `${account?.id ?? typed} from ${network}`
  if (!(await beginAttempt(db, counted))) throw new Refusal('refused', 'too_many_requests')
  const right = await checkPassword(input.password, account?.password_hash ?? (await decoy))
  if (!account || !right) throw new Refusal('refused', 'wrong_login')
  await endAttempts(db, counted)
  return db.transaction().execute((tx) => enter(tx, entrance, account, visitor))
}

/** Opens a session for an account whose owner is authenticated, and merges the visitor's data into it. */
export async function enter(
  tx: Tx,
  entrance: Entrance,
  account: Account,
  visitor: Account | undefined,
): Promise<Entered> {
  const { folders, ended } = visitor ? await mergeVisitor(tx, visitor.id, account.id) : { folders: 0, ended: [] }
  const signedIn = await openSession({ ...entrance, db: tx }, account)
  return { signedIn: { ...signedIn, carried_folders: folders }, ended }
}

export interface Registration {
  name: string
  email: string
  password: string
}

/**
 * Registers a customer; a visitor keeps their data. With `mailing` a letter proves the address, and an unproved owner of
 * the same address loses it then.
 */
export async function registerAccount(
  { db, ...entrance }: Entrance,
  input: Registration,
  visitor: Account | undefined,
  mailing?: Mailing & { readonly language: InterfaceLanguage },
): Promise<SignedIn> {
  const { email } = input
  // A name in two Unicode spellings looks the same.
  const name = input.name.normalize('NFC')
  refuseGuessable(input.password, input)
  const password_hash = await hashPassword(input.password)
  const proving = mailing && siteOf(mailing.mail) !== undefined ? mailing : undefined
  const isWritten = proving !== undefined && (await mayWrite(db, email, entrance.network))
  const made = db.transaction().execute(async (tx) => {
    const isFree = await refuseTaken(tx, { name, email }, proving !== undefined)
    const values = { customer_type: CUSTOMER_TYPE, name, email: isFree ? email : null, password_hash, nickname: name }
    const account = await makeCustomer(tx, values, visitor, entrance.network)
    const { id: accountId } = account
    if (isWritten) await sendLink(proving, tx, { kind: 'proof', accountId, email, language: proving.language })
    return openSession({ db: tx, ...entrance }, account)
  })
  return made.catch(refuseTakenMeanwhile)
}

/** A new customer with the sign-up credits, or a visitor turned into one. */
export async function makeCustomer(
  tx: Tx,
  values: Omit<Insertable<AccountTable>, 'id' | 'ckey'>,
  visitor: Account | undefined,
  network: string,
): Promise<Account> {
  const given = { ...values, auth_list: JSON.stringify(await permissionsOfNew(tx)) }
  const account = visitor
    ? await promoteVisitor(tx, visitor.id, given)
    : await tx
        .insertInto('account')
        .values({ id: newId(), ckey: newKey(), ...given })
        .returningAll()
        .executeTakeFirstOrThrow()
  await grantSignUp(tx, account.id, { network, isProved: account.email_verified })
  return account
}

/** Of two concurrent registrations of one name the database accepts the first. */
function refuseTakenMeanwhile(error: unknown): never {
  const constraint = error instanceof Error && 'constraint' in error ? error.constraint : undefined
  if (constraint === 'account_name') throw new Refusal('refused', 'name_taken')
  if (constraint === 'account_email') throw new Refusal('refused', 'email_taken')
  throw error
}

/**
 * Turns a visitor into a customer; of concurrent registrations the first wins. The visitor's sessions end: an old token
 * must not open the account.
 */
async function promoteVisitor(tx: Tx, id: string, values: Updateable<AccountTable>): Promise<Account> {
  const account = await tx
    .updateTable('account')
    .set(values)
    .where('id', '=', id)
    .where('customer_type', '=', VISITOR_TYPE)
    .returningAll()
    .executeTakeFirst()
  if (!account) throw new Refusal('notice', 'registered_already')
  await endAllSessions(tx, id)
  await publishSessionChange(tx, { kind: 'account', account_id: id })
  return account
}

/** Refuses a taken name or proved address; returns whether the address is free, which an unproved one may not be. */
async function refuseTaken(
  tx: Tx,
  { name, email }: Pick<Registration, 'name' | 'email'>,
  isProved: boolean,
): Promise<boolean> {
  const named = await tx
    .selectFrom('account')
    .select('id')
    .where((eb) => eb(eb.fn('lower', ['name']), '=', name.toLowerCase()))
    .executeTakeFirst()
  if (named) throw new Refusal('refused', 'name_taken')
  const holder = await holderOf(tx, email)
  if (holder && (holder.email_verified || !isProved)) throw new Refusal('refused', 'email_taken')
  return holder === undefined
}

/** Opens a session for an account. */
export async function openSession({ db, signedUrls, device }: Entrance, account: Account): Promise<SignedIn> {
  if (account.blocked_at) throw new Refusal('refused', 'account_blocked')
  const token = randomBytes(32).toString('base64url')
  const expires = new Date(Date.now() + TOKEN_LIFETIME_MS)
  await db
    .deleteFrom('session')
    .where('expires_at', '<', new Date(Date.now() - TOKEN_LIFETIME_MS))
    .execute()
  await db
    .insertInto('session')
    .values({ token_hash: sha256(token), account_id: account.id, expires_at: expires, device })
    .execute()
  const { auth_list } = account
  return {
    access_token: token,
    expires_at: expires.toISOString(),
    userinfo: userInfo(account, signedUrls),
    menu_list: menuOf(account),
    auth_list,
    carried_folders: 0,
  }
}

/** The session of a token's hash, expired or not; undefined if there is none. */
export async function readSession(db: Db, tokenHash: string): Promise<Session | undefined> {
  const row = await db
    .selectFrom('session')
    .innerJoin('account', 'account.id', 'session.account_id')
    .selectAll('account')
    .select(['session.expires_at', 'session.used_at'])
    .where('session.token_hash', '=', tokenHash)
    .executeTakeFirst()
  if (!row) return undefined
  const { expires_at: expiresAt, used_at: usedAt, ...account } = row
  return { tokenHash, account, expiresAt, usedAt }
}

/** Ends the session of a token, in every process. */
export async function logout(db: Db, token: string): Promise<void> {
  const token_hash = sha256(token)
  await db.transaction().execute(async (tx) => {
    await tx.deleteFrom('session').where('token_hash', '=', token_hash).execute()
    await publishSessionChange(tx, { kind: 'ended', token_hash })
  })
}

/** Name and credits of an account, and the number of its unfinished tasks. */
export async function describeUser(db: Db, accountId: string): Promise<DataOf<'getInfo'>> {
  const { company: cname, delete_after } = await db
    .selectFrom('account')
    .select(['company', 'delete_after'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  const balance = await balanceOf(db, accountId)
  const { processing } = await sumTasks(db, accountId)
  return {
    user_id: accountId,
    cname,
    credits: balance.total,
    purchase_credits: balance.purchased,
    gift_credits: balance.gifted,
    ongoing: processing,
    delete_after: delete_after?.toISOString() ?? '',
  }
}

/** Whether an account is an unregistered visitor's. */
export function isVisitor(account: Account): boolean {
  return account.customer_type === VISITOR_TYPE
}

/** An account as its owner sees it. */
export function userInfo(account: Account, signedUrls: SignedUrls): UserInfo {
  return {
    user_id: account.id,
    name: account.name ?? '',
    nickname: account.nickname,
    cname: account.company,
    ckey: account.ckey,
    mobile: account.mobile,
    logo_url: signedUrls.media(account.logo_key),
    customer_type: account.customer_type,
    is_vistor: isVisitor(account),
    is_staff: account.is_staff,
  }
}

/** A new API key. */
export function newKey(): string {
  return `ck_${randomBytes(9).toString('base64url')}`
}

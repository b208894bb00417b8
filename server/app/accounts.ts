import { randomBytes } from 'node:crypto'
import type { Selectable } from 'kysely'
import { CUSTOMER_TYPE, VISITOR_TYPE } from '#core/domain/account.ts'
import { TOKEN_LIFETIME_MS } from '#core/domain/limits.ts'
import { SIGN_UP_CREDITS, SIGN_UP_CREDITS_DAYS } from '#core/domain/prices.ts'
import type { SignedIn, UserInfo } from '#core/contract/session.ts'
import type { Db, Tx } from '../store/db.ts'
import { newId, sha256 } from '../store/id.ts'
import type { AccountTable } from '../store/schema.ts'
import { grantCredits } from './credits.ts'
import { checkPassword, hashPassword } from './passwords.ts'
import { Refusal } from './refusal.ts'

export type Account = Selectable<AccountTable>

export async function loginAnonymous(db: Db): Promise<SignedIn> {
  return db.transaction().execute(async (tx) => {
    const account = await tx
      .insertInto('account')
      .values({ id: newId(), customer_type: VISITOR_TYPE, nickname: '', ckey: newKey() })
      .returningAll()
      .executeTakeFirstOrThrow()
    return openSession(tx, account)
  })
}

/** A hash of nothing, so that an unknown name takes as long as a wrong password. */
const decoy = hashPassword(randomBytes(16).toString('hex'))

export async function loginAccount(db: Db, input: { account: string; password: string }): Promise<SignedIn> {
  const name = input.account.trim().toLowerCase()
  const account = await db
    .selectFrom('account')
    .selectAll()
    .where((eb) => eb.or([eb(eb.fn('lower', ['name']), '=', name), eb(eb.fn('lower', ['email']), '=', name)]))
    .executeTakeFirst()
  const right = await checkPassword(input.password, account?.password_hash ?? (await decoy))
  if (!account || !right) throw new Refusal('refused', 'wrong_login')
  return openSession(db, account)
}

export interface Registration {
  name: string
  email: string
  password: string
}

/** Makes a customer; a visitor becomes one and keeps what they made. */
export async function registerAccount(db: Db, input: Registration, visitor: Account | undefined): Promise<SignedIn> {
  const password_hash = await hashPassword(input.password)
  return db.transaction().execute(async (tx) => {
    await refuseTaken(tx, input)
    const values = {
      customer_type: CUSTOMER_TYPE,
      name: input.name,
      email: input.email,
      password_hash,
      nickname: input.name,
    }
    const account = visitor
      ? await tx
          .updateTable('account')
          .set(values)
          .where('id', '=', visitor.id)
          .returningAll()
          .executeTakeFirstOrThrow()
      : await tx
          .insertInto('account')
          .values({ id: newId(), ckey: newKey(), ...values })
          .returningAll()
          .executeTakeFirstOrThrow()
    await grantCredits(tx, account.id, {
      source: 'gift',
      reason: `sign-up ${account.id}`,
      amount: SIGN_UP_CREDITS,
      days: SIGN_UP_CREDITS_DAYS,
    })
    return openSession(tx, account)
  })
}

async function refuseTaken(tx: Tx, { name, email }: Registration): Promise<void> {
  const taken = await tx
    .selectFrom('account')
    .select(['name'])
    .where((eb) =>
      eb.or([
        eb(eb.fn('lower', ['name']), '=', name.toLowerCase()),
        eb(eb.fn('lower', ['email']), '=', email.toLowerCase()),
      ]),
    )
    .executeTakeFirst()
  if (taken)
    throw new Refusal('refused', taken.name?.toLowerCase() === name.toLowerCase() ? 'name_taken' : 'email_taken')
}

async function openSession(db: Db, account: Account): Promise<SignedIn> {
  const token = randomBytes(32).toString('base64url')
  const expires = new Date(Date.now() + TOKEN_LIFETIME_MS)
  await db
    .deleteFrom('session')
    .where('expires_at', '<', new Date(Date.now() - TOKEN_LIFETIME_MS))
    .execute()
  await db
    .insertInto('session')
    .values({ token_hash: sha256(token), account_id: account.id, expires_at: expires })
    .execute()
  return { access_token: token, expires_at: expires.toISOString(), userinfo: userInfo(account), auth_list: [] }
}

/** Whose token it is; a Refusal tells a bad token from an expired one. */
export async function accountOfToken(db: Db, token: string): Promise<Account> {
  const row = await db
    .selectFrom('session')
    .innerJoin('account', 'account.id', 'session.account_id')
    .selectAll('account')
    .select('session.expires_at')
    .where('session.token_hash', '=', sha256(token))
    .executeTakeFirst()
  if (!row) throw new Refusal('no_token', 'no_token')
  if (row.expires_at.getTime() < Date.now()) throw new Refusal('token_expired', 'token_expired')
  return row
}

export async function logout(db: Db, token: string): Promise<void> {
  await db.deleteFrom('session').where('token_hash', '=', sha256(token)).execute()
}

export function isVisitor(account: Account): boolean {
  return account.customer_type === VISITOR_TYPE
}

export function userInfo(account: Account): UserInfo {
  return {
    user_id: account.id,
    name: account.name ?? '',
    nickname: account.nickname,
    cname: '',
    ckey: account.ckey,
    mobile: '',
    logo_url: '',
    customer_type: account.customer_type,
    is_vistor: isVisitor(account),
  }
}

function newKey(): string {
  return `ck_${randomBytes(9).toString('base64url')}`
}

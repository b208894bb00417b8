import type { Selectable } from 'kysely'
import { CUSTOMER_TYPE, nameFromEmail } from '#core/domain/account.ts'
import { GOOGLE_SIGN_IN_MS } from '#core/domain/limits.ts'
import { safeRedirect } from '#core/domain/redirect.ts'
import type { DataOf, ParsedInputOf } from '#core/contract/index.ts'
import type { Db, Tx } from '../../store/db.ts'
import { publishSessionChange } from '../../store/events.ts'
import { newId, sha256 } from '../../store/id.ts'
import type { GoogleSignInTable } from '../../store/tables/accounts.ts'
import { type Account, enter, type Entered, type Entrance, isVisitor, makeCustomer, openSession } from '../accounts.ts'
import { freeAddress } from '../addresses/prove.ts'
import { grantWaiting } from '../credits/sign-up.ts'
import { Refusal } from '../refusal.ts'
import type { GoogleProvider, Identity } from './provider.ts'

/** The redirect's parameters and what the sign-in kept. */
type Begun = Selectable<GoogleSignInTable>

/** The answer after Google's redirect, and the hashes of the tokens that it ends. */
interface Finished extends Entered {
  readonly signedIn: DataOf<'finishGoogle'>
}

/**
 * Redirects to Google. Finding the row again needs the state, which goes through Google, and the ticket, which stays in
 * the browser, so that a forged address has no effect.
 */
export async function beginGoogle(
  { db }: Entrance,
  google: GoogleProvider,
  { redirect }: ParsedInputOf<'beginGoogle'>,
  caller: Account | undefined,
): Promise<DataOf<'beginGoogle'>> {
  const { url, secrets } = await google.begin()
  const ticket = newId()
  await db
    .insertInto('google_sign_in')
    .values({
      state_hash: hashOf(secrets.state, ticket),
      nonce: secrets.nonce,
      verifier: secrets.verifier,
      redirect: safeRedirect(redirect),
      account_id: caller?.id ?? null,
      expires_at: new Date(Date.now() + GOOGLE_SIGN_IN_MS),
    })
    .execute()
  return { url, ticket }
}

const hashOf = (state: string, ticket: string): string => sha256(`${ticket} ${state}`)

/** Signs in after Google's redirect, or connects the Google account to the account that was signed in. */
export async function finishGoogle(
  entrance: Entrance,
  google: GoogleProvider,
  { ticket, state, code, error, iss }: ParsedInputOf<'finishGoogle'>,
  caller: Account | undefined,
): Promise<Finished> {
  const begun = await takeBegun(entrance, hashOf(state, ticket))
  const identity = await google.identify({ state, code, error, iss }, { state, ...begun })
  const enterOnce = (): Promise<Finished> =>
    entrance.db.transaction().execute((tx) => enterAs(tx, entrance, { identity, begun, caller }))
  // Of two concurrent first sign-ins the second finds the account of the first.
  return enterOnce().catch((fault: unknown) => {
    if (isTaken(fault)) return enterOnce()
    throw fault
  })
}

function isTaken(error: unknown): boolean {
  const constraint = error instanceof Error && 'constraint' in error ? error.constraint : undefined
  return constraint === 'account_google' || constraint === 'account_name' || constraint === 'account_email'
}

/** Takes a sign-in's row, so that a repeated redirect finds none. */
async function takeBegun({ db }: Entrance, state_hash: string): Promise<Begun> {
  const begun = await db
    .deleteFrom('google_sign_in')
    .where('state_hash', '=', state_hash)
    .returningAll()
    .executeTakeFirst()
  if (!begun || begun.expires_at.getTime() < Date.now()) throw new Refusal('refused', 'google_over')
  return begun
}

interface Arrival {
  readonly identity: Identity
  readonly begun: Begun
  readonly caller: Account | undefined
}

async function enterAs(tx: Tx, entrance: Entrance, { identity, begun, caller }: Arrival): Promise<Finished> {
  const { redirect } = begun
  const known = await tx.selectFrom('account').selectAll().where('google_sub', '=', identity.sub).executeTakeFirst()
  if (caller && !isVisitor(caller)) {
    // Begun as another user, or before a sign-in in another tab.
    if (begun.account_id !== caller.id) throw new Refusal('refused', 'google_over')
    await connect(tx, caller, identity, known)
    const signedIn = await openSession({ ...entrance, db: tx }, caller)
    return { signedIn: { ...signedIn, redirect, is_connected: true }, ended: [] }
  }
  const entered = known
    ? await enter(tx, entrance, known, caller)
    : {
        signedIn: await openSession({ ...entrance, db: tx }, await newAccount(tx, identity, caller, entrance.network)),
        ended: [],
      }
  return { signedIn: { ...entered.signedIn, redirect, is_connected: false }, ended: entered.ended }
}

/** Connects a Google account to the signed-in account. */
async function connect(
  tx: Tx,
  { id, email }: Account,
  { sub, email: proven, email_verified }: Identity,
  known: Account | undefined,
): Promise<void> {
  if (known && known.id !== id) throw new Refusal('refused', 'google_elsewhere')
  const isOwn = email_verified && email !== null && email.toLowerCase() === proven?.toLowerCase()
  await tx
    .updateTable('account')
    .set({ google_sub: sub, ...(isOwn && { email_verified: true }) })
    .where('id', '=', id)
    .execute()
  if (isOwn) await grantWaiting(tx, id)
  await publishSessionChange(tx, { kind: 'account', account_id: id })
}

/**
 * Creates an account for a new Google user; a visitor becomes it. It never opens an existing account with the same
 * address: an unproved one loses the address to this user.
 */
async function newAccount(
  tx: Tx,
  { sub, email, email_verified, name }: Identity,
  visitor: Account | undefined,
  network: string,
): Promise<Account> {
  if (email === undefined || !email_verified) throw new Refusal('refused', 'google_unverified')
  if (!(await freeAddress(tx, email))) throw new Refusal('refused', 'google_email_taken', { email })
  const own = await freeName(tx, email)
  const nickname = [...(name ?? '')]
    .filter((char) => !/\p{C}/u.test(char))
    .join('')
    .trim()
    .slice(0, 60)
    .trim()
  const values = { customer_type: CUSTOMER_TYPE, name: own, email, email_verified: true, google_sub: sub }
  return makeCustomer(
    tx,
    { ...values, nickname: nickname.isWellFormed() && nickname ? nickname : own },
    visitor,
    network,
  )
}

/** Disconnects Google from an account. A Refusal if nothing else opens it; a second call changes nothing. */
export async function leaveGoogle(db: Db, accountId: string): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('account')
    .set({ google_sub: null })
    .where('id', '=', accountId)
    .where('password_hash', 'is not', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new Refusal('refused', 'google_only_way')
}

const NAMES_TRIED = 50

async function freeName(tx: Tx, email: string): Promise<string> {
  const wanted = Array.from({ length: NAMES_TRIED }, (_, at) => nameFromEmail(email, at + 1))
  const rows = await tx
    .selectFrom('account')
    .select((eb) => eb.fn<string>('lower', ['name']).as('name'))
    .where((eb) =>
      eb(
        eb.fn<string>('lower', ['name']),
        'in',
        wanted.map((name) => name.toLowerCase()),
      ),
    )
    .execute()
  const taken = new Set(rows.map(({ name }) => name))
  const free = wanted.find((name) => !taken.has(name.toLowerCase()))
  return free ?? `user${newId().replaceAll(/[^\w-]/g, '')}`.slice(0, 40)
}

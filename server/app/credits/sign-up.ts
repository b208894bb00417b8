import ipaddr from 'ipaddr.js'
import { SIGN_UP_CREDITS, SIGN_UP_CREDITS_DAYS } from '#core/domain/prices.ts'
import type { Tx } from '../../store/db.ts'
import { countTry } from '../login-attempts.ts'
import { grantCredits } from './grant.ts'

/** The key of the free package, given at sign-up or on request. */
export function freeKey(accountId: string): string {
  return `sign-up ${accountId}`
}

/** Accounts of one network that get sign-up credits within a day without a proved address. */
const GIFTS_A_DAY = 10
const DAY_MS = 86_400_000

/** Gives a new account the sign-up credits, or holds them until its address is proved. */
export async function grantSignUp(
  tx: Tx,
  accountId: string,
  { network, isProved }: { readonly network: string; readonly isProved: boolean },
): Promise<void> {
  if (
    isProved ||
    isOfThisMachine(network) ||
    (await countTry(tx, `gifts to ${network}`, { most: GIFTS_A_DAY, ms: DAY_MS }))
  )
    return give(tx, accountId)
  await tx.updateTable('account').set({ gift_waits: true }).where('id', '=', accountId).execute()
}

/** Gives the held credits once the account's address is proved. */
export async function grantWaiting(tx: Tx, accountId: string): Promise<void> {
  const row = await tx
    .updateTable('account')
    .set({ gift_waits: false })
    .where('id', '=', accountId)
    .where('gift_waits', '=', true)
    .returning('id')
    .executeTakeFirst()
  if (row) await give(tx, accountId)
}

async function give(tx: Tx, accountId: string): Promise<void> {
  await grantCredits(tx, accountId, {
    source: 'sign_up',
    reason: 'sign_up',
    idempotencyKey: freeKey(accountId),
    amount: SIGN_UP_CREDITS,
    days: SIGN_UP_CREDITS_DAYS,
  })
}

function isOfThisMachine(network: string): boolean {
  return ipaddr.isValid(network) && ipaddr.process(network).range() === 'loopback'
}

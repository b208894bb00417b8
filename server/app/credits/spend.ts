import { type CreditLot, RETURNED_CREDITS_DAYS, returnPlace, spendable, takeCredits } from '#core/domain/credits.ts'
import type { Selectable } from 'kysely'
import type { Tx } from '../../store/db.ts'
import type { CreditEntryTable } from '../../store/tables/credits.ts'
import { Refusal } from '../refusal.ts'
import {
  addEntry,
  addLot,
  entryFor,
  type EntryReason,
  type EntryRow,
  type Ledger,
  openLedger,
  tellCredits,
  writeEntries,
} from './ledger.ts'

/** The subject of a hold: type and name stay in the ledger when the task is deleted. */
export interface HeldTask {
  readonly id: string
  readonly type?: string
  readonly name?: string
}

/** Reserves credits for a task, from the lots that expire first; refuses if there are too few. */
export async function holdCredits(
  tx: Tx,
  accountId: string,
  task: HeldTask,
  amount: number,
  now = new Date(),
): Promise<void> {
  const ledger = await openLedger(tx, accountId, now)
  await take(ledger, 'hold', amount, reasonOf(task))
}

/** Entries that reserve credits for one of many tasks, written by the caller; refuses if there are too few. */
export function heldFor(ledger: Ledger, task: HeldTask, amount: number): EntryRow[] {
  return takenFor(ledger, 'hold', amount, reasonOf(task))
}

const reasonOf = ({ id, type = '', name = '' }: HeldTask): EntryReason => ({
  refType: 'task',
  refId: id,
  taskType: type,
  note: name,
})

/** Takes credits from the lots that expire first; refuses if there are too few. */
export async function take(
  ledger: Ledger,
  kind: 'hold' | 'adjust',
  amount: number,
  reason: EntryReason,
): Promise<void> {
  await writeEntries(ledger, takenFor(ledger, kind, amount, reason))
  await tellCredits(ledger)
}

function takenFor(ledger: Ledger, kind: 'hold' | 'adjust', amount: number, reason: EntryReason): EntryRow[] {
  const lots = [...ledger.lots.values()]
  const parts = takeCredits(lots, amount, ledger.now)
  if (!parts) {
    const left = spendable(lots, ledger.now).reduce((sum, lot) => sum + lot.left, 0)
    throw new Refusal('refused', 'insufficient_credits', { needed: amount, left })
  }
  return parts.map((part) => entryFor(ledger, { lotId: part.lotId, kind, amount: -part.amount, ...reason }))
}

/** Marks a task's held credits as spent. */
export async function settleCredits(tx: Tx, taskId: string, now = new Date()): Promise<void> {
  const open = await openTask(tx, taskId, now)
  if (!open || open.isClosed) return
  for (const { lotId, reason } of open.held)
    await addEntry(open.ledger, { lotId, kind: 'settle', amount: 0, ...reason })
}

/** Why a task's credits return: it failed, or the user cancelled it. */
export type ReleaseCause = 'failed' | 'taken_back'

/** Returns what a task held, once. */
export async function releaseCredits(
  tx: Tx,
  taskId: string,
  cause: ReleaseCause = 'failed',
  now = new Date(),
): Promise<void> {
  const open = await openTask(tx, taskId, now)
  if (!open || open.isClosed) return
  for (const held of open.held) await giveBack(open.ledger, held, 'release', cause === 'taken_back')
  await tellCredits(open.ledger)
}

/** Returns what many tasks of an account held, each once, with one read of the ledger. */
export async function releaseAll(
  tx: Tx,
  accountId: string,
  taskIds: readonly string[],
  cause: ReleaseCause,
  now = new Date(),
): Promise<void> {
  if (taskIds.length === 0) return
  const ledger = await openLedger(tx, accountId, now)
  const entries = await tx
    .selectFrom('credit_entry')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('ref_type', '=', 'task')
    .where('ref_id', 'in', taskIds)
    .orderBy('id')
    .execute()
  for (const own of Map.groupBy(entries, ({ ref_id }) => ref_id).values()) {
    if (own.some(({ kind }) => kind === 'settle' || kind === 'release')) continue
    for (const held of heldIn(own)) await giveBack(ledger, held, 'release', cause === 'taken_back')
  }
  await tellCredits(ledger)
}

/** Refunds what a task spent, once, and returns the amount. Staff do this; the reason is kept. */
export async function refundTask(tx: Tx, taskId: string, note: string, now = new Date()): Promise<number> {
  const open = await openTask(tx, taskId, now)
  if (!open?.isSettled || open.isRefunded) return 0
  for (const held of open.held)
    await giveBack(open.ledger, { ...held, reason: { ...held.reason, note } }, 'refund', false)
  await tellCredits(open.ledger)
  return open.held.reduce((sum, { amount }) => sum + amount, 0)
}

interface Held {
  readonly lotId: string
  readonly amount: number
  readonly reason: EntryReason
}

async function giveBack(ledger: Ledger, held: Held, kind: 'release' | 'refund', isByUser: boolean): Promise<void> {
  const { amount, reason } = held
  const lot = ledger.lots.get(held.lotId)
  if (!lot) throw new RangeError(`No lot ${held.lotId}`)
  const place = returnPlace(lot, ledger.now, isByUser)
  const lotId = place === 'new_lot' ? await lotOfReturned(ledger, lot, held) : lot.id
  await addEntry(ledger, { lotId, kind, amount, ...reason })
  if (place === 'ended') await addEntry(ledger, { lotId, kind: 'expiry', amount: -amount, ...reason })
  if (place === 'revoked') await addEntry(ledger, { lotId, kind: 'adjust', amount: -amount, ...reason })
}

/** Their own lot has expired meanwhile: they stay spendable for some days. */
async function lotOfReturned(ledger: Ledger, { id, source }: CreditLot, { reason }: Held): Promise<string> {
  const expiresAt = new Date(ledger.now.getTime() + RETURNED_CREDITS_DAYS * 86_400_000)
  const idempotencyKey = `returned ${reason.refId} ${id}`
  const lotId = await addLot(ledger, { source, reason: 'returned', idempotencyKey, expiresAt })
  if (lotId === undefined) throw new RangeError(`Credits of task ${reason.refId} came back twice`)
  return lotId
}

interface OpenTask {
  readonly ledger: Ledger
  readonly held: readonly Held[]
  readonly isClosed: boolean
  readonly isSettled: boolean
  readonly isRefunded: boolean
}

/** What a task holds, with its locked ledger; undefined if it holds nothing. */
async function openTask(tx: Tx, taskId: string, now: Date): Promise<OpenTask | undefined> {
  const about = () => tx.selectFrom('credit_entry').where('ref_type', '=', 'task').where('ref_id', '=', taskId)
  const first = await about().select('account_id').limit(1).executeTakeFirst()
  if (!first) return undefined
  const ledger = await openLedger(tx, first.account_id, now)
  // Read under the ledger's lock: the task can't be closed meanwhile.
  const entries = await about().selectAll().orderBy('id').execute()
  const has = (...kinds: string[]): boolean => entries.some(({ kind }) => kinds.includes(kind))
  return {
    ledger,
    held: heldIn(entries),
    isClosed: has('settle', 'release'),
    isSettled: has('settle'),
    isRefunded: has('refund'),
  }
}

function heldIn(entries: readonly Selectable<CreditEntryTable>[]): Held[] {
  return entries
    .filter(({ kind }) => kind === 'hold')
    .map(({ grant_id, amount, ref_id, task_type, note }) => ({
      lotId: grant_id,
      amount: -amount,
      reason: { refType: 'task', refId: ref_id, taskType: task_type, note },
    }))
}

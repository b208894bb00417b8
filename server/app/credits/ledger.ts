import { type Insertable, sql } from 'kysely'
import { type CreditLot, type CreditSource, type EntryKind, hasEnded } from '#core/domain/credits.ts'
import type { Db, Tx } from '../../store/db.ts'
import { publishEvent } from '../../store/events.ts'
import { newId } from '../../store/id.ts'
import type { CreditEntryTable } from '../../store/tables/credits.ts'

/** An account's ledger, locked until the transaction ends. */
export interface Ledger {
  readonly tx: Tx
  readonly accountId: string
  readonly now: Date
  /** Lots with their remaining amounts; `addEntry` keeps them current. */
  readonly lots: Map<string, CreditLot>
  balance: number
}

/** The subject of an entry, for the ledger and for people. */
export interface EntryReason {
  readonly refType: 'task' | 'grant' | 'order' | 'dispute' | 'adjust'
  readonly refId: string
  /** The kind of its task. */
  readonly taskType?: string
  /** Name of the task, or the staff's reason. */
  readonly note?: string
}

/** An entry as it is stored. */
export type EntryRow = Insertable<CreditEntryTable>

interface NewEntry extends EntryReason {
  readonly lotId: string
  readonly kind: EntryKind
  readonly amount: number
}

/** Opens and locks an account's ledger for this transaction; expired lots are written off first. */
export async function openLedger(tx: Tx, accountId: string, now = new Date()): Promise<Ledger> {
  // Not `for update`: inserting a task share-locks the account's row for its foreign key.
  await tx.selectFrom('account').select('id').where('id', '=', accountId).forNoKeyUpdate().executeTakeFirstOrThrow()
  const last = await tx
    .selectFrom('credit_entry')
    .select('balance_after')
    .where('account_id', '=', accountId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const lots = new Map((await readLots(tx, accountId)).map((lot) => [lot.id, lot]))
  const ledger: Ledger = { tx, accountId, now, lots, balance: last?.balance_after ?? 0 }
  await writeOffEnded(ledger)
  return ledger
}

/** Every lot of an account with what is left of it. */
export async function readLots(db: Db, accountId: string): Promise<CreditLot[]> {
  const rows = await db
    .selectFrom('credit_grant')
    .leftJoin('credit_entry', 'credit_entry.grant_id', 'credit_grant.id')
    .select(['credit_grant.id', 'source', 'expires_at', 'revoked_at', 'credit_grant.created_at'])
    .select(sql<number>`coalesce(sum(credit_entry.amount), 0)::int`.as('left'))
    .where('credit_grant.account_id', '=', accountId)
    .groupBy('credit_grant.id')
    .execute()
  return rows.map(({ id, source, expires_at, revoked_at, created_at, left }) => ({
    id,
    source,
    left,
    createdAt: created_at,
    expiresAt: expires_at ?? undefined,
    isRevoked: revoked_at !== null,
  }))
}

async function writeOffEnded(ledger: Ledger): Promise<void> {
  for (const lot of ledger.lots.values()) {
    if (lot.left <= 0 || !hasEnded(lot, ledger.now)) continue
    await addEntry(ledger, { lotId: lot.id, kind: 'expiry', amount: -lot.left, refType: 'grant', refId: lot.id })
  }
}

/** Adds an entry with the balance after it. */
export async function addEntry(ledger: Ledger, entry: NewEntry): Promise<void> {
  await writeEntries(ledger, [entryFor(ledger, entry)])
}

/** Counts an entry in the open ledger; the caller writes it. */
export function entryFor(ledger: Ledger, entry: NewEntry): EntryRow {
  const lot = ledger.lots.get(entry.lotId)
  if (!lot) throw new RangeError(`No lot ${entry.lotId}`)
  if (lot.left + entry.amount < 0) throw new RangeError(`Lot ${lot.id} has ${lot.left}, not ${-entry.amount}`)
  ledger.balance += entry.amount
  ledger.lots.set(lot.id, { ...lot, left: lot.left + entry.amount })
  return {
    account_id: ledger.accountId,
    grant_id: entry.lotId,
    kind: entry.kind,
    amount: entry.amount,
    balance_after: ledger.balance,
    ref_type: entry.refType,
    ref_id: entry.refId,
    task_type: entry.taskType ?? '',
    note: entry.note ?? '',
    created_at: ledger.now,
  }
}

/** Writes entries in their order. */
export async function writeEntries({ tx }: Ledger, rows: readonly EntryRow[]): Promise<void> {
  if (rows.length > 0) await tx.insertInto('credit_entry').values(rows).execute()
}

interface NewLot {
  readonly source: CreditSource
  readonly reason: string
  /** Unique within the account. */
  readonly idempotencyKey: string
  readonly expiresAt: Date | undefined
}

/** Creates an empty lot; undefined if this key has one. */
export async function addLot(ledger: Ledger, lot: NewLot): Promise<string | undefined> {
  const { tx, accountId, now, lots } = ledger
  const row = await tx
    .insertInto('credit_grant')
    .values({
      id: newId(),
      account_id: accountId,
      source: lot.source,
      reason: lot.reason,
      idempotency_key: lot.idempotencyKey,
      expires_at: lot.expiresAt ?? null,
      created_at: now,
    })
    .onConflict((conflict) => conflict.columns(['account_id', 'idempotency_key']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!row) return undefined
  const { source, expiresAt } = lot
  lots.set(row.id, { id: row.id, source, expiresAt, createdAt: now, isRevoked: false, left: 0 })
  return row.id
}

/** Notifies the user's pages that their credits changed. */
export async function tellCredits({ tx, accountId }: Ledger): Promise<void> {
  await publishEvent(tx, accountId, { kind: 'credits' })
}

/** Where credits come from. */
export const creditSources = ['gift', 'sign_up', 'purchase', 'staff'] as const
export type CreditSource = (typeof creditSources)[number]

/** Effect of a ledger entry. */
export const entryKinds = ['grant', 'hold', 'settle', 'release', 'refund', 'expiry', 'adjust'] as const
export type EntryKind = (typeof entryKinds)[number]

/** Credits granted at one time, which expire together. */
export interface CreditLot {
  readonly id: string
  readonly source: CreditSource
  readonly createdAt: Date
  /** Undefined for no end. */
  readonly expiresAt: Date | undefined
  /** Its payment was refunded: nothing of it can be spent any more. */
  readonly isRevoked: boolean
  readonly left: number
}

/** Days of validity for credits that return after their lot expired. */
export const RETURNED_CREDITS_DAYS = 7

/** Monthly credits of every customer, from the month after the sign-up on. */
export const MONTHLY_GIFT_CREDITS = 50

/** Whether a lot is expired. */
export function hasEnded({ expiresAt }: Pick<CreditLot, 'expiresAt'>, now: Date): boolean {
  return expiresAt !== undefined && expiresAt <= now
}

/** The spendable lots in the order of spending: first to expire, then first granted. */
export function spendable(lots: readonly CreditLot[], now: Date): CreditLot[] {
  const end = (lot: CreditLot): number => lot.expiresAt?.getTime() ?? Infinity
  return lots
    .filter((lot) => lot.left > 0 && !lot.isRevoked && !hasEnded(lot, now))
    .sort((a, b) => {
      const byEnd = end(a) === end(b) ? 0 : end(a) - end(b)
      return byEnd || a.createdAt.getTime() - b.createdAt.getTime() || (a.id < b.id ? -1 : 1)
    })
}

/** Credits of one lot. */
export interface CreditPart {
  readonly lotId: string
  readonly amount: number
}

/** What an amount takes of each lot; undefined if there is too little. */
export function takeCredits(lots: readonly CreditLot[], amount: number, now: Date): CreditPart[] | undefined {
  const parts: CreditPart[] = []
  let wanted = amount
  for (const { id, left } of spendable(lots, now)) {
    if (wanted === 0) break
    const taken = Math.min(left, wanted)
    parts.push({ lotId: id, amount: taken })
    wanted -= taken
  }
  return wanted === 0 ? parts : undefined
}

/** Target of returned credits: their lot, a new one, or their expired lot. */
export type ReturnPlace = 'lot' | 'new_lot' | 'ended' | 'revoked'

/**
 * Where returned credits go. For a task that the user cancelled they expire with their lot; for a failed task or a staff
 * refund they get a new lot for some days.
 */
export function returnPlace(lot: CreditLot, now: Date, isByUser: boolean): ReturnPlace {
  if (lot.isRevoked) return 'revoked'
  if (!hasEnded(lot, now)) return 'lot'
  return isByUser ? 'ended' : 'new_lot'
}

/** An entry in the audit. */
export interface AuditedEntry {
  readonly id: number
  readonly lotId: string
  readonly kind: EntryKind
  readonly amount: number
  /** The balance as written. */
  readonly balanceAfter: number
  readonly refType: string
  readonly refId: string
}

/** The first inconsistency of an entry. */
export interface LedgerDifference {
  readonly entryId: number
  readonly what: 'balance' | 'lot_overdrawn' | 'more_returned_than_taken' | 'closed_twice' | 'foreign_lot'
  readonly expected: number
  readonly found: number
}

/** The first entry of an account that disagrees with the entries before it, in their order. */
export function firstDifference(
  entries: readonly AuditedEntry[],
  lotIds: ReadonlySet<string>,
): LedgerDifference | undefined {
  const lots = new Map<string, number>()
  const tasks = new Map<string, { total: number; closings: Set<EntryKind> }>()
  let balance = 0
  for (const entry of entries) {
    const { id, lotId, kind, amount, balanceAfter } = entry
    const differs = (what: LedgerDifference['what'], expected: number, found: number) =>
      ({ entryId: id, what, expected, found }) as const
    balance += amount
    const left = (lots.get(lotId) ?? 0) + amount
    lots.set(lotId, left)
    if (!lotIds.has(lotId)) return differs('foreign_lot', 0, amount)
    if (balanceAfter !== balance) return differs('balance', balance, balanceAfter)
    if (left < 0) return differs('lot_overdrawn', 0, left)
    if (entry.refType !== 'task') continue
    const task = tasks.get(entry.refId) ?? { total: 0, closings: new Set() }
    tasks.set(entry.refId, task)
    if (isOfTask(kind, amount)) task.total += amount
    if (task.total > 0) return differs('more_returned_than_taken', 0, task.total)
    if (kind === 'settle' || kind === 'release') task.closings.add(kind)
    if (task.closings.size > 1) return differs('closed_twice', 1, task.closings.size)
  }
  return undefined
}

/** Entries of tasks that take or return credits; expiry and take-back concern the lot. */
function isOfTask(kind: EntryKind, amount: number): boolean {
  return kind === 'hold' || kind === 'release' || (kind === 'refund' && amount > 0)
}

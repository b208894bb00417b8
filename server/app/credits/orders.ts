import { hasEnded } from '#core/domain/credits.ts'
import type { Tx } from '../../store/db.ts'
import { newId } from '../../store/id.ts'
import { addEntry, type Ledger, openLedger, tellCredits } from './ledger.ts'

/** The credits of an order. */
interface OrderLot {
  readonly accountId: string
  readonly lotId: string
  readonly orderId: string
}

/** The target state of the lot. */
interface Wanted {
  /** Credits taken back in total. */
  readonly wanted: number
  /** Whether none may be spent, including credits that tasks return. */
  readonly isRevoked: boolean
}

/** Takes back credits whose payment was refunded, from what is left of their own lot only. */
export async function takeBackFromLot(tx: Tx, lot: OrderLot, { wanted, isRevoked }: Wanted, now: Date): Promise<void> {
  if (wanted === 0) return
  const ledger = await openLedger(tx, lot.accountId, now)
  if (isRevoked) await tx.updateTable('credit_grant').set({ revoked_at: now }).where('id', '=', lot.lotId).execute()
  const left = ledger.lots.get(lot.lotId)?.left ?? 0
  const amount = Math.min(left, wanted - (await takenOf(ledger, lot.lotId)))
  if (amount <= 0) return
  await addEntry(ledger, {
    lotId: lot.lotId,
    kind: 'refund',
    amount: -amount,
    refType: 'order',
    refId: `${lot.orderId} ${newId()}`,
  })
  await tellCredits(ledger)
}

/** Returns credits taken for a dispute that has ended. */
export async function giveBackToLot(tx: Tx, lot: OrderLot, { wanted, isRevoked }: Wanted, now: Date): Promise<void> {
  if (isRevoked) return
  const ledger = await openLedger(tx, lot.accountId, now)
  await tx.updateTable('credit_grant').set({ revoked_at: null }).where('id', '=', lot.lotId).execute()
  const amount = (await takenOf(ledger, lot.lotId)) - wanted
  if (amount <= 0) return
  const refId = `${lot.orderId} ${newId()}`
  const entry = { lotId: lot.lotId, refType: 'dispute', refId } as const
  await addEntry(ledger, { ...entry, kind: 'adjust', amount })
  const credits = ledger.lots.get(lot.lotId)
  if (credits && hasEnded(credits, now)) await addEntry(ledger, { ...entry, kind: 'expiry', amount: -amount })
  await tellCredits(ledger)
}

/** Credits taken from a lot because of its payment, less those returned. */
async function takenOf({ tx }: Ledger, lotId: string): Promise<number> {
  const { taken } = await tx
    .selectFrom('credit_entry')
    .select(({ fn }) => fn.sum<number | null>('amount').as('taken'))
    .where('grant_id', '=', lotId)
    .where((eb) =>
      eb.or([
        eb('ref_type', '=', 'order'),
        eb.and([eb('ref_type', 'in', ['task', 'dispute']), eb('kind', '=', 'adjust')]),
      ]),
    )
    .executeTakeFirstOrThrow()
  return -(taken ?? 0)
}

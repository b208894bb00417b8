import type { ColumnType, Generated } from 'kysely'
import type { CreditSource, EntryKind, LedgerDifference } from '#core/domain/credits.ts'
import type { DisputeState, OrderEnd, OrderState } from '#core/domain/orders.ts'

export interface CreditGrantTable {
  id: string
  account_id: string
  source: CreditSource
  /** The reason, for people. */
  reason: string
  /** Idempotency key, unique within the account. */
  idempotency_key: string
  expires_at: Date | null
  /** When its payment was refunded: nothing of it can be spent any more. */
  revoked_at: ColumnType<Date | null, never, Date | null>
  created_at: Generated<Date>
}

/** Rows are added and never changed, which the database enforces. */
export interface CreditEntryTable {
  id: Generated<number>
  account_id: string
  grant_id: string
  kind: EntryKind
  amount: number
  /** The account's balance after it. */
  balance_after: number
  /** The subject of the entry. */
  ref_type: string
  ref_id: string
  task_type: Generated<string>
  /** For people: name of the task, or the staff's reason. */
  note: Generated<string>
  created_at: Generated<Date>
}

/** A package of credits. Amounts are in the smallest unit of the currency. */
export interface SkuTable {
  id: string
  beans_buy: number
  beans_gift: number
  currency: string
  amount: number
  /** Days. */
  validity_period: number
  remark_content: Generated<string>
  remark_en: Generated<string>
  position: number
  is_offered: Generated<boolean>
}

/** A bought package and its payment facts; the state follows from them. */
export interface PurchaseOrderTable {
  id: string
  account_id: string
  sku_id: string
  credits: number
  currency: string
  amount: number
  validity_period: number
  state: Generated<OrderState>
  gateway: string
  /** The gateway's id of its checkout. */
  checkout_ref: string | null
  pay_url: string | null
  /** The payment that the credits were granted for. */
  payment_ref: string | null
  /** Amount refunded. */
  refunded: Generated<number>
  dispute: Generated<DisputeState>
  ended: OrderEnd | null
  grant_id: string | null
  invoice_number: number | null
  idempotency_key: string
  from_path: string
  success_url: string
  fail_url: string
  created_at: Generated<Date>
  expires_at: Date
  paid_at: Date | null
  /** When the gateway was last polled about it. */
  asked_at: Date | null
}

/** A gateway's event and its outcome. */
export interface PaymentEventTable {
  gateway: string
  id: string
  type: string
  order_id: string | null
  payment_ref: string | null
  outcome: string
  detail: Generated<string>
  created_at: Generated<Date>
}

/** The gateway's side of the built-in test checkout. */
export interface TestCheckoutTable {
  ref: string
  order_id: string
  amount: number
  currency: string
  state: Generated<'open' | 'paid' | 'failed' | 'cancelled' | 'expired'>
  payment_ref: string | null
  refunded: Generated<number>
  expires_at: Date
}

/** Result of an audit of all ledgers. */
export interface CreditAuditTable {
  id: Generated<number>
  created_at: Generated<Date>
  accounts: number
  entries: number
  /** The first entry with a wrong sum; null if there is none. */
  difference: ColumnType<(LedgerDifference & { accountId: string }) | null, string | null, never>
}

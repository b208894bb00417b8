import type { ColumnType, Generated } from 'kysely'
import type { KeyScope, WebhookEvent } from '#core/domain/api-keys.ts'
import type { OwnItem, OwnListKind } from '#core/domain/own-list.ts'
import type { Json } from './json.ts'

export interface AccountTable {
  id: string
  customer_type: number
  name: string | null
  email: string | null
  password_hash: string | null
  nickname: string
  ckey: string
  is_staff: Generated<boolean>
  auth_list: ColumnType<string[], string | undefined, string>
  company: Generated<string>
  mobile: Generated<string>
  logo_key: string | null
  /** Google's id of its account; null if none is connected. */
  google_sub: string | null
  /** Whether the user can read its mail: proved by a link in a letter or by Google. */
  email_verified: Generated<boolean>
  /** Whether the sign-up credits wait for a proved address. */
  gift_waits: Generated<boolean>
  /** The calendar by which the monthly gift ends. */
  time_zone: Generated<string>
  blocked_at: Date | null
  /** Date of its deletion; null unless requested. */
  delete_after: Date | null
  created_at: Generated<Date>
}

export interface SessionTable {
  token_hash: string
  account_id: string
  expires_at: Date
  /** Names the session to its owner. */
  id: Generated<string>
  /** The browser's description of itself. */
  device: Generated<string>
  created_at: Generated<Date>
  used_at: Generated<Date>
}

/** A started Google sign-in. */
export interface GoogleSignInTable {
  state_hash: string
  nonce: string
  verifier: string
  /** The page to return to. */
  redirect: string
  /** The account that started it; null without a session. */
  account_id: string | null
  expires_at: Date
}

/** A link in a letter, or of the operator. */
export interface EmailLinkTable {
  token_hash: string
  kind: 'proof' | 'password'
  account_id: string
  /** Null if the operator created it. */
  email: string | null
  created_at: Generated<Date>
  expires_at: Date
}

/** Macros or profiles of a user. */
export interface OwnListTable {
  account_id: string
  kind: OwnListKind
  revision: number
  items: Json<OwnItem[]>
  updated_at: Date
}

/** An API key; its secret is stored as a hash only. */
export interface ApiKeyTable {
  id: string
  account_id: string
  name: string
  /** The part of it that people see. */
  key: string
  secret_hash: string
  scopes: Json<KeyScope[]>
  per_minute: number
  /** Credits that its tasks may cost in a month; null for no limit. */
  month_credits: number | null
  created_at: Generated<Date>
}

/** A customer's address that is notified about tasks. */
export interface WebhookTable {
  id: string
  account_id: string
  url: string
  /** Signs deliveries. */
  secret: string
  events: Json<WebhookEvent[]>
  is_active: Generated<boolean>
  /** Consecutive failed attempts. */
  failures: Generated<number>
  /** Deliveries pause until then, since it keeps failing. */
  rests_until: Date | null
  created_at: Generated<Date>
}

/** A webhook delivery and its state. */
export interface WebhookDeliveryTable {
  id: string
  webhook_id: string
  account_id: string
  event: string
  body: string
  state: Generated<'pending' | 'delivered' | 'failed'>
  /** Of this round: a manual resend starts a new one. */
  attempts: Generated<number>
  round: Generated<number>
  /** HTTP status of the last answer. */
  status: number | null
  detail: Generated<string>
  next_at: Date | null
  created_at: Generated<Date>
  sent_at: Date | null
}

export interface DataExportTable {
  id: string
  account_id: string
  state: Generated<'pending' | 'ready' | 'failed'>
  progress: Generated<number>
  language: string
  blob_key: string | null
  size: Generated<number>
  created_at: Generated<Date>
  expires_at: Date | null
}

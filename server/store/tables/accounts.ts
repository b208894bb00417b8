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
  /** What Google calls its account; null where none is connected. */
  google_sub: string | null
  /** Whether the user has shown that they read its mail: by a link in a letter, or Google says so. */
  email_verified: Generated<boolean>
  /** Whether the credits of the start wait for a proved address. */
  gift_waits: Generated<boolean>
  /** By its calendar the gift of the month ends. */
  time_zone: Generated<string>
  blocked_at: Date | null
  /** When it is gone for good; null unless its owner deletes it. */
  delete_after: Date | null
  created_at: Generated<Date>
}

export interface SessionTable {
  token_hash: string
  account_id: string
  expires_at: Date
  /** Names it to its owner. */
  id: Generated<string>
  /** The browser's own description of itself. */
  device: Generated<string>
  created_at: Generated<Date>
  used_at: Generated<Date>
}

/** A sign-in at Google that was begun. */
export interface GoogleSignInTable {
  state_hash: string
  nonce: string
  verifier: string
  /** The page that was wanted. */
  redirect: string
  /** Who began it; null without a session. */
  account_id: string | null
  expires_at: Date
}

/** A link in a letter, or of the operator. */
export interface EmailLinkTable {
  token_hash: string
  kind: 'proof' | 'password'
  account_id: string
  /** Null where the operator made it. */
  email: string | null
  created_at: Generated<Date>
  expires_at: Date
}

/** Macros or profiles of a person. */
export interface OwnListTable {
  account_id: string
  kind: OwnListKind
  revision: number
  items: Json<OwnItem[]>
  updated_at: Date
}

/** A key of programs; its secret is kept as a hash alone. */
export interface ApiKeyTable {
  id: string
  account_id: string
  name: string
  /** What people see of it: a part of what programs send. */
  key: string
  secret_hash: string
  scopes: Json<KeyScope[]>
  per_minute: number
  /** Credits that tasks may cost in a month; null for no end. */
  month_credits: number | null
  created_at: Generated<Date>
}

/** An address of a customer that is told what becomes of tasks. */
export interface WebhookTable {
  id: string
  account_id: string
  url: string
  /** Signs what is sent. */
  secret: string
  events: Json<WebhookEvent[]>
  is_active: Generated<boolean>
  /** Attempts in a row that failed. */
  failures: Generated<number>
  /** Until then nothing is sent to it, since it keeps failing. */
  rests_until: Date | null
  created_at: Generated<Date>
}

/** Something told to a webhook, and how that went. */
export interface WebhookDeliveryTable {
  id: string
  webhook_id: string
  account_id: string
  event: string
  body: string
  state: Generated<'pending' | 'delivered' | 'failed'>
  /** Of this round: sending it again by hand begins a new one. */
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

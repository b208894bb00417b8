/** The permission of an account to have API keys. */
export const API_PERMISSION = 'jowoai.openapi/list'

/** Scopes of a key: read, change files and subtitles, start what costs credits. */
export const keyScopes = ['read', 'write', 'run'] as const
export type KeyScope = (typeof keyScopes)[number]

export const keyLimits = {
  /** Keys of an account. */
  keys: 20,
  name: 60,
  /** Calls a minute. */
  perMinute: { min: 1, max: 1000, usual: 120 },
  monthCredits: { min: 0, max: 100_000_000 },
} as const

/** Prefix of a key, which identifies it in logs. */
export const KEY_PREFIX = 'clk_'
const KEY_PATTERN = /^(clk_[A-Za-z0-9_-]{16})\.[A-Za-z0-9_-]{43}$/

/** The visible part of a key; undefined for an invalid one. */
export function publicPart(key: string): string | undefined {
  return KEY_PATTERN.exec(key)?.[1]
}

/** The key in an `Authorization` header; undefined if it has none. */
export function bearerKey(header: string): string | undefined {
  return /^Bearer +(\S+)$/i.exec(header)?.[1]
}

/** Remaining credits of a monthly cap; undefined without a cap. */
export function leftOfCap(cap: number | null, spent: number): number | undefined {
  return cap === null ? undefined : Math.max(0, cap - spent)
}

/** The first moment of a time's month in UTC, from which caps count. */
export function monthStart(now: Date): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1))
}

/** Events of a webhook. */
export const webhookEvents = ['task.succeeded', 'task.failed', 'chain.stopped', 'chain.ended'] as const
export type WebhookEvent = (typeof webhookEvents)[number]
/** A manual test delivery. */
export const WEBHOOK_TEST = 'test'

export const webhookLimits = {
  /** Addresses of an account. */
  hooks: 10,
  url: 2000,
  /** Time limit of an answer. */
  timeoutMs: 10_000,
  /** Consecutive failures after which an address is paused. */
  failures: 10,
  restMs: 5 * 60_000,
  /** How long deliveries are kept. */
  days: 30,
} as const

/** Seconds until the attempt after `attempts` failed ones; undefined if there is none. */
export function webhookPause(attempts: number, pauses: readonly number[]): number | undefined {
  return pauses[attempts - 1]
}

/** The signed text: time stamp and body, so that neither can be changed nor replayed. */
export function signedText(timestamp: number, body: string): string {
  return `${timestamp}.${body}`
}

/** The signature header: `t=1700000000,v1=…`. */
export function signatureHeader(timestamp: number, signature: string): string {
  return `t=${timestamp},v1=${signature}`
}

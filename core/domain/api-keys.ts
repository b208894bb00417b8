/** What an account needs to have keys for programs. */
export const API_PERMISSION = 'jowoai.openapi/list'

/** What a key may do: look, change files and subtitles, start what costs credits. */
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

/** A key begins with this: one in a log tells what it is. */
export const KEY_PREFIX = 'clk_'
const KEY_PATTERN = /^(clk_[A-Za-z0-9_-]{16})\.[A-Za-z0-9_-]{43}$/

/** The part of a key that people see; undefined for what is no key. */
export function publicPart(key: string): string | undefined {
  return KEY_PATTERN.exec(key)?.[1]
}

/** The key in an `Authorization` header; undefined where it holds none. */
export function bearerKey(header: string): string | undefined {
  return /^Bearer +(\S+)$/i.exec(header)?.[1]
}

/** What a cap leaves in a month: credits, or undefined where there is no cap. */
export function leftOfCap(cap: number | null, spent: number): number | undefined {
  return cap === null ? undefined : Math.max(0, cap - spent)
}

/** The first moment of a time's month, in UTC: caps count from there. */
export function monthStart(now: Date): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1))
}

/** What a webhook is told of. */
export const webhookEvents = ['task.succeeded', 'task.failed'] as const
export type WebhookEvent = (typeof webhookEvents)[number]
/** Sent by hand, to try an address. */
export const WEBHOOK_TEST = 'test'

export const webhookLimits = {
  /** Addresses of an account. */
  hooks: 10,
  url: 2000,
  /** How long an answer may take. */
  timeoutMs: 10_000,
  /** After so many failed attempts in a row an address rests. */
  failures: 10,
  restMs: 5 * 60_000,
  /** How long deliveries are kept. */
  days: 30,
} as const

/** Seconds until the attempt after `attempts` failed ones; undefined when there is none. */
export function webhookPause(attempts: number, pauses: readonly number[]): number | undefined {
  return pauses[attempts - 1]
}

/** What is signed: the time stamp and the body, so that neither can be changed and old ones can't be sent again. */
export function signedText(timestamp: number, body: string): string {
  return `${timestamp}.${body}`
}

/** The header with the signature: `t=1700000000,v1=…`. */
export function signatureHeader(timestamp: number, signature: string): string {
  return `t=${timestamp},v1=${signature}`
}

import { signedText } from '#core/domain/api-keys.ts'

/** A delivery. A repeated `id` is the same event. */
export interface WebhookEvent {
  readonly id: string
  /** `task.succeeded`, `task.failed`, `chain.stopped`, `chain.ended` or `test`. */
  readonly event: string
  readonly created_at: string
  /** Of a task or a chain; a test has fewer fields. */
  readonly data: {
    readonly task_id?: string
    readonly task_type?: string
    readonly task_name?: string
    readonly credits?: number
    readonly language?: string
    readonly previous_language?: string
    /** Subtitle version of the result; empty if there is none. */
    readonly file_id?: string
    /** Why the task failed; empty if it did not. */
    readonly fail_msg?: string
    readonly chain_id?: string
    /** Of a chain: `done`, `failed`, `cancelled`, `stopped` or `no_credits`. */
    readonly state?: string
  }
}

export interface VerifyOptions {
  /** Maximum age of a delivery in seconds; by default 300. */
  readonly toleranceSeconds?: number
}

const TOLERANCE_SECONDS = 300

/** A delivery with an invalid signature. */
export class WrongSignature extends Error {
  override readonly name = 'WrongSignature'
}

/**
 * Verifies and parses a delivery: `body` unparsed, `signature` from the header `cuelane-signature`, `secret` of the
 * address. Rejects with a WrongSignature.
 */
export async function verifyWebhook(
  body: string,
  signature: string,
  secret: string,
  { toleranceSeconds = TOLERANCE_SECONDS }: VerifyOptions = {},
): Promise<WebhookEvent> {
  const [, time = '', sent = ''] = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(signature) ?? []
  if (sent === '') throw new WrongSignature('The signature is missing or can’t be read')
  const isNow = Math.abs(Date.now() / 1000 - Number(time)) <= toleranceSeconds
  if (!isNow) throw new WrongSignature('The delivery is too old, or a clock is wrong')
  const encode = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text)
  const key = await crypto.subtle.importKey('raw', encode(secret), { name: 'HMAC', hash: 'SHA-256' }, false, ['verify'])
  const given = Uint8Array.from(sent.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
  const isSigned = await crypto.subtle.verify('HMAC', key, given, encode(signedText(Number(time), body)))
  if (!isSigned) throw new WrongSignature('The signature is not that of this secret')
  return JSON.parse(body) as WebhookEvent
}

import type { FastifyRequest } from 'fastify'
import { Refusal } from '../app/refusal.ts'
import { header } from './authenticate.ts'

const MB = 1024 ** 2
/** Largest body of an anonymous caller, in bytes: a version of some 40,000 cues. */
const VISITOR_BYTES = 8 * MB
/** Bytes of bodies per minute, of a visitor and of an account: more than any editing needs. */
const A_MINUTE = { visitor: 32 * MB, account: 128 * MB } as const
const MINUTE_MS = 60_000
/** Bodies up to this size are cheap and not counted. */
const LIGHT_BYTES = 512 * 1024

/** Counts callers' bytes in this process, before they are read. */
export class Bodies {
  private minute = 0
  private readonly sent = new Map<string, number>()

  /** A Refusal if the body is too large for this caller, or the caller has sent too much this minute. */
  take(
    request: FastifyRequest,
    { caller, isVisitor, most }: { caller: string; isVisitor: boolean; most: number },
  ): void {
    const bytes = lengthOf(request, most)
    if (isVisitor && bytes > VISITOR_BYTES) throw new Refusal('refused', 'visitor_too_large', { n: VISITOR_BYTES / MB })
    if (bytes <= LIGHT_BYTES) return
    const minute = Math.floor(Date.now() / MINUTE_MS)
    if (minute !== this.minute) this.sent.clear()
    this.minute = minute
    const sent = this.sent.get(caller) ?? 0
    // A first one is accepted at any size, which the call itself limits.
    if (sent > 0 && sent + bytes > A_MINUTE[isVisitor ? 'visitor' : 'account'])
      throw new Refusal('busy', 'sent_too_much', {
        n: 60 - new Date().getSeconds(),
      })
    this.sent.set(caller, sent + bytes)
  }
}

/** Whether a body is cheap to read, whatever its content. */
export const isLight = (request: FastifyRequest): boolean => lengthOf(request, Infinity) <= LIGHT_BYTES

/** A body's bytes; one without a length counts as the call's limit. */
function lengthOf(request: FastifyRequest, most: number): number {
  if (header(request, 'transfer-encoding') !== '') return most
  const bytes = Number(header(request, 'content-length')) || 0
  // A larger one is refused unread.
  return bytes > most ? 0 : bytes
}

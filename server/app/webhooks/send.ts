import { createHmac } from 'node:crypto'
import { signatureHeader, signedText, webhookLimits, webhookPause } from '#core/domain/api-keys.ts'
import type { BackgroundJob } from '../../store/queue.ts'
import type { Deps } from '../deps.ts'
import { ImportFault } from '../imports/fault.ts'
import { type Failure, failureText } from '../messages.ts'
import { webhookSecret } from './secrets.ts'

interface Outcome {
  readonly status: number | null
  /** Undefined if the address accepted it. */
  readonly failure: Failure | undefined
}

/** Sends a due delivery. A failed one is retried, later each time, until the pauses are used up. */
export async function sendDelivery(
  deps: Pick<Deps, 'db' | 'queue' | 'secrets' | 'web' | 'webhookPauses'>,
  { id, round = 1 }: BackgroundJob,
  stopping: AbortSignal,
): Promise<void> {
  const { db, queue, webhookPauses } = deps
  const row = await db
    .selectFrom('webhook_delivery')
    .innerJoin('webhook', 'webhook.id', 'webhook_delivery.webhook_id')
    .selectAll('webhook_delivery')
    .select(['webhook.url', 'webhook.secret', 'webhook.is_active', 'webhook.failures', 'webhook.rests_until'])
    .where('webhook_delivery.id', '=', id)
    .executeTakeFirst()
  // A paused address gets its missed deliveries by hand, from the page.
  if (!row || row.round !== round || row.state !== 'pending') return
  const isResting = row.rests_until !== null && row.rests_until.getTime() > Date.now()
  const { status, failure } = !row.is_active
    ? { status: null, failure: { key: 'webhook_paused' } }
    : isResting
      ? { status: null, failure: { key: 'webhook_rests', params: { n: webhookLimits.failures } } }
      : await post(
          deps,
          { ...row, secret: webhookSecret(deps.secrets, { id: row.webhook_id, secret: row.secret }) },
          stopping,
        )
  const attempts = row.attempts + 1
  const pause = failure && row.is_active ? webhookPause(attempts, webhookPauses) : undefined
  await db.transaction().execute(async (tx) => {
    const changed = await tx
      .updateTable('webhook_delivery')
      .set({
        attempts,
        status,
        state: failure === undefined ? 'delivered' : pause === undefined ? 'failed' : 'pending',
        detail: failure === undefined ? '' : failureText(failure),
        next_at: pause === undefined ? null : new Date(Date.now() + 1000 * pause),
        ...(failure === undefined && { sent_at: new Date() }),
      })
      .where('id', '=', id)
      .where('round', '=', round)
      .where('attempts', '=', row.attempts)
      .returning('id')
      .executeTakeFirst()
    if (changed && pause !== undefined)
      await queue.sendBackgroundJob(tx, { kind: 'webhook', id, round }, { group: row.account_id, afterSeconds: pause })
    if (!changed || !row.is_active || isResting) return
    const failures = failure === undefined ? 0 : row.failures + 1
    const rests_until = failures < webhookLimits.failures ? null : new Date(Date.now() + webhookLimits.restMs)
    await tx.updateTable('webhook').set({ failures, rests_until }).where('id', '=', row.webhook_id).execute()
  })
}

async function post(
  { web }: Pick<Deps, 'web'>,
  { id, url, secret, event, body }: { id: string; url: string; secret: string; event: string; body: string },
  stopping: AbortSignal,
): Promise<Outcome> {
  const timestamp = Math.floor(Date.now() / 1000)
  const signature = createHmac('sha256', secret).update(signedText(timestamp, body)).digest('hex')
  const timeout = AbortSignal.timeout(webhookLimits.timeoutMs)
  try {
    const answer = await web.open({
      url,
      method: 'POST',
      redirects: 0,
      headers: {
        'content-type': 'application/json',
        'cuelane-event': event,
        'cuelane-delivery': id,
        'cuelane-signature': signatureHeader(timestamp, signature),
      },
      body,
      signal: AbortSignal.any([stopping, timeout]),
    })
    // The body is not needed.
    answer.body.destroy()
    const { status } = answer
    const isTaken = status >= 200 && status < 300
    return { status, failure: isTaken ? undefined : { key: 'webhook_status', params: { status } } }
  } catch (error) {
    stopping.throwIfAborted()
    if (timeout.aborted)
      return {
        status: null,
        failure: { key: 'webhook_timeout', params: { seconds: webhookLimits.timeoutMs / 1000 } },
      }
    if (!(error instanceof ImportFault)) throw error
    return { status: null, failure: { key: error.key, params: error.params } }
  }
}

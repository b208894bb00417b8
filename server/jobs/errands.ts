import type { FastifyBaseLogger } from 'fastify'
import type { Deps } from '../app/deps.ts'
import { sendMail } from '../app/mail/send.ts'
import { makeExport } from '../app/privacy/export.ts'
import { sendDelivery } from '../app/webhooks/send.ts'
import type { Errand } from '../store/queue.ts'

type Log = Pick<FastifyBaseLogger, 'info' | 'error'>

/** Does an errand. What goes wrong is logged and thrown, and the queue hands the errand out again. */
export async function runErrand(deps: Deps, log: Log, errand: Errand, signal: AbortSignal): Promise<void> {
  try {
    if (errand.kind === 'mail') await sendMail(deps, errand.id)
    if (errand.kind === 'webhook') await sendDelivery(deps, errand, signal)
    if (errand.kind === 'export') await makeExport(deps, errand.id, signal)
  } catch (err) {
    if (!signal.aborted) log.error({ errand: errand.kind, id: errand.id, err }, 'an errand failed')
    throw err
  }
}

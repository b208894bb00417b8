import type { FastifyBaseLogger } from 'fastify'
import { advanceChain } from '../app/chains/advance.ts'
import type { Deps } from '../app/deps.ts'
import { sendMail } from '../app/mail/send.ts'
import { makeExport } from '../app/privacy/export.ts'
import { sendDelivery } from '../app/webhooks/send.ts'
import type { BackgroundJob } from '../store/queue.ts'

type Log = Pick<FastifyBaseLogger, 'info' | 'error'>

/** Runs a background job; a failure is logged and thrown, so that the queue retries the job. */
export async function runBackgroundJob(deps: Deps, log: Log, job: BackgroundJob, signal: AbortSignal): Promise<void> {
  try {
    if (job.kind === 'mail') await sendMail(deps, job.id)
    if (job.kind === 'webhook') await sendDelivery(deps, job, signal)
    if (job.kind === 'chain') await advanceChain(deps, job.id, signal)
    if (job.kind === 'export') await makeExport(deps, job.id, signal)
  } catch (err) {
    if (!signal.aborted) log.error({ backgroundJob: job.kind, id: job.id, err }, 'a background job failed')
    throw err
  }
}

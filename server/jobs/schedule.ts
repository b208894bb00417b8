import type { FastifyBaseLogger } from 'fastify'
import type { Deps } from '../app/deps.ts'
import { sweeps } from './sweeps/index.ts'
import type { Sweep } from './sweeps/sweep.ts'

type Log = Pick<FastifyBaseLogger, 'info' | 'error'>

/** Runs every sweep at its times, in one process of the installation at a time. */
export async function startSchedule(deps: Deps, log: Log, list: readonly Sweep[] = sweeps): Promise<void> {
  await deps.queue.repeat(
    list.map((sweep) => ({ name: sweep.name, cron: sweep.cron, run: () => runSweep(deps, log, sweep) })),
  )
}

/** One run of a sweep. A fault is logged: the next run is scheduled anyway. */
async function runSweep(deps: Deps, log: Log, sweep: Sweep): Promise<void> {
  try {
    const onFault = (id: string, err: unknown): void => log.error({ sweep: sweep.name, id, err }, 'left in place')
    const cleared = await sweep.run(deps, new Date(), onFault)
    if (cleared > 0) log.info({ sweep: sweep.name, cleared }, 'cleared away')
  } catch (err) {
    log.error({ sweep: sweep.name, err }, 'a sweep failed')
  }
}

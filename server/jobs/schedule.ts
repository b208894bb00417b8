import type { FastifyBaseLogger } from 'fastify'
import type { Deps } from '../app/deps.ts'
import { sweeps, workFolderSweep } from './sweeps/index.ts'
import type { Sweep } from './sweeps/sweep.ts'

type Log = Pick<FastifyBaseLogger, 'info' | 'error'>

/** Runs every sweep at its times, in one process of the installation at a time. */
export async function startSchedule(deps: Deps, log: Log, list: readonly Sweep[] = sweeps): Promise<void> {
  await deps.queue.repeat(
    list.map((sweep) => ({ name: sweep.name, cron: sweep.cron, run: () => runSweep(deps, log, sweep) })),
  )
}

const HOUR_MS = 60 * 60 * 1000

/** Clears the working folders of this machine, now and every hour, in each process; returns a function that ends it. */
export function startClearing(deps: Deps, log: Log): () => Promise<void> {
  const run = (): Promise<void> => runSweep(deps, log, workFolderSweep)
  let last = run()
  const timer = setInterval(() => (last = last.then(run)), HOUR_MS)
  return () => {
    clearInterval(timer)
    return last
  }
}

/** One run of a sweep. A fault is logged: the next run is scheduled anyway. */
async function runSweep(deps: Deps, log: Log, sweep: Omit<Sweep, 'cron'>): Promise<void> {
  try {
    const onFault = (id: string, err: unknown): void => log.error({ sweep: sweep.name, id, err }, 'left in place')
    const cleared = await sweep.run(deps, new Date(), onFault)
    if (cleared > 0) log.info({ sweep: sweep.name, cleared }, 'cleared away')
  } catch (err) {
    log.error({ sweep: sweep.name, err }, 'a sweep failed')
  }
}

import { waitingChains } from '../../app/chains/read.ts'
import { sendChain } from '../../app/chains/steps.ts'
import { clearEach, type Sweep } from './sweep.ts'

const QUIET_MS = 20_000

/** Continues chains that wait for credits, whose videos were deleted, or whose jobs were lost. */
export const chainSweep: Sweep = {
  name: 'waiting-chains',
  cron: '* * * * *',
  run: async (deps, now, onFault) => {
    const due = await waitingChains(deps, new Date(now.getTime() - QUIET_MS))
    await clearEach(due, ({ id }) => deps.db.transaction().execute((tx) => sendChain(deps, tx, id)), onFault)
    return 0
  },
}

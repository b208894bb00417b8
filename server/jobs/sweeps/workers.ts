import { removeGoneWorkers } from '../../engines/heartbeat.ts'
import type { Sweep } from './sweep.ts'

/** Workers that gave no sign of life, with their offers. */
export const workerSweep: Sweep = {
  name: 'gone-workers',
  cron: '* * * * *',
  run: ({ db }) => removeGoneWorkers(db),
}

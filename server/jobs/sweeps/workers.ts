import { removeGoneWorkers } from '../../engines/heartbeat.ts'
import type { Sweep } from './sweep.ts'

/** Workers without heartbeats, with their offers. */
export const workerSweep: Sweep = {
  name: 'gone-workers',
  cron: '* * * * *',
  run: ({ db }) => removeGoneWorkers(db),
}

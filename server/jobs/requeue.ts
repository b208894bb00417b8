import type { ResourceClass } from '#core/domain/resources.ts'
import type { TaskRow } from '../app/tasks/attempts.ts'
import type { Deps } from '../app/deps.ts'
import { offersOf } from '../engines/offers.ts'
import type { EngineMissing } from '../engines/registry.ts'
import { sendAgain } from './send-again.ts'

/** Delay before the task can be taken again: this worker may be the first to ask. */
const DELAY_SECONDS = 2

/** Queues a task again if another worker has the engine that this one lacks; the attempt does not count. False if none has. */
export async function requeueForCapableWorker(
  deps: Deps,
  task: TaskRow,
  resources: ResourceClass,
  { port, need }: EngineMissing,
): Promise<boolean> {
  if (!(await offersOf(deps.db)).taking(resources).can(port, need)) return false
  await sendAgain(deps, task, resources, { afterSeconds: DELAY_SECONDS, attempts: task.attempts - 1 })
  return true
}

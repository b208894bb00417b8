import type { ResourceClass } from '#core/domain/resources.ts'
import { shouldYield, turnOf } from '../app/tasks/turns.ts'
import type { TaskRow } from '../app/tasks/attempts.ts'
import type { Deps } from '../app/deps.ts'
import { sendAgain } from './send-again.ts'

/** Ends an attempt between two steps in favour of an account that has nothing running; the task is queued again. */
export class TaskPaused extends Error {}

/** A signal that ends an attempt which should yield; checked before each step except the first. */
export function preemptionSignal(
  deps: Deps,
  task: TaskRow,
  resources: ResourceClass | undefined,
): { signal: AbortSignal; beforeStep: () => Promise<void> } {
  const control = new AbortController()
  let isFirst = true
  const beforeStep = async (): Promise<void> => {
    // The first step always runs: an attempt without progress could be preempted for ever.
    const isAsked = !isFirst && resources !== undefined
    isFirst = false
    if (isAsked && (await shouldYield(deps, task, resources))) control.abort(new TaskPaused(`Task ${task.id} yields`))
  }
  return { signal: control.signal, beforeStep }
}

/** Queues a preempted task behind the tasks that wait; the attempt does not count. */
export async function requeueAtBack(deps: Deps, task: TaskRow, resources: ResourceClass): Promise<void> {
  const turn = await deps.db.transaction().execute((tx) => turnOf(deps, tx, task.account_id, resources))
  await sendAgain(deps, task, resources, { afterSeconds: 0, attempts: task.attempts - 1, turn })
}

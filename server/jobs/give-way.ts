import type { ResourceClass } from '#core/domain/resources.ts'
import { makesRoom, turnOf } from '../app/tasks/turns.ts'
import type { TaskRow } from '../app/tasks/attempts.ts'
import type { Deps } from '../app/deps.ts'
import { sendAgain } from './send-again.ts'

/** The attempt ends between two steps for an account that has nothing running; the task goes on at its next turn. */
export class TaskPaused extends Error {}

/** A signal that ends an attempt where it is to make room; asked before each step but its first one. */
export function givingWay(
  deps: Deps,
  task: TaskRow,
  resources: ResourceClass | undefined,
): { signal: AbortSignal; beforeStep: () => Promise<void> } {
  const control = new AbortController()
  let isFirst = true
  const beforeStep = async (): Promise<void> => {
    // An attempt that does nothing would be paused for ever.
    const isAsked = !isFirst && resources !== undefined
    isFirst = false
    if (isAsked && (await makesRoom(deps, task, resources))) control.abort(new TaskPaused(`Task ${task.id} makes room`))
  }
  return { signal: control.signal, beforeStep }
}

/** Puts a paused task behind those who wait; the attempt does not count. */
export async function queueBehind(deps: Deps, task: TaskRow, resources: ResourceClass): Promise<void> {
  const turn = await deps.db.transaction().execute((tx) => turnOf(deps, tx, task.account_id, resources))
  await sendAgain(deps, task, resources, { afterSeconds: 0, attempts: task.attempts - 1, turn })
}

import type { Batch } from '#core/contract/batch.ts'
import type { Task } from '#core/contract/task.ts'
import { describeTaskState, TaskState } from '#core/domain/task.ts'

/** A task of the tray, or a batch in place of its tasks. */
export type TrayRow =
  | { readonly key: string; readonly task: Task; readonly batch?: undefined; readonly taskIds: readonly string[] }
  | { readonly key: string; readonly batch: Batch; readonly taskIds: readonly string[] }

/** Running first, then waiting, failed and done. */
const order: readonly number[] = [TaskState.running, TaskState.queued, TaskState.failed, TaskState.succeeded]

/** Rows of unfinished tasks, and of ended ones that were not looked at; a batch of several tasks has one row. */
export function trayRows(tasks: readonly Task[], batches: readonly Batch[]): TrayRow[] {
  const sorted = tasks.toSorted((one, other) => order.indexOf(one.state) - order.indexOf(other.state))
  const rows = new Map<string, TrayRow>()
  for (const task of sorted) {
    const batch = batches.find(({ batch_id, task_sum }) => batch_id === task.batch_id && task_sum > 1)
    const key = batch ? batch.batch_id : task.task_id
    const taskIds = [...(rows.get(key)?.taskIds ?? []), task.task_id]
    rows.set(key, batch ? { key, batch, taskIds } : { key, task, taskIds })
  }
  return [...rows.values()]
}

/** Whether a row's work goes on. */
export function isOngoingRow(row: TrayRow): boolean {
  return row.batch ? row.batch.task_sum_ing > 0 : describeTaskState(row.task.state).isOngoing
}

/** How many rows go on, failed, and are done. */
export function countRows(rows: readonly TrayRow[]): { running: number; failed: number; done: number } {
  const ended = rows.filter((row) => !isOngoingRow(row))
  const failed = ended.filter((row) =>
    row.batch ? row.batch.task_sum_fail > 0 : row.task.state === TaskState.failed,
  ).length
  return { running: rows.length - ended.length, failed, done: ended.length - failed }
}

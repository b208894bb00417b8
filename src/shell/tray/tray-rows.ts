import type { Batch } from '#core/contract/batch.ts'
import type { Chain } from '#core/contract/chain.ts'
import type { Task } from '#core/contract/task.ts'
import type { ChainState } from '#core/domain/chain.ts'
import { describeTaskState, TaskState } from '#core/domain/task.ts'

/** A task of the tray, or a batch or chain in place of its tasks. */
export type TrayRow = { readonly key: string; readonly taskIds: readonly string[] } & (
  | { readonly task: Task; readonly batch?: undefined; readonly chain?: undefined }
  | { readonly batch: Batch; readonly chain?: undefined }
  | { readonly chain: Chain; readonly batch?: undefined }
)

/** Running first, then waiting, failed and done. */
const order: readonly number[] = [TaskState.running, TaskState.queued, TaskState.failed, TaskState.succeeded]

/**
 * Rows of unfinished tasks, and of ended ones that were not looked at; a batch of several tasks has one row, and a chain,
 * which comes first.
 */
export function trayRows(tasks: readonly Task[], batches: readonly Batch[], chains: readonly Chain[] = []): TrayRow[] {
  const sorted = tasks.toSorted((one, other) => order.indexOf(one.state) - order.indexOf(other.state))
  const rows = new Map<string, TrayRow>(
    chains.map((chain) => [chain.chain_id, { key: chain.chain_id, chain, taskIds: [] }]),
  )
  for (const task of sorted) {
    const chain = chains.find(({ chain_id }) => chain_id === task.chain_id)
    const batch = batches.find(({ batch_id, task_sum }) => batch_id === task.batch_id && task_sum > 1)
    const key = chain?.chain_id ?? batch?.batch_id ?? task.task_id
    const taskIds = [...(rows.get(key)?.taskIds ?? []), task.task_id]
    rows.set(key, chain ? { key, chain, taskIds } : batch ? { key, batch, taskIds } : { key, task, taskIds })
  }
  return [...rows.values()]
}

const overStates: ReadonlySet<ChainState> = new Set(['done', 'failed', 'cancelled'])

/** Whether a row's work goes on, or waits for the user. */
export function isOngoingRow(row: TrayRow): boolean {
  if (row.chain) return !overStates.has(row.chain.state)
  return row.batch ? row.batch.task_sum_ing > 0 : describeTaskState(row.task.state).isOngoing
}

/** Whether a row waits for the user: for corrections or credits. */
export const waitsForUser = ({ chain }: TrayRow): boolean => chain?.state === 'stopped' || chain?.state === 'no_credits'

export interface TrayCounts {
  readonly running: number
  readonly waiting: number
  readonly failed: number
  readonly done: number
}

/** How many rows go on, wait for the user, failed, and are done. */
export function countRows(rows: readonly TrayRow[]): TrayCounts {
  const ended = rows.filter((row) => !isOngoingRow(row))
  const waiting = rows.filter(waitsForUser).length
  const failed = ended.filter(hasFailed).length
  return { running: rows.length - ended.length - waiting, waiting, failed, done: ended.length - failed }
}

function hasFailed(row: TrayRow): boolean {
  if (row.chain) return row.chain.state === 'failed'
  return row.batch ? row.batch.task_sum_fail > 0 : row.task.state === TaskState.failed
}

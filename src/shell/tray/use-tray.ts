import { useSnapshot } from 'valtio'
import { call } from '#src/api/call.ts'
import { refresh, useCall } from '#src/api/hooks.ts'
import { notifyFailure } from '#src/api/notify-failure.ts'
import { account } from '#src/api/session.ts'
import { type TrayRow, trayRows } from './tray-rows.ts'

/** Most ended tasks and batches of the tray: the history has all. */
const SHOWN = 20

/** The user's tasks that wait, run, or ended within a day and were not looked at; the server's lists, kept current by events. */
export function useTray(): readonly TrayRow[] {
  const { user } = useSnapshot(account)
  const isCustomer = user?.is_vistor === false
  const { data: running } = useCall('listRunning', isCustomer ? {} : undefined)
  const { data: ended } = useCall('listTasks', isCustomer ? { unread: '1', days: 1, page_size: SHOWN } : undefined)
  const tasks = [...(running?.list ?? []), ...(ended?.list ?? [])]
  const hasBatch = tasks.some(({ batch_id }) => batch_id !== '')
  const { data: batches } = useCall('listBatches', hasBatch ? { page_size: SHOWN } : undefined)
  const { data: chains } = useCall('listChains', isCustomer ? { unread: '1' } : undefined)
  // Between two answers a task can be in both lists.
  const newest = new Map(tasks.map((task) => [task.task_id, task]))
  return trayRows([...newest.values()], batches?.list ?? [], chains?.list ?? [])
}

/** Takes ended rows off the tray of all of the user's browsers. */
export async function dismiss(rows: readonly TrayRow[]): Promise<void> {
  const task_ids = rows.flatMap(({ taskIds }) => taskIds)
  const chain_ids = rows.flatMap(({ chain }) => chain?.chain_id ?? [])
  try {
    if (chain_ids.length > 0) await call('readChains', { chain_ids })
    if (task_ids.length > 0) await call('readTasks', { task_ids })
    await refresh('listTasks', 'sumTasks', 'listChains')
  } catch (error) {
    notifyFailure(error)
  }
}

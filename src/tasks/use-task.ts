import type { InputOf } from '#core/contract/index.ts'
import type { Task } from '#core/contract/task.ts'
import { useSnapshot } from 'valtio'
import { account } from '#src/api/session.ts'
import { useCall } from '#src/api/hooks.ts'

type Filter = Pick<InputOf<'listTasks'>, 'video_id' | 'task_type'>

/** The newest task that a filter matches; undefined while unknown, or if there is none. */
export function useNewestTask(filter: Filter | undefined): Task | undefined {
  const { user } = useSnapshot(account)
  const { data } = useCall('listTasks', user?.is_vistor === false && filter ? { ...filter, page_size: 1 } : undefined)
  return data?.list[0]
}

/** An unfinished task by its id. */
export function useOngoingTask(taskId: string | undefined): Task | undefined {
  const { data } = useCall('listRunning', taskId === undefined ? undefined : {})
  return data?.list.find(({ task_id }) => task_id === taskId)
}

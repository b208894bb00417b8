import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { Task } from '#core/contract/task.ts'
import { useCall } from '#src/api/hooks.ts'
import { BatchState } from '#src/tasks/BatchState.tsx'
import { kindOf } from '#src/tasks/kinds.ts'
import { TaskState } from '#src/tasks/TaskState.tsx'
import { Failing } from '#src/ui/Failing.tsx'
import { formatAgo } from '#src/ui/format.ts'
import { Film, History } from '#src/ui/icons.ts'
import { NonIdealState } from '#src/ui/NonIdealState.tsx'

const SHOWN = 3

const BATCHES = 2

interface Props {
  /** Called with the selected task. */
  onOpen: (task: Task) => void
  /** Called when the user navigates from here. */
  onLeave: () => void
}

/** Unfinished batches, and the newest tasks. */
export function RecentTasks({ onOpen, onLeave }: Props): ReactNode {
  const { t } = useTranslation('shell')
  const { data, error, isValidating, mutate } = useCall('listTasks', { page: 1, page_size: SHOWN })
  const tasks = data?.list ?? []
  if (!data && error) {
    return (
      <Failing
        title={t('no_tasks_read')}
        text={error.isOffline ? t('common:offline') : error.message}
        busy={isValidating}
        onRetry={() => void mutate()}
      />
    )
  }
  return (
    <>
      <OngoingBatches onLeave={onLeave} />
      <h2>{t('recent_tasks')}</h2>
      {data && tasks.length === 0 && (
        <NonIdealState
          className="recent-none"
          icon={<History size={28} />}
          title={t('no_tasks_yet')}
          description={t('no_tasks_yet_text')}
        />
      )}
      <ul aria-busy={!data}>
        {tasks.map((one) => (
          <RecentTask key={one.task_id} task={one} onOpen={() => onOpen(one)} />
        ))}
      </ul>
    </>
  )
}

/** Progress of the newest batches; hidden if none is unfinished. */
function OngoingBatches({ onLeave }: { onLeave: () => void }): ReactNode {
  const { t } = useTranslation('tasks')
  const { data } = useCall('listBatches', { page_size: BATCHES })
  const ongoing = data?.list.filter(({ task_sum_ing }) => task_sum_ing > 0) ?? []
  if (ongoing.length === 0) return null
  return (
    <>
      <h2>{t('batches')}</h2>
      <ul>
        {ongoing.map((batch) => (
          <li key={batch.batch_id}>
            <Link className="recent-batch" to={`/lab/pro/batch/${batch.batch_id}`} onClick={onLeave}>
              <span className="ellipsis">
                {t(kindOf(batch.task_type)?.name ?? 'type_other')} · {batch.folder_name}
              </span>
              <BatchState batch={batch} />
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}

function RecentTask({ task, onOpen }: { task: Task; onOpen: () => void }): ReactNode {
  const { t } = useTranslation('tasks')
  const kind = kindOf(task.task_type)
  return (
    <li>
      <button type="button" className="recent-task" onClick={onOpen}>
        <span className="recent-task-cover">{task.cover ? <img src={task.cover} alt="" /> : <Film />}</span>
        <span className="recent-task-text">
          <strong className="ellipsis">{task.task_name}</strong>
          <span className="muted">
            {t(kind?.name ?? 'type_other')} · {formatAgo(task.create_time)}
          </span>
          <TaskState task={task} />
        </span>
      </button>
    </li>
  )
}

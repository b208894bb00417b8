import './tray.css'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { Task } from '#core/contract/task.ts'
import { describeTaskState } from '#core/domain/task.ts'
import { BatchState } from '#src/tasks/BatchState.tsx'
import { kindOf } from '#src/tasks/kinds.ts'
import { RetryButton } from '#src/tasks/TaskInPlace.tsx'
import { CancelButton } from '#src/tasks/TaskProgress.tsx'
import { TaskState } from '#src/tasks/TaskState.tsx'
import { IconButton } from '#src/ui/IconButton.tsx'
import { Cross } from '#src/ui/icons.ts'
import { isOngoingRow, type TrayRow } from './tray-rows.ts'
import { dismiss } from './use-tray.ts'

/** Tasks with progress, results and failures. */
export function TrayList({ rows }: { rows: readonly TrayRow[] }): ReactNode {
  return (
    <ul className="tray-list">
      {rows.map((row) => (
        <Row key={row.key} row={row} />
      ))}
    </ul>
  )
}

function Row({ row }: { row: TrayRow }): ReactNode {
  const { t } = useTranslation('tasks')
  const { batch, taskIds } = row
  const kind = t(kindOf(batch ? batch.task_type : row.task.task_type)?.name ?? 'type_other')
  const name = batch ? batch.folder_name : row.task.task_name
  return (
    <li className="tray-row" data-row={row.key} data-ongoing={isOngoingRow(row)}>
      <span className="tray-name">
        {batch ? (
          <Link className="ellipsis" to={`/lab/pro/batch/${batch.batch_id}`}>
            {name}
          </Link>
        ) : (
          <span className="ellipsis" data-tip={name} data-tip-cut>
            {name}
          </span>
        )}
        <span className="muted">{batch ? `${t('tray_batch')} · ${kind}` : kind}</span>
      </span>
      {batch ? <BatchState batch={batch} /> : <TaskState task={row.task} isWide />}
      <span className="tray-acts">
        {!batch && <TaskActs task={row.task} />}
        {!isOngoingRow(row) && (
          <IconButton
            size="small"
            icon={<Cross />}
            label={t('tray_dismiss', { name })}
            onClick={() => void dismiss(taskIds)}
          />
        )}
      </span>
    </li>
  )
}

function TaskActs({ task }: { task: Task }): ReactNode {
  const { name: state, canDownload } = describeTaskState(task.state)
  const kind = kindOf(task.task_type)
  if (state === 'queued') return <CancelButton task={task} />
  if (state === 'failed') return <RetryButton task={task} />
  return canDownload && kind ? <kind.Result task={task} /> : null
}

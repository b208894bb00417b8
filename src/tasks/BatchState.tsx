import './tasks.css'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Batch } from '#core/contract/batch.ts'
import { formatShare } from '#src/ui/format.ts'
import { Progress } from '#src/ui/Progress.tsx'

/** A batch's progress while tasks are unfinished, then their outcomes. */
export function BatchState({ batch }: { batch: Batch }): ReactNode {
  const { t } = useTranslation('tasks')
  const { task_sum, task_sum_ing, task_sum_success, task_sum_fail } = batch
  const ended = task_sum - task_sum_ing
  if (task_sum_ing === 0)
    return <span className="muted">{t('batch_ended', { done: task_sum_success, failed: task_sum_fail })}</span>
  const label = t('batch_going', { done: ended, all: task_sum })
  return (
    <div className="task-running">
      <div>
        <span className="ellipsis">{label}</span>
        <span className="muted">{formatShare(ended / Math.max(1, task_sum))}</span>
      </div>
      <Progress value={ended / Math.max(1, task_sum)} label={label} />
    </div>
  )
}

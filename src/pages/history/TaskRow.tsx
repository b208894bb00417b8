import { memo, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Task } from '#core/contract/task.ts'
import { endedAtMask } from '#core/domain/erase.ts'
import { describeTaskState } from '#core/domain/task.ts'
import { reportTask } from '#src/shell/dialogs/report-task.ts'
import { CompareDialog } from '#src/tasks/CompareDialog.tsx'
import { LookAtMask } from '#src/tasks/erase-mask/LookAtMask.tsx'
import { kindOf } from '#src/tasks/kinds.ts'
import { RemoveTask } from '#src/tasks/RemoveTask.tsx'
import { RetryDialog } from '#src/tasks/RetryDialog.tsx'
import { isPaidBack, taskLanguages } from '#src/tasks/task-words.ts'
import { TaskState } from '#src/tasks/TaskState.tsx'
import { Button } from '#src/ui/Button.ts'
import { Checkbox } from '#src/ui/Checkbox.ts'
import { formatAgo, formatLength, formatNumber } from '#src/ui/format.ts'
import { IconButton } from '#src/ui/IconButton.tsx'
import { Comment, Film, Refresh, Trash } from '#src/ui/icons.ts'
import { useLanguageNames } from '#src/ui/language-names.ts'

interface RowProps {
  task: Task
  /** From 0. */
  index: number
  /** Called with the element: a row may be higher than most. */
  measure: (element: HTMLElement | null) => void
  isChosen: boolean
  onChoose: (taskId: string) => void
}

/** A task of the history: subject, languages, state, price, time and acts. */
export const TaskRow = memo(function TaskRow({ task, index, measure, isChosen, onChoose }: RowProps): ReactNode {
  const { t, i18n } = useTranslation('tasks')
  const [isOpen, setOpen] = useState(false)
  const nameOf = useLanguageNames()
  const kind = kindOf(task.task_type)
  const { name: state } = describeTaskState(task.state)
  return (
    <tr
      ref={measure}
      data-index={index}
      data-task={task.task_id}
      data-type={task.task_type}
      data-state={state}
      data-chosen={isChosen}
      aria-rowindex={index + 2}
    >
      <td>
        <Checkbox
          checked={isChosen}
          aria-label={t('choose_task', { name: task.task_name })}
          onChange={() => onChoose(task.task_id)}
        />
      </td>
      <td>
        <div className="task-of">
          <span className="task-cover">{task.cover ? <img src={task.cover} alt="" loading="lazy" /> : <Film />}</span>
          <div>
            <button type="button" className="task-open ellipsis" title={task.task_name} onClick={() => setOpen(true)}>
              {task.task_name}
            </button>
            <span className="muted task-kind">
              {kind && <kind.icon size={12} />}
              <span className="ellipsis">{t(kind?.name ?? 'type_other')}</span>
            </span>
          </div>
        </div>
      </td>
      <td className="task-languages">{taskLanguages(task).map(nameOf).join(' → ')}</td>
      <td className="task-is">
        <TaskState task={task} />
      </td>
      <td className="number">{task.duration_ms > 0 ? formatLength(task.duration_ms) : ''}</td>
      <td className="number">{isPaidBack(task) ? <PaidBack credits={task.credits} /> : formatNumber(task.credits)}</td>
      <td className="task-when">
        <time dateTime={task.create_time} title={formatMoment(task.create_time, i18n.language)}>
          {formatAgo(task.create_time)}
        </time>
      </td>
      <td>
        <TaskActions task={task} />
        {isOpen && <CompareDialog task={task} onClose={() => setOpen(false)} />}
      </td>
    </tr>
  )
})

/** The returned price of a failed task. */
function PaidBack({ credits }: { credits: number }): ReactNode {
  const { t } = useTranslation('tasks')
  return (
    <>
      <s aria-hidden>{formatNumber(credits)}</s>
      <span className="muted credits-back">{t('given_back')}</span>
    </>
  )
}

function formatMoment(iso: string, language: string): string {
  const format = new Intl.DateTimeFormat(language.replace('_', '-'), { dateStyle: 'medium', timeStyle: 'short' })
  return format.format(new Date(iso))
}

/** A result can be viewed and downloaded, a failed task retried, a waiting one cancelled, an ended one deleted. */
function TaskActions({ task }: { task: Task }): ReactNode {
  const { t } = useTranslation('tasks')
  const [open, setOpen] = useState<'delete' | 'retry'>()
  const kind = kindOf(task.task_type)
  const { name: state, canDownload, canDelete } = describeTaskState(task.state)
  const isQueued = state === 'queued'
  const close = (): void => setOpen(undefined)
  return (
    <div className="table-actions task-actions">
      {canDownload && kind && <kind.Result task={task} isRow />}
      {state === 'failed' && kind && (
        <>
          {endedAtMask(task) ? (
            <LookAtMask task={task} size="small" />
          ) : (
            <Button
              size="small"
              className="task-main-act"
              icon={<Refresh />}
              text={t('common:retry')}
              onClick={() => setOpen('retry')}
            />
          )}
          <IconButton size="small" icon={<Comment />} label={t('failed_report')} onClick={() => reportTask(task)} />
        </>
      )}
      {isQueued ? (
        <Button size="small" className="task-main-act" text={t('cancel_task')} onClick={() => setOpen('delete')} />
      ) : (
        <IconButton
          size="small"
          icon={<Trash />}
          disabled={!canDelete}
          onClick={() => setOpen('delete')}
          label={t('delete_task')}
          tip={canDelete ? t('delete_task') : t('errors:being_generated')}
        />
      )}
      {open === 'retry' && <RetryDialog task={task} onClose={close} />}
      {open === 'delete' && <RemoveTask task={task} onClose={close} />}
    </div>
  )
}

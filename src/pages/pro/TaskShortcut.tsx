import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSnapshot } from 'valtio'
import type { Batch } from '#core/contract/batch.ts'
import { refresh, useCall } from '#src/api/hooks.ts'
import { account } from '#src/api/session.ts'
import { kindOf } from '#src/tasks/kinds.ts'
import { ComparedTask } from '#src/tasks/ComparedTask.tsx'
import { Button } from '#src/ui/Button.ts'
import { TimelineEvents } from '#src/ui/icons.ts'
import { LinkButton } from '#src/ui/LinkButton.tsx'
import { Popover } from '#src/ui/Popover.tsx'
import { formatAgo } from '#src/ui/format.ts'
import { Progress } from '#src/ui/Progress.tsx'
import { Tag } from '#src/ui/Tag.ts'
import { useOpenBatch } from './batch/open-batch.ts'

const TASKS = 3
const BATCHES = 2

/** Unfinished and recent tasks and batches, with the credits; revalidated on opening. */
export function TaskShortcut(): ReactNode {
  const { t } = useTranslation('pro')
  const { user } = useSnapshot(account)
  const isVisitor = user?.is_vistor === true
  const { data: info } = useCall('getInfo', isVisitor ? undefined : {})
  const [isOpen, setOpen] = useState(false)
  const ongoing = info?.ongoing ?? 0
  const turn = (next: boolean): void => {
    setOpen(next)
    if (next) void refresh('getInfo', 'listTasks', 'listBatches')
  }
  if (isVisitor) return null
  return (
    <Popover
      isOpen={isOpen}
      onInteraction={turn}
      placement="bottom-end"
      arrow={false}
      content={<Shortcuts credits={info?.credits} onLeave={() => setOpen(false)} />}
    >
      <Button icon={<TimelineEvents />} text={t('tasks_button')} aria-expanded={isOpen}>
        {ongoing > 0 && (
          <Tag round intent="primary" className="pro-badge">
            {ongoing > 99 ? '99+' : ongoing}
          </Tag>
        )}
      </Button>
    </Popover>
  )
}

function Shortcuts({ credits, onLeave }: { credits: number | undefined; onLeave: () => void }): ReactNode {
  const { t } = useTranslation('pro')
  const { data: tasks } = useCall('listTasks', { page_size: TASKS })
  const { data: batches } = useCall('listBatches', { page_size: BATCHES })
  return (
    <div className="pro-shortcut">
      {credits !== undefined && <p className="pro-shortcut-credits">{t('credits_left', { count: credits })}</p>}
      <h2>{t('tab_batches')}</h2>
      {batches?.list.length === 0 && <p className="muted">{t('no_batches')}</p>}
      {batches?.list.map((batch) => (
        <ShortBatch key={batch.batch_id} batch={batch} onLeave={onLeave} />
      ))}
      <h2>{t('newest_tasks')}</h2>
      {tasks?.list.length === 0 && <p className="muted">{t('no_tasks')}</p>}
      {tasks?.list.map((task) => (
        <ComparedTask key={task.task_id} task={task} />
      ))}
      <LinkButton fill to="/lab/history">
        {t('all_tasks')}
      </LinkButton>
    </div>
  )
}

function ShortBatch({ batch, onLeave }: { batch: Batch; onLeave: () => void }): ReactNode {
  const { t } = useTranslation('pro')
  const { t: words } = useTranslation('tasks')
  const open = useOpenBatch()
  const { batch_id, task_type, folder_name, task_sum, task_sum_ing, task_sum_success, task_sum_fail } = batch
  return (
    <button
      type="button"
      className="pro-short-batch"
      onClick={() => {
        onLeave()
        open(batch_id)
      }}
    >
      <span className="ellipsis">
        {words(kindOf(task_type)?.name ?? 'type_other')} · {folder_name}
      </span>
      <span className="muted">{formatAgo(batch.create_time)}</span>
      {task_sum_ing > 0 ? (
        <Progress label={t('in_progress', { count: task_sum_ing })} value={1 - task_sum_ing / Math.max(1, task_sum)} />
      ) : (
        <span className="muted">{t('batch_ended', { done: task_sum_success, failed: task_sum_fail })}</span>
      )}
    </button>
  )
}

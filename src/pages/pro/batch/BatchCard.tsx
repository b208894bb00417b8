import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Batch } from '#core/contract/batch.ts'
import { kindOf } from '#src/tasks/kinds.ts'
import { useConfigWords } from '#src/tasks/config-words.ts'
import { Button } from '#src/ui/Button.ts'
import { useMoment } from '#src/ui/moment.ts'
import { Progress } from '#src/ui/Progress.tsx'
import { Tag } from '#src/ui/Tag.ts'
import { BatchMenu } from './BatchMenu.tsx'
import { useOpenBatch } from './open-batch.ts'

/** How long a batch counts as new. */
const NEW_MS = 15_000

/** A batch: kind, start, progress, choices, and a link. */
export function BatchCard({ batch }: { batch: Batch }): ReactNode {
  const { t } = useTranslation('pro')
  const { t: words } = useTranslation('tasks')
  const moment = useMoment()
  const open = useOpenBatch()
  const isNew = useIsNew(batch.create_time)
  const choices = useConfigWords()(batch.task_config)
  const kind = kindOf(batch.task_type)
  return (
    <li className={isNew ? 'pro-batch pro-batch-new' : 'pro-batch'} data-batch={batch.batch_id} data-new={isNew}>
      <div className="pro-batch-head">
        {kind && <kind.icon size={16} />}
        <strong className="ellipsis">{words(kind?.name ?? 'type_other')}</strong>
        {isNew && (
          <Tag round minimal intent="primary">
            {t('new')}
          </Tag>
        )}
        <BatchMenu batch={batch} />
      </div>
      <p className="muted ellipsis" title={batch.folder_name}>
        {t('batch_from', { folder: batch.folder_name, time: moment(batch.create_time) })}
      </p>
      <p className="muted ellipsis" title={choices.join(' · ')}>
        {choices.length > 0 ? choices.join(' · ') : t('usual_choices')}
      </p>
      <BatchProgress batch={batch} />
      <div className="pro-batch-foot">
        <BatchCounts batch={batch} />
        <Button text={t('check')} onClick={() => open(batch.batch_id)} />
      </div>
    </li>
  )
}

/** Numbers of a batch's tasks by state. */
export function BatchCounts({ batch }: { batch: Batch }): ReactNode {
  const { t } = useTranslation('pro')
  const counts = [
    ['files', batch.file_sum],
    ['total', batch.task_sum],
    ['ing', batch.task_sum_ing],
    ['success', batch.task_sum_success],
    ['fail', batch.task_sum_fail],
  ] as const
  return (
    <dl className="pro-counts">
      {counts.map(([name, count]) => (
        <div key={name} data-count={name} data-none={count === 0}>
          <dt>{t(`count_${name}`)}</dt>
          <dd>{count}</dd>
        </div>
      ))}
    </dl>
  )
}

function BatchProgress({ batch: { task_sum, task_sum_ing } }: { batch: Batch }): ReactNode {
  const { t } = useTranslation('pro')
  const done = task_sum - task_sum_ing
  return <Progress label={t('done_of', { n: done, of: task_sum })} value={done / Math.max(1, task_sum)} />
}

/** Whether something was created less than 15 seconds ago; re-renders when that ends. */
function useIsNew(createTime: string): boolean {
  const [now, setNow] = useState(() => Date.now())
  const left = Date.parse(createTime) + NEW_MS - now
  useEffect(() => {
    if (left <= 0) return
    const timer = setTimeout(() => setNow(Date.now()), left)
    return () => clearTimeout(timer)
  }, [left])
  return left > 0
}

import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useSnapshot } from 'valtio'
import { useCall } from '#src/api/hooks.ts'
import { account } from '#src/api/session.ts'
import { formatAgo } from '#src/ui/format.ts'
import { Progress } from '#src/ui/Progress.tsx'

const SHOWN = 5

/** Recent file translations with links to results; hidden if there are none. */
export function RecentBatches({ onOpen }: { onOpen: (batchId: string) => void }): ReactNode {
  const { t } = useTranslation('taskpages')
  const { user } = useSnapshot(account)
  const input = user?.is_vistor ? undefined : { task_type: 'subtitle_translate', page_size: SHOWN }
  const { data } = useCall('listBatches', input)
  if (!data || data.list.length === 0) return null
  return (
    <section className="page-section task-recent">
      <h2>{t('recent')}</h2>
      <ul>
        {data.list.map((batch) => (
          <li key={batch.batch_id}>
            <button type="button" onClick={() => onOpen(batch.batch_id)}>
              <span className="ellipsis">
                {t('batch_of', { files: batch.file_sum, tasks: batch.task_sum, folder: batch.folder_name })}
              </span>
              {batch.task_sum_ing > 0 ? (
                <Progress
                  label={t('in_progress', { count: batch.task_sum_ing })}
                  value={1 - batch.task_sum_ing / Math.max(1, batch.task_sum)}
                />
              ) : (
                <span className="muted">
                  {t('batch_ended', { done: batch.task_sum_success, failed: batch.task_sum_fail })}
                </span>
              )}
              <span className="muted">{formatAgo(batch.create_time)}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

import '../pro.css'
import '#src/ui/page.css'
import '#src/ui/states.css'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, Navigate, useNavigate, useParams } from 'react-router-dom'
import type { Batch } from '#core/contract/batch.ts'
import { errorTable } from '#core/contract/errors.ts'
import { useCall } from '#src/api/hooks.ts'
import { useConfigWords } from '#src/tasks/config-words.ts'
import { kindOf } from '#src/tasks/kinds.ts'
import { Failing } from '#src/ui/Failing.tsx'
import { useMoment } from '#src/ui/moment.ts'
import { BatchTools } from '../BatchTools.tsx'
import { Gone } from '../Gone.tsx'
import { TaskShortcut } from '../TaskShortcut.tsx'
import { BatchCounts } from './BatchCard.tsx'
import { BatchMatrix } from './BatchMatrix.tsx'
import { BatchMenu } from './BatchMenu.tsx'

/** One batch: files times languages with each task's live state. */
export function BatchPage(): ReactNode {
  const { t } = useTranslation('pro')
  const { batch_id } = useParams()
  const { data: batch, error, isValidating, mutate } = useCall('getBatch', batch_id ? { batch_id } : undefined)
  if (!batch_id) return <Navigate to="/lab/pro" replace />
  // Possibly deleted a moment ago in another tab.
  if (error?.code === errorTable.not_found.code) return <Gone title={t('batch_gone')} text={t('batch_gone_text')} />
  if (batch) return <OpenBatch key={batch_id} batch={batch} />
  if (!error) return <div className="page skeleton" aria-hidden />
  return (
    <Failing
      title={t('batches_failed')}
      text={error.isOffline ? t('common:offline') : error.message}
      busy={isValidating}
      onRetry={() => void mutate()}
    />
  )
}

function OpenBatch({ batch }: { batch: Batch }): ReactNode {
  const { t } = useTranslation('pro')
  const { t: words } = useTranslation('tasks')
  const navigate = useNavigate()
  const moment = useMoment()
  const choices = useConfigWords()(batch.task_config)
  const kind = kindOf(batch.task_type)
  return (
    <div className="page pro-folder">
      <header className="page-head">
        <p className="page-crumbs">
          <Link to="/lab/pro">{t('title')}</Link>
          <span aria-hidden>/</span>
          <Link to={`/lab/pro/folder/${batch.folder_id}/batches`}>{batch.folder_name}</Link>
        </p>
        <h1 className="ellipsis">{words(kind?.name ?? 'type_other')}</h1>
        <p className="muted">{[moment(batch.create_time), ...choices].join(' · ')}</p>
        <div className="page-tools">
          <TaskShortcut />
          <BatchTools batch={batch} />
          <BatchMenu batch={batch} onDeleted={() => void navigate(`/lab/pro/folder/${batch.folder_id}/batches`)} />
        </div>
      </header>
      <BatchCounts batch={batch} />
      <BatchMatrix batch={batch} />
    </div>
  )
}

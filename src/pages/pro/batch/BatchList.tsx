import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSnapshot } from 'valtio'
import { useCall } from '#src/api/hooks.ts'
import { account } from '#src/api/session.ts'
import { Failing } from '#src/ui/Failing.tsx'
import { Pager } from '#src/ui/Pager.tsx'
import { BatchCard } from './BatchCard.tsx'

/** By the specification. */
const PAGE_SIZE = 2

interface Props {
  title: string
  /** Of one folder only. */
  folderId?: string
  pageSize?: number
  /** Content of the empty state; hidden if left out. */
  none?: ReactNode
}

/** Batches, newest first, in pages. */
export function BatchList({ title, folderId, pageSize = PAGE_SIZE, none }: Props): ReactNode {
  const { t } = useTranslation('pro')
  const { user } = useSnapshot(account)
  const [page, setPage] = useState(1)
  const input = { page, page_size: pageSize, ...(folderId !== undefined && { folder_id: folderId }) }
  const asked = user?.is_vistor ? undefined : input
  const { data, error, isValidating, mutate } = useCall('listBatches', asked, { keepPreviousData: true })
  if (!data && error)
    return (
      <Failing
        title={t('batches_failed')}
        text={error.isOffline ? t('common:offline') : error.message}
        busy={isValidating}
        onRetry={() => void mutate()}
      />
    )
  if (!data || data.total === 0) return data || user?.is_vistor ? (none ?? null) : null
  return (
    <section className="page-section">
      <h2>{title}</h2>
      <ul className="pro-batches">
        {data.list.map((batch) => (
          <BatchCard key={batch.batch_id} batch={batch} />
        ))}
      </ul>
      <Pager page={page} pageSize={pageSize} total={data.total} onPage={setPage} />
    </section>
  )
}

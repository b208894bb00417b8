import './Pager.css'
import { ChevronLeft, ChevronRight } from '@blueprintjs/icons'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from './IconButton.tsx'

interface Props {
  /** From 1. */
  page: number
  pageSize: number
  total: number
  onPage: (page: number) => void
}

/** Links between the pages of a long list; nothing if there is one page. */
export function Pager({ page, pageSize, total, onPage }: Props): ReactNode {
  const { t } = useTranslation()
  const pages = Math.max(1, Math.ceil(total / pageSize))
  if (pages === 1 && page === 1) return null
  const first = (page - 1) * pageSize + 1
  return (
    <nav className="pager" aria-label={t('pages')}>
      <span className="muted">{t('range', { first, last: Math.min(total, page * pageSize), total })}</span>
      <IconButton
        variant="solid"
        icon={<ChevronLeft />}
        label={t('previous')}
        disabled={page <= 1}
        onClick={() => onPage(Math.min(page - 1, pages))}
      />
      <IconButton
        variant="solid"
        icon={<ChevronRight />}
        label={t('next')}
        disabled={page >= pages}
        onClick={() => onPage(page + 1)}
      />
    </nav>
  )
}

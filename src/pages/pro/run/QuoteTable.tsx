import { type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { DataOf } from '#core/contract/index.ts'
import { matrixOf, type MatrixRow } from '#core/tasks/matrix.ts'
import { WarningSign } from '#src/ui/icons.ts'
import { useLanguageNames } from '#src/ui/language-names.ts'
import { formatNumber } from '#src/ui/format.ts'
import { VirtualList } from '#src/ui/VirtualList.tsx'

type Quote = DataOf<'quoteBatch'>

/** A task's price for a file and language, or why there is none. */
interface PricedCell {
  readonly file_id: string
  readonly language: string
  readonly credits?: number
  readonly changed?: Quote['cells'][number]['changed']
  readonly same?: Quote['cells'][number]['same']
  readonly reason?: string
}

const ROW_HEIGHT = 32

/** Prices of each file and language, or why they are left out, with the total. */
export function QuoteTable({ offer, isLoading }: { offer: Quote; isLoading: boolean }): ReactNode {
  const { t } = useTranslation('pro')
  const nameOf = useLanguageNames()
  const { languages, rows } = useMemo(() => priced(offer), [offer])
  return (
    <div
      className="pro-quote"
      aria-busy={isLoading}
      style={{ '--pro-columns': Math.max(1, languages.length) } as React.CSSProperties}
    >
      <div className="pro-quote-row pro-matrix-head">
        <span>{t('file')}</span>
        {languages.map((code) => (
          <span key={code} className="ellipsis">
            {code === '' ? t('price') : nameOf(code)}
          </span>
        ))}
      </div>
      <VirtualList
        items={rows}
        rowHeight={ROW_HEIGHT}
        keyOf={({ file }) => file.file_id}
        label={t('prices')}
        className="pro-quote-rows"
        render={({ file, cells }: MatrixRow<{ file_id: string; name: string }, PricedCell>) => (
          <div className="pro-quote-row" data-file={file.file_id}>
            <span className="ellipsis" title={file.name}>
              {file.name}
            </span>
            {languages.map((code) => (
              <Price key={code} cell={cells.get(code)} />
            ))}
          </div>
        )}
      />
      <div className="pro-quote-sum">
        <span>{t('tasks_sum', { count: offer.task_sum })}</span>
        {offer.skipped.length > 0 && <span className="pro-warn">{t('left_out', { count: offer.skipped.length })}</span>}
        <strong>{t('common:credits', { count: offer.credits })}</strong>
      </div>
    </div>
  )
}

function priced({ files, cells, skipped }: Quote) {
  const all: PricedCell[] = [
    ...cells.map(({ video_id: file_id, ...cell }) => ({ file_id, ...cell })),
    ...skipped.map(({ video_id: file_id, language, reason }) => ({ file_id, language, reason })),
  ]
  return matrixOf(
    files.map(({ video_id: file_id, video_name: name }) => ({ file_id, name })),
    all,
  )
}

function Price({ cell }: { cell: PricedCell | undefined }): ReactNode {
  const { t } = useTranslation('pro')
  if (!cell) return <span />
  if (cell.reason === undefined)
    return (
      <span className="pro-number pro-price">
        {cell.changed && (
          <span className="muted" title={t('lines_changed', { n: cell.changed.lines, of: cell.changed.of })}>
            {t('lines_changed_short', { n: cell.changed.lines, of: cell.changed.of })}
          </span>
        )}
        {cell.same && (
          <span className="muted" title={t('made_already_text')}>
            {t('made_already')}
          </span>
        )}
        {formatNumber(cell.credits ?? 0)}
      </span>
    )
  return (
    <span className="pro-warn pro-refused" title={cell.reason} tabIndex={0} aria-label={cell.reason}>
      <WarningSign size={12} />
      <span className="ellipsis">{t('not_possible')}</span>
    </span>
  )
}

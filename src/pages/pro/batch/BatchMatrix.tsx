import '#src/tasks/language-chips.css'
import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Batch, MatrixCell } from '#core/contract/batch.ts'
import { describeTaskState } from '#core/domain/task.ts'
import { matrixOf, type MatrixRow } from '#core/tasks/matrix.ts'
import { useCall } from '#src/api/hooks.ts'
import { notifyFailure } from '#src/api/notify-failure.ts'
import { CompareDialog } from '#src/tasks/CompareDialog.tsx'
import { Failing } from '#src/ui/Failing.tsx'
import { formatLength, formatList, formatShare } from '#src/ui/format.ts'
import { Film, Tick, Time, WarningSign } from '#src/ui/icons.ts'
import { useLanguageNames } from '#src/ui/language-names.ts'
import { Progress } from '#src/ui/Progress.tsx'
import { VirtualList } from '#src/ui/VirtualList.tsx'
import { BatchStrip } from './BatchStrip.tsx'
import { MeasureText, MeasureTools } from './MeasureTools.tsx'
import { type Matrix, useMatrix } from './use-matrix.ts'
import { type Measures, pairOf, useMeasures } from './use-measures.ts'

const ROW_HEIGHT = 48

type File = Matrix['files'][number]
type Filter = 'all' | 'ing' | 'fail' | 'flagged'

/** Row filters of the page: rows with such a task. */
const fits: Readonly<Record<Filter, (cell: MatrixCell) => boolean>> = {
  all: () => true,
  ing: ({ state }) => describeTaskState(state).isOngoing,
  fail: ({ state }) => describeTaskState(state).name === 'failed',
  flagged: ({ flagged }) => flagged > 0,
}

/** Files times languages with each task's live state; a click opens its comparison. */
export function BatchMatrix({ batch }: { batch: Batch }): ReactNode {
  const { t } = useTranslation('pro')
  const { matrix, error } = useMatrix(batch.batch_id)
  const [filter, setFilter] = useState<Filter>('all')
  const [open, setOpen] = useState<string>()
  const close = useCallback(() => setOpen(undefined), [])
  const [measures, setMeasures] = useState(false)
  const { languages, rows } = useMemo(() => matrixOf(matrix?.files ?? [], matrix?.cells.values() ?? []), [matrix])
  const all = useMemo(() => rows.flatMap(({ cells }) => [...cells.values()]), [rows])
  const measurable = all.filter(({ reference_id }) => reference_id !== '')
  const known = useMeasures(measurable, measures)
  if (!matrix)
    return error ? (
      <Failing
        title={t('batches_failed')}
        text={error.isOffline ? t('common:offline') : error.message}
        busy={false}
        onRetry={() => location.reload()}
      />
    ) : (
      <span className="skeleton skeleton-block pro-block" aria-hidden />
    )
  const shown = filter === 'all' ? rows : rows.filter(({ cells }) => [...cells.values()].some(fits[filter]))
  return (
    <section className="pro-tab" style={{ '--pro-columns': Math.max(1, languages.length) } as React.CSSProperties}>
      <BatchStrip cells={all} />
      <div className="pro-filters">
        <Filters cells={all} value={filter} onChange={setFilter} />
        <MeasureTools
          cells={measurable}
          known={known}
          isOn={measures}
          onToggle={() => setMeasures((before) => !before)}
        />
      </div>
      <div className={measures ? 'pro-matrix pro-measured' : 'pro-matrix'}>
        <Head languages={languages} />
        {shown.length === 0 && <p className="muted pro-none">{t('nothing_here')}</p>}
        <VirtualList
          items={shown}
          rowHeight={ROW_HEIGHT}
          keyOf={({ file }) => file.file_id}
          label={t('tasks_of_batch')}
          className="pro-matrix-rows"
          render={(row) => (
            <Row row={row} languages={languages} known={measures ? known : undefined} onOpen={setOpen} />
          )}
        />
      </div>
      <Skipped batch={batch} />
      {open !== undefined && <OpenTask taskId={open} onClose={close} />}
    </section>
  )
}

function Filters({
  cells,
  value,
  onChange,
}: {
  cells: MatrixCell[]
  value: Filter
  onChange: (value: Filter) => void
}) {
  const { t } = useTranslation('pro')
  const names: readonly Filter[] = ['all', 'ing', 'fail', 'flagged']
  return (
    <div className="pro-filter-group" role="group" aria-label={t('show')}>
      {names.map((name) => {
        const count = cells.filter(fits[name]).length
        return (
          <button
            key={name}
            type="button"
            className="chip"
            aria-pressed={value === name}
            disabled={count === 0 && name !== 'all'}
            onClick={() => onChange(name)}
          >
            {t(`filter_${name}`)} <span className="muted">{count}</span>
          </button>
        )
      })}
    </div>
  )
}

function Head({ languages }: { languages: readonly string[] }): ReactNode {
  const { t } = useTranslation('pro')
  const nameOf = useLanguageNames()
  return (
    <div className="pro-matrix-row pro-matrix-head">
      <span>{t('file')}</span>
      {languages.map((code) => (
        <span key={code} className="ellipsis">
          {code === '' ? t('result') : nameOf(code)}
        </span>
      ))}
    </div>
  )
}

interface RowProps {
  row: MatrixRow<File, MatrixCell>
  languages: readonly string[]
  /** How far cells are from their references; undefined where that is not shown. */
  known: ReadonlyMap<string, Measures> | undefined
  onOpen: (taskId: string) => void
}

function Row({ row: { file, cells }, languages, known, onOpen }: RowProps): ReactNode {
  return (
    <div className="pro-matrix-row" data-file={file.file_id}>
      <span className="pro-matrix-file">
        <span className="pro-cover">
          {file.cover === '' ? <Film /> : <img src={file.cover} alt="" loading="lazy" decoding="async" />}
        </span>
        <span className="ellipsis" title={file.name}>
          {file.name}
        </span>
        {file.duration_ms > 0 && <span className="muted">{formatLength(file.duration_ms)}</span>}
      </span>
      {languages.map((code) => {
        const cell = cells.get(code)
        return (
          <span key={code}>{cell && <Cell cell={cell} measures={known?.get(pairOf(cell))} onOpen={onOpen} />}</span>
        )
      })}
    </div>
  )
}

interface CellProps extends Pick<RowProps, 'onOpen'> {
  cell: MatrixCell
  measures: Measures | undefined
}

function Cell({ cell, measures, onOpen }: CellProps): ReactNode {
  const { t } = useTranslation('pro')
  const { t: words } = useTranslation('tasks')
  const { name } = describeTaskState(cell.state)
  const label = words(`state_${name}`)
  const tip = name === 'failed' && cell.fail_msg !== '' ? `${label} (${cell.fail_msg})` : label
  const isFlagged = cell.flagged > 0 && name === 'succeeded'
  return (
    <button type="button" className="pro-cell" data-state={name} title={tip} onClick={() => onOpen(cell.task_id)}>
      {name === 'running' ? (
        <span className="pro-progress">
          <span>{formatShare(cell.progress)}</span>
          <Progress label={label} value={cell.progress} />
        </span>
      ) : (
        <>
          {name === 'succeeded' ? (
            <Tick size={14} />
          ) : name === 'failed' ? (
            <WarningSign size={14} />
          ) : (
            <Time size={14} />
          )}
          {isFlagged ? (
            <span className="pro-todo">{t('flags', { count: cell.flagged })}</span>
          ) : (
            !measures && (
              <span className="ellipsis">{name === 'failed' ? tip : name === 'queued' ? t('cell_queued') : label}</span>
            )
          )}
          {measures && <MeasureText measures={measures} />}
        </>
      )}
    </button>
  )
}

/** What the batch left out, and why. */
function Skipped({ batch: { skipped } }: { batch: Batch }): ReactNode {
  const { t } = useTranslation('pro')
  const nameOf = useLanguageNames()
  if (skipped.length === 0) return null
  const reasons = [...Map.groupBy(skipped, ({ reason }) => reason)]
  return (
    <details className="pro-skipped">
      <summary>{t('left_out', { count: skipped.length })}</summary>
      <ul>
        {reasons.map(([reason, cells]) => (
          <li key={reason}>
            {reason}{' '}
            <span className="muted">
              {t('videos', { count: new Set(cells.map(({ video_id }) => video_id)).size })}
              {cells.some(({ language }) => language !== '') &&
                ` · ${formatList([...new Set(cells.map(({ language }) => nameOf(language)))])}`}
            </span>
          </li>
        ))}
      </ul>
    </details>
  )
}

/** Compares a task's result with its source. */
function OpenTask({ taskId, onClose }: { taskId: string; onClose: () => void }): ReactNode {
  const { data, error } = useCall('getTask', { task_id: taskId })
  useEffect(() => {
    if (!error) return
    // Deleted elsewhere, or unavailable now.
    notifyFailure(error)
    onClose()
  }, [error, onClose])
  return data ? <CompareDialog task={data} onClose={onClose} /> : null
}

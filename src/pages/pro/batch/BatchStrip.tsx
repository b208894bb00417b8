import { type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { MatrixCell } from '#core/contract/batch.ts'
import { describeTaskState } from '#core/domain/task.ts'
import { formatShare } from '#src/ui/format.ts'

/** Parts of the strip in its order; what the user has to look at follows what is done. */
const parts = ['done', 'flagged', 'failed', 'running', 'queued'] as const
type StripPart = (typeof parts)[number]

function partOf({ state, flagged }: MatrixCell): StripPart {
  const { name } = describeTaskState(state)
  if (name !== 'succeeded') return name
  return flagged > 0 ? 'flagged' : 'done'
}

/** A whole batch in one strip: shares of its tasks by state, with the lines to check and the progress in words. */
export function BatchStrip({ cells }: { cells: readonly MatrixCell[] }): ReactNode {
  const { t } = useTranslation('pro')
  const { counts, flags, progress } = useMemo(() => sumOf(cells), [cells])
  if (cells.length === 0) return null
  const shown = parts.filter((part) => counts[part] > 0)
  const words = [
    t('strip_progress', { share: formatShare(progress) }),
    ...(flags > 0 ? [t('flags', { count: flags })] : []),
  ]
  const label = [...words, ...shown.map((part) => t(`strip_${part}`, { count: counts[part] }))].join(' · ')
  return (
    <div className="batch-strip">
      <div className="batch-strip-bar" role="img" aria-label={label}>
        {shown.map((part) => (
          <span
            key={part}
            data-part={part}
            data-tip={t(`strip_${part}`, { count: counts[part] })}
            style={{ flexGrow: counts[part] }}
          />
        ))}
      </div>
      <span className="muted">{words.join(' · ')}</span>
    </div>
  )
}

function sumOf(cells: readonly MatrixCell[]): {
  counts: Record<StripPart, number>
  flags: number
  progress: number
} {
  const counts = { done: 0, flagged: 0, failed: 0, running: 0, queued: 0 }
  let [flags, ended] = [0, 0]
  for (const cell of cells) {
    const part = partOf(cell)
    counts[part]++
    if (part === 'flagged') flags += cell.flagged
    ended += part === 'running' ? cell.progress : part === 'queued' ? 0 : 1
  }
  return { counts, flags, progress: ended / Math.max(1, cells.length) }
}

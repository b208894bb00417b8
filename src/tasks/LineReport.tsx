import { Dialog, DialogBody, Spinner, Tag } from '@blueprintjs/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Task } from '#core/contract/task.ts'
import { isFlaggedVerdict } from '#core/domain/task.ts'
import { formatTimecode } from '#core/subtitle/timecode.ts'
import { useCall } from '#src/api/hooks.ts'

const verdicts = ['fits', 'borrowed', 'sped', 'shortened', 'does_not_fit', 'failed'] as const
type Verdict = (typeof verdicts)[number]

const intents: Record<Verdict, 'none' | 'success' | 'warning' | 'danger'> = {
  fits: 'success',
  borrowed: 'none',
  sped: 'none',
  shortened: 'none',
  does_not_fit: 'warning',
  failed: 'danger',
}
const isVerdict = (text: string): text is Verdict => verdicts.some((verdict) => verdict === text)

/** How the lines of a dub fitted into their times, those first that somebody should look at. */
export function LineReport({ task, onClose }: { task: Task; onClose: () => void }): ReactNode {
  const { t } = useTranslation('tasks')
  const { data } = useCall('getTask', { task_id: task.task_id })
  const lines = data?.task_info.lines ?? []
  const flagged = lines.filter(({ verdict }) => isFlaggedVerdict(verdict))
  return (
    <Dialog isOpen title={t('line_report')} onClose={onClose} className="report-dialog">
      <DialogBody>
        {!data && <Spinner size={20} />}
        {data && <p>{t('line_report_text', { count: flagged.length, all: lines.length })}</p>}
        <ul className="report-lines">
          {flagged.map(({ cue_id, verdict, start, rate, note }) => (
            <li key={cue_id}>
              <span className="report-time">{formatTimecode(start)}</span>
              {isVerdict(verdict) && (
                <Tag minimal intent={intents[verdict]}>
                  {t(`verdict_${verdict}`)}
                </Tag>
              )}
              <span>{verdict === 'does_not_fit' && rate > 1 ? t('spoken_at', { rate: rate.toFixed(2) }) : note}</span>
            </li>
          ))}
        </ul>
      </DialogBody>
    </Dialog>
  )
}

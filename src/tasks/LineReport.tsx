import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { Task } from '#core/contract/task.ts'
import { isFlaggedVerdict, type LineRemark, remarksOf } from '#core/domain/task.ts'
import type { SlowSpan } from '#core/domain/slow-span.ts'
import { formatTimecode } from '#core/subtitle/text/timecode.ts'
import { useCall } from '#src/api/hooks.ts'
import { Dialog, DialogBody } from '#src/ui/Dialog.ts'
import { LinkButton } from '#src/ui/LinkButton.tsx'
import { Spinner } from '#src/ui/Spinner.ts'
import { Tag } from '#src/ui/Tag.ts'
import { editorPath } from './editor-path.ts'
import { useRemarkWords } from './use-remark-words.ts'
import { VoicesFound } from './VoicesFound.tsx'
import { isVerdict, verdictIntents } from './verdicts.ts'

interface Props {
  task: Task
  /** Cues of a dub, or of a new subtitle version. */
  of: 'dub' | 'lines'
  onClose: () => void
}

/** A task's cues that need review, each linked to the editor. */
export function LineReport({ task, of, onClose }: Props): ReactNode {
  const { t } = useTranslation('tasks')
  const { data } = useCall('getTask', { task_id: task.task_id })
  const lines = data?.task_info.lines ?? []
  const slowed = data?.task_info.slowed ?? []
  const remarks = data?.task_info.remarks ?? []
  const voices = data?.task_info.voices
  const flagged = lines.filter(({ verdict }) => isFlaggedVerdict(verdict))
  const counts = { count: flagged.length, all: lines.length }
  return (
    <Dialog
      isOpen
      title={t(of === 'dub' ? 'line_report' : 'translation_report')}
      onClose={onClose}
      className="report-dialog"
    >
      <DialogBody>
        {!data && <Spinner size={20} />}
        {data && (
          <div className="report-head">
            <p>{of === 'dub' ? t('line_report_text', counts) : t('translation_report_text', counts)}</p>
            {task.file_id !== '' && <LinkButton to={editorPath(task)}>{t('edit_result')}</LinkButton>}
          </div>
        )}
        {slowed.length > 0 && <p>{t('line_report_slowed', { count: slowed.length, seconds: addedSeconds(slowed) })}</p>}
        {voices && (
          <p>
            <VoicesFound voices={voices} />
          </p>
        )}
        {remarks.map((remark) => (
          <p key={remark}>{t(`remark_${remark}`)}</p>
        ))}
        <ul className="report-lines">
          {flagged.map((line) => (
            <li key={line.cue_id}>
              <ReportTime task={task} cueId={line.cue_id} start={line.start} />
              {line.text !== '' && (
                <span className="report-text" dir="auto">
                  {line.text}
                </span>
              )}
              {remarksOf(line).map((remark) => (
                <Remark key={remark.verdict} remark={remark} rate={line.rate} />
              ))}
            </li>
          ))}
        </ul>
      </DialogBody>
    </Dialog>
  )
}

/** One remark on a cue, and its place. */
function Remark({ remark: { verdict, note }, rate }: { remark: LineRemark; rate: number }): ReactNode {
  const { t } = useTranslation('tasks')
  const text = useRemarkWords()({ verdict, note }, rate)
  return (
    <>
      {isVerdict(verdict) && (
        <Tag minimal intent={verdictIntents[verdict]}>
          {t(verdict === 'not_translated' && note !== '' ? 'verdict_words_left' : `verdict_${verdict}`)}
        </Tag>
      )}
      {text !== '' && <span className="muted">{text}</span>}
    </>
  )
}

/** How much longer a video is by slow-downs. */
function addedSeconds(spans: readonly SlowSpan[]): string {
  return (spans.reduce((sum, { start, end, factor }) => sum + (factor - 1) * (end - start), 0) / 1000).toFixed(1)
}

/** A cue's time, linked to the editor if possible. */
function ReportTime({ task, cueId, start }: { task: Task; cueId: string; start: number }): ReactNode {
  if (task.file_id === '') return <span className="report-time">{formatTimecode(start)}</span>
  return (
    <Link className="report-time" to={editorPath(task, cueId)}>
      {formatTimecode(start)}
    </Link>
  )
}

import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { describeTaskState } from '#core/domain/task.ts'
import { useCall } from '#src/api/hooks.ts'
import { ExtractButton } from '#src/tasks/ExtractButton.tsx'
import type { TaskKind } from '#src/tasks/kind.ts'
import { type SameTask, sameText } from '#src/tasks/offer.tsx'
import { RetryButton, TaskInPlace } from '#src/tasks/TaskInPlace.tsx'
import { useNewestTask } from '#src/tasks/use-task.ts'
import { formatLength } from '#src/ui/format.ts'
import { useLanguageNames } from '#src/ui/language-names.ts'

interface PricedCell {
  readonly video_id: string
  readonly language: string
  readonly credits: number
  readonly same: SameTask | null
}

interface SkippedCell {
  readonly video_id: string
  readonly language: string
  readonly reason: string
}

interface Props {
  kind: TaskKind
  /** Videos in the order of the list: a start changes what is possible, not the places. */
  chosen: readonly string[]
  offer: { readonly cells: readonly PricedCell[]; readonly skipped: readonly SkippedCell[] }
}

/** Each video's price, or why it is left out. */
export function Cells({ kind, chosen, offer }: Props): ReactNode {
  const languages = new Set([...offer.cells, ...offer.skipped].map(({ language }) => language))
  return (
    <ul className="run-cells">
      {chosen.map((id) => (
        <Row
          key={id}
          kind={kind}
          videoId={id}
          cells={offer.cells.filter(({ video_id }) => video_id === id)}
          skipped={offer.skipped.filter(({ video_id }) => video_id === id)}
          isForSeveral={languages.size > 1}
        />
      ))}
    </ul>
  )
}

interface RowProps {
  kind: TaskKind
  videoId: string
  cells: readonly PricedCell[]
  skipped: readonly SkippedCell[]
  /** Whether a note names its languages. */
  isForSeveral: boolean
}

function Row({ kind, videoId, cells, skipped, isForSeveral }: RowProps): ReactNode {
  const { t, i18n } = useTranslation('taskpages')
  const nameOf = useLanguageNames()
  const { data: video } = useCall('getVideo', { file_id: videoId }, { revalidateOnFocus: false })
  const task = useNewestTask({ video_id: videoId, task_type: kind.type })
  const state = task && describeTaskState(task.state)
  const tasks = i18n.getFixedT(null, 'tasks')
  const noted = byText([
    ...cells.flatMap(({ language, same }) => (same ? [{ language, text: sameText(tasks, same) }] : [])),
    ...skipped.flatMap(({ language, reason }) => (state?.isOngoing ? [] : [{ language, text: reason }])),
  ])
  const needsText = skipped.length > 0 && !state?.isOngoing && kind.languages !== 'none' && video?.subtitle_sum === 0
  const credits = cells.reduce((sum, cell) => sum + cell.credits, 0)
  return (
    <li>
      <span className="ellipsis" title={video?.video_name}>
        {video?.video_name}
      </span>
      <span className="muted run-length">{video && formatLength(video.video_info.duration_ms)}</span>
      <span className="number">{cells.length > 0 ? t('common:credits', { count: credits }) : '–'}</span>
      {task && state?.isOngoing && (
        <span className="run-reason">
          <TaskInPlace task={task} />
        </span>
      )}
      {task && state?.name === 'failed' && (
        <span className="run-reason">
          <span className="task-failed" role="alert" title={task.fail_msg}>
            {task.fail_msg}
          </span>
          <RetryButton task={task} />
        </span>
      )}
      {[...noted].map(([text, languages], at) => (
        <span key={text} className="run-reason">
          <span className="task-unsure">
            {isForSeveral ? t('note_of', { languages: languages.map(nameOf).join(', '), text }) : text}
          </span>
          {at === noted.size - 1 && needsText && <ExtractButton video={video} />}
        </span>
      ))}
    </li>
  )
}

/** The languages of each text, so that it is said once. */
function byText(notes: readonly { readonly language: string; readonly text: string }[]): Map<string, string[]> {
  const made = new Map<string, string[]>()
  for (const { language, text } of notes) made.set(text, [...(made.get(text) ?? []), language])
  return made
}

import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { InputOf } from '#core/contract/index.ts'
import type { Video } from '#core/contract/video.ts'
import { isLanguageCode } from '#core/domain/languages.ts'
import { describeTaskState } from '#core/domain/task.ts'
import { call } from '#src/api/call.ts'
import { refresh, useCall } from '#src/api/hooks.ts'
import { notifyFailure } from '#src/api/notify-failure.ts'
import type { Initial, RunRequest, SharedConfig, TaskKind } from '#src/tasks/kind.ts'
import { BatchState } from '#src/tasks/BatchState.tsx'
import { ExtractButton } from '#src/tasks/ExtractButton.tsx'
import {
  askAgain,
  OfferNotes,
  ongoingId,
  type SameTask,
  sameText,
  Shortage,
  startText,
  useOffer,
  useStart,
} from '#src/tasks/offer.tsx'
import { RetryButton, TaskInPlace } from '#src/tasks/TaskInPlace.tsx'
import { useNewestTask, useOngoingTask } from '#src/tasks/use-task.ts'
import { Button } from '#src/ui/Button.ts'
import { Callout } from '#src/ui/Callout.ts'
import { formatLength } from '#src/ui/format.ts'
import { LinkButton } from '#src/ui/LinkButton.tsx'
import { Spinner } from '#src/ui/Spinner.ts'
import { keepConfig } from './kept-config.ts'

/** Delay after the last change before a configuration is stored. */
const KEEP_AFTER_MS = 800

interface Props {
  kind: TaskKind
  /** The video of the form; one of several. */
  video: Video
  /** Ids of the videos to run; empty for that one only. */
  chosen: readonly string[]
  isForSeveral: boolean
  place: { folder_id: string } | { project_id: string }
  initial: Initial | undefined
}

/** A kind's form with its price, for one or several videos. */
export function RunPanel({ kind, video, chosen, isForSeveral, place, initial }: Props): ReactNode {
  return (
    <div className="run-panel">
      <kind.Form video={video} initial={initial} isForSeveral={isForSeveral}>
        {(fields, request, config) => (
          <>
            <div className="run-fields">{fields}</div>
            {'project_id' in place && <KeptConfig projectId={place.project_id} kind={kind} config={config} />}
            {isForSeveral ? (
              <SeveralRun kind={kind} chosen={chosen} place={place} config={config} />
            ) : (
              <SingleRun request={request} />
            )}
          </>
        )}
      </kind.Form>
    </div>
  )
}

function SingleRun({ request }: { request: RunRequest | undefined }): ReactNode {
  const { t } = useTranslation('tasks')
  const [busy, setBusy] = useState(false)
  const [started, setStarted] = useState('')
  const state = useOffer(request, { onBusy: setBusy, onStarted: ({ task_id }) => setStarted(task_id) })
  const { offer, isReady } = state
  const { video_id, task_type } = request?.quote ?? {}
  const newest = useNewestTask(video_id === undefined ? undefined : { video_id, task_type })
  const underWay = useOngoingTask(ongoingId(offer))
  // The one of this form stays after its end, with its result or failure.
  const task = underWay ?? (newest?.task_id === started ? newest : undefined)
  return (
    <div className="run-foot">
      <OfferNotes state={state} />
      {task && <TaskInPlace task={task} />}
      {!(task && describeTaskState(task.state).isOngoing) && (
        <Button
          intent="primary"
          size="large"
          loading={busy}
          disabled={!isReady}
          text={startText(t, offer)}
          onClick={() => void state.start()}
        />
      )}
    </div>
  )
}

interface SeveralProps {
  kind: TaskKind
  chosen: readonly string[]
  place: { folder_id: string } | { project_id: string }
  config: SharedConfig
}

/** Prices of all videos or why they are left out, and the start of all possible ones. */
function SeveralRun({ kind, chosen, place, config }: SeveralProps): ReactNode {
  const { t } = useTranslation('taskpages')
  const [busy, setBusy] = useState(false)
  const { to_language, ...shared } = config
  const input: InputOf<'quoteBatch'> = {
    ...place,
    task_type: kind.type,
    video_ids: [...chosen],
    to_languages: typeof to_language === 'string' && isLanguageCode(to_language) ? [to_language] : [],
    config: shared,
  }
  const { data: offer, error, isLoading } = useCall('quoteBatch', input, { ...askAgain, keepPreviousData: true })
  const [batchId, setBatchId] = useState<string>()
  const { data: batch } = useCall('getBatch', batchId === undefined ? undefined : { batch_id: batchId })
  const { credits, isVisitor, start } = useStart(
    input,
    (idempotency_key) => call('addBatch', { ...input, idempotency_key }),
    {
      onBusy: setBusy,
      onStarted: ({ batch_id }) => {
        setBatchId(batch_id)
        void refresh('getProject')
      },
    },
  )
  const isShort = offer !== undefined && credits !== undefined && credits < offer.credits
  return (
    <div className="run-foot">
      {isLoading && !offer && <Spinner size={20} />}
      {error && !offer && <Callout intent="warning">{error.isOffline ? t('common:offline') : error.message}</Callout>}
      {offer && <Cells kind={kind} offer={offer} />}
      {offer && isShort && <Shortage needed={offer.credits} left={credits} />}
      {isVisitor ? (
        <Callout intent="primary">{t('tasks:visitors_cannot_run')}</Callout>
      ) : (
        offer && offer.task_sum > 0 && <p className="muted">{t('tasks:no_way_back')}</p>
      )}
      {batch && (
        <div className="run-batch">
          <BatchState batch={batch} />
          <LinkButton size="small" to={`/lab/pro/batch/${batch.batch_id}`}>
            {t('batch_open')}
          </LinkButton>
        </div>
      )}
      <Button
        intent="primary"
        size="large"
        loading={busy}
        disabled={!offer || offer.task_sum === 0 || isShort || isVisitor}
        text={
          offer && offer.task_sum > 0
            ? t('start_several', { count: offer.task_sum, credits: t('common:credits', { count: offer.credits }) })
            : t('tasks:start')
        }
        onClick={() => void start()}
      />
    </div>
  )
}

interface Priced {
  readonly cells: readonly { video_id: string; credits: number; same: SameTask | null }[]
  readonly skipped: readonly { video_id: string; reason: string }[]
}

/** Each video's price, or why it is left out. */
function Cells({ kind, offer }: { kind: TaskKind; offer: Priced }): ReactNode {
  return (
    <ul className="run-cells">
      {offer.cells.map(({ video_id, credits, same }) => (
        <Cell key={video_id} kind={kind} videoId={video_id} credits={credits} same={same} />
      ))}
      {offer.skipped.map(({ video_id, reason }) => (
        <Cell key={video_id} kind={kind} videoId={video_id} reason={reason} />
      ))}
    </ul>
  )
}

interface CellProps {
  kind: TaskKind
  videoId: string
  credits?: number
  same?: SameTask | null
  reason?: string
}

function Cell({ kind, videoId, credits, same, reason }: CellProps): ReactNode {
  const { t, i18n } = useTranslation('taskpages')
  const { data: video } = useCall('getVideo', { file_id: videoId }, { revalidateOnFocus: false })
  const task = useNewestTask({ video_id: videoId, task_type: kind.type })
  const state = task && describeTaskState(task.state)
  return (
    <li>
      <span className="ellipsis" title={video?.video_name}>
        {video?.video_name}
      </span>
      <span className="muted run-length">{video && formatLength(video.video_info.duration_ms)}</span>
      <span className="number">{reason === undefined ? t('common:credits', { count: credits ?? 0 }) : '–'}</span>
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
      {same && <span className="run-reason task-unsure">{sameText(i18n.getFixedT(null, 'tasks'), same)}</span>}
      {reason !== undefined && !state?.isOngoing && (
        <span className="run-reason">
          <span className="task-unsure">{reason}</span>
          {video && kind.languages !== 'none' && video.subtitle_sum === 0 && <ExtractButton video={video} />}
        </span>
      )}
    </li>
  )
}

interface KeptProps {
  projectId: string
  kind: TaskKind
  config: SharedConfig
}

/** Keeps the choices of a project a moment after the last change, or when the page is left or read again. */
function KeptConfig({ projectId, kind, config }: KeptProps): ReactNode {
  const text = JSON.stringify(config)
  const kept = useRef(text)
  const keep = useRef<() => void>(undefined)
  useEffect(() => {
    if (text === kept.current) return
    keep.current = () => {
      keep.current = undefined
      kept.current = text
      keepConfig(projectId, kind.type, JSON.parse(text) as Record<string, unknown>).catch(notifyFailure)
    }
    const timer = setTimeout(() => keep.current?.(), KEEP_AFTER_MS)
    return () => clearTimeout(timer)
  }, [text, projectId, kind])
  // Leaving at once counts as a change too.
  useEffect(() => {
    const keepNow = (): void => keep.current?.()
    window.addEventListener('pagehide', keepNow)
    return () => {
      window.removeEventListener('pagehide', keepNow)
      keepNow()
    }
  }, [])
  return null
}

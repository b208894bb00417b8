import { Button, Callout, Spinner } from '@blueprintjs/core'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { InputOf } from '#core/contract/index.ts'
import type { Video } from '#core/contract/video.ts'
import { isLanguageCode } from '#core/domain/languages.ts'
import { call } from '#src/api/call.ts'
import { refresh, useCall } from '#src/api/hooks.ts'
import { notifyFailure } from '#src/api/notify-failure.ts'
import type { Initial, RunRequest, TaskKind } from '#src/tasks/kind.ts'
import { askAgain, OfferNotes, Shortage, useOffer, useStart } from '#src/tasks/offer.tsx'
import { sharedConfig } from '#src/tasks/shared-config.ts'
import { formatLength } from '#src/ui/format.ts'
import { keepConfig } from './kept-config.ts'

/** A configuration is kept once nothing changed for so long. */
const KEEP_AFTER_MS = 800

interface Props {
  kind: TaskKind
  /** The one that the form shows. */
  video: Video
  /** Ids of the videos to run; none for that one alone. */
  chosen: readonly string[]
  place: { folder_id: string } | { project_id: string }
  initial: Initial | undefined
}

/** The form of a kind with what it costs, for one video or for several at once. */
export function RunPanel({ kind, video, chosen, place, initial }: Props): ReactNode {
  const isProject = 'project_id' in place
  const isForSeveral = isProject || chosen.length > 1
  return (
    <div className="run-panel">
      <kind.Form video={video} initial={initial} isForSeveral={isForSeveral}>
        {(fields, request) => (
          <>
            <div className="run-fields">{fields}</div>
            {isProject && <KeptConfig projectId={place.project_id} kind={kind} request={request} />}
            {isForSeveral ? (
              <SeveralRun kind={kind} chosen={chosen} place={place} request={request} shown={video} />
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
  const { t } = useTranslation('taskpages')
  const [busy, setBusy] = useState(false)
  const state = useOffer(request, { onBusy: setBusy, onStarted: () => undefined })
  const { offer, isReady } = state
  return (
    <div className="run-foot">
      <OfferNotes state={state} />
      <Button
        intent="primary"
        size="large"
        loading={busy}
        disabled={!isReady}
        text={offer?.available ? t('tasks:start_for', { count: offer.credits }) : t('tasks:start')}
        onClick={() => void state.start()}
      />
    </div>
  )
}

interface SeveralProps {
  kind: TaskKind
  chosen: readonly string[]
  place: { folder_id: string } | { project_id: string }
  request: RunRequest | undefined
  shown: Video
}

function SeveralRun({ kind, chosen, place, request, shown }: SeveralProps): ReactNode {
  const { t } = useTranslation('taskpages')
  const [busy, setBusy] = useState(false)
  const target = request?.choices['to_language']
  const input: InputOf<'quoteBatch'> | undefined = request && {
    ...place,
    task_type: kind.type,
    video_ids: chosen.length > 0 ? [...chosen] : [shown.video_id],
    to_languages: typeof target === 'string' && isLanguageCode(target) ? [target] : [],
    config: sharedConfig(request),
  }
  const { data: offer, error, isLoading } = useCall('quoteBatch', input, { ...askAgain, keepPreviousData: true })
  const { credits, isVisitor, start } = useStart(
    input,
    input && ((idempotency_key) => call('addBatch', { ...input, idempotency_key })),
    { onBusy: setBusy, onStarted: () => void refresh('getProject') },
  )
  const isShort = offer !== undefined && credits !== undefined && credits < offer.credits
  return (
    <div className="run-foot">
      {isLoading && !offer && <Spinner size={20} />}
      {error && !offer && <Callout intent="warning">{error.isOffline ? t('common:offline') : error.message}</Callout>}
      {offer && <Cells offer={offer} />}
      {offer && isShort && <Shortage needed={offer.credits} left={credits} />}
      {isVisitor && <Callout intent="primary">{t('tasks:visitors_cannot_run')}</Callout>}
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
  readonly cells: readonly { video_id: string; credits: number }[]
  readonly skipped: readonly { video_id: string; reason: string }[]
}

/** What each video costs, and why some are left out. */
function Cells({ offer }: { offer: Priced }): ReactNode {
  return (
    <ul className="run-cells">
      {offer.cells.map(({ video_id, credits }) => (
        <Cell key={video_id} videoId={video_id} credits={credits} />
      ))}
      {offer.skipped.map(({ video_id, reason }) => (
        <Cell key={video_id} videoId={video_id} reason={reason} />
      ))}
    </ul>
  )
}

function Cell({ videoId, credits, reason }: { videoId: string; credits?: number; reason?: string }): ReactNode {
  const { t } = useTranslation('taskpages')
  const { data: video } = useCall('getVideo', { file_id: videoId }, { revalidateOnFocus: false })
  return (
    <li>
      <span className="ellipsis">{video?.video_name}</span>
      {video && <span className="muted">{formatLength(video.video_info.duration_ms)}</span>}
      {reason === undefined ? (
        <span className="number">{t('common:credits', { count: credits ?? 0 })}</span>
      ) : (
        <span className="task-unsure">{reason}</span>
      )}
    </li>
  )
}

interface KeptProps {
  projectId: string
  kind: TaskKind
  request: RunRequest | undefined
}

/** Keeps the choices of a project a moment after the last change, or when the page is left. */
function KeptConfig({ projectId, kind, request }: KeptProps): ReactNode {
  const target = request?.choices['to_language']
  const config = JSON.stringify({ ...sharedConfig(request), ...(target !== undefined && { to_language: target }) })
  const kept = useRef(config)
  const keep = useRef<() => void>(undefined)
  useEffect(() => {
    if (!request || config === kept.current) return
    keep.current = () => {
      keep.current = undefined
      kept.current = config
      const chosen = JSON.parse(config) as Record<string, unknown>
      keepConfig(projectId, kind.type, chosen).catch(notifyFailure)
    }
    const timer = setTimeout(() => keep.current?.(), KEEP_AFTER_MS)
    return () => clearTimeout(timer)
  }, [config, request, projectId, kind])
  // Who leaves the page at once has changed it too.
  useEffect(() => () => keep.current?.(), [])
  return null
}

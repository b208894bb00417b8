import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { InputOf } from '#core/contract/index.ts'
import type { Video } from '#core/contract/video.ts'
import { isLanguageCode, type LanguageCode } from '#core/domain/languages.ts'
import { MAX_BATCH_TASKS } from '#core/tasks/batch.ts'
import { describeTaskState } from '#core/domain/task.ts'
import { call } from '#src/api/call.ts'
import { refresh, useCall } from '#src/api/hooks.ts'
import { notifyFailure } from '#src/api/notify-failure.ts'
import type { Initial, RunRequest, SharedConfig, TaskKind } from '#src/tasks/kind.ts'
import { BatchState } from '#src/tasks/BatchState.tsx'
import { askAgain, OfferNotes, ongoingId, Shortage, startText, useOffer, useStart } from '#src/tasks/offer.tsx'
import { TaskInPlace } from '#src/tasks/TaskInPlace.tsx'
import { useNewestTask, useOngoingTask } from '#src/tasks/use-task.ts'
import { Button } from '#src/ui/Button.ts'
import { Callout } from '#src/ui/Callout.ts'
import { LinkButton } from '#src/ui/LinkButton.tsx'
import { Spinner } from '#src/ui/Spinner.ts'
import { keepConfig } from './kept-config.ts'
import { Cells } from './RunCells.tsx'

/** Delay after the last change before a configuration is stored. */
const KEEP_AFTER_MS = 800

interface Props {
  kind: TaskKind
  /** The video of the form; one of several. */
  video: Video
  /** Ids of the videos to run, in the order of the list; empty for that one only. */
  chosen: readonly string[]
  isForSeveral: boolean
  place: Place
  initial: Initial | undefined
  /** Where languages and voices are chosen in the form: the languages. */
  targets?: readonly LanguageCode[] | undefined
  onTargets?: ((targets: readonly LanguageCode[]) => void) | undefined
}

type Place = { folder_id: string } | { project_id: string }

/** A kind's form with its price, for one or several videos and languages. */
export function RunPanel({ kind, video, chosen, isForSeveral, place, initial, targets, onTargets }: Props): ReactNode {
  const several = isForSeveral ? chosen : (targets?.length ?? 0) > 1 ? [video.video_id] : undefined
  return (
    <div className="run-panel">
      <kind.Form video={video} initial={initial} isForSeveral={isForSeveral} targets={targets} onTargets={onTargets}>
        {(fields, request, config) => (
          <>
            <div className="run-fields" data-wide={onTargets !== undefined}>
              {fields}
            </div>
            {'project_id' in place && (
              <KeptConfig
                projectId={place.project_id}
                kind={kind}
                config={targets ? { ...config, to_languages: targets } : config}
              />
            )}
            {several ? (
              <SeveralRun
                kind={kind}
                chosen={several}
                place={place}
                config={isForSeveral ? config : ownConfig(request)}
                files={isForSeveral ? [] : fileOf(request)}
                targets={targets}
              />
            ) : (
              <SingleRun request={request} hint={targets?.length === 0} />
            )}
          </>
        )}
      </kind.Form>
    </div>
  )
}

/** The choices for one video without its subjects, as a batch takes them. */
function ownConfig(request: RunRequest | undefined): SharedConfig {
  const { video_id: _, file_id: _file, source_language: _source, ...config } = request?.choices ?? {}
  return config
}

/** The chosen version. */
function fileOf(request: RunRequest | undefined): readonly string[] {
  const file = request?.choices['file_id']
  return typeof file === 'string' ? [file] : []
}

function SingleRun({ request, hint }: { request: RunRequest | undefined; hint: boolean }): ReactNode {
  const { t, i18n } = useTranslation('taskpages')
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
      <RunBar
        credits={offer?.available ? offer.credits : undefined}
        note={hint ? t('choose_language_first') : ''}
        shown={task && <TaskInPlace task={task} />}
      >
        {!(task && describeTaskState(task.state).isOngoing) && (
          <StartButton
            busy={busy}
            isReady={isReady}
            text={t('tasks:start')}
            name={startText(i18n.getFixedT(null, 'tasks'), offer)}
            onStart={() => void state.start()}
          />
        )}
      </RunBar>
    </div>
  )
}

interface BarProps {
  /** Undefined until something is priced. */
  credits: number | undefined
  note: string
  /** What runs already. */
  shown?: ReactNode
  children: ReactNode
}

/** The price with the start, always in view. */
function RunBar({ credits, note, shown, children }: BarProps): ReactNode {
  const { t } = useTranslation('common')
  return (
    <div className="run-bar">
      <div className="run-sum">
        {credits !== undefined && <strong>{t('credits', { count: credits })}</strong>}
        {note !== '' && <span className="muted">{note}</span>}
      </div>
      {shown && <div className="run-shown">{shown}</div>}
      {children}
    </div>
  )
}

interface StartProps {
  busy: boolean
  isReady: boolean
  /** What stands on it, and with the price. */
  text: string
  name: string
  onStart: () => void
}

/** Quiet until it can start something. */
function StartButton({ busy, isReady, text, name, onStart }: StartProps): ReactNode {
  return (
    <Button
      intent={isReady ? 'primary' : 'none'}
      size="large"
      loading={busy}
      disabled={!isReady}
      text={text}
      aria-label={name}
      onClick={onStart}
    />
  )
}

interface SeveralProps {
  kind: TaskKind
  chosen: readonly string[]
  place: Place
  config: SharedConfig
  /** Versions to use in place of the active ones. */
  files: readonly string[]
  targets: readonly LanguageCode[] | undefined
}

/** Prices of all videos or why they are left out, and the start of all possible ones. */
function SeveralRun({ kind, chosen, place, config, files, targets }: SeveralProps): ReactNode {
  const { t } = useTranslation('taskpages')
  const [busy, setBusy] = useState(false)
  const { to_language, ...shared } = config
  const single = typeof to_language === 'string' && isLanguageCode(to_language) ? [to_language] : []
  const input: InputOf<'quoteBatch'> = {
    ...place,
    task_type: kind.type,
    video_ids: [...chosen],
    to_languages: [...(targets ?? single)],
    file_ids: [...files],
    config: shared,
  }
  const isOpen = targets?.length === 0
  const isTooLarge = chosen.length * Math.max(1, targets?.length ?? 1) > MAX_BATCH_TASKS
  const asked = isOpen || isTooLarge ? undefined : input
  const { data, error, isLoading } = useCall('quoteBatch', asked, { ...askAgain, keepPreviousData: true })
  const offer = asked && data
  // The price of another choice, until the new one is known.
  const isOld = isLoading || error !== undefined
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
  const sum = offer?.task_sum ?? 0
  return (
    <div className="run-foot">
      {isLoading && !offer && <Spinner size={20} />}
      {isTooLarge && <Callout intent="warning">{t('errors:batch_too_large', { n: MAX_BATCH_TASKS })}</Callout>}
      {error && <Callout intent="warning">{error.isOffline ? t('common:offline') : error.message}</Callout>}
      {offer && <Cells kind={kind} chosen={chosen} offer={offer} />}
      {offer && isShort && <Shortage needed={offer.credits} left={credits} />}
      {isVisitor ? (
        <Callout intent="primary">{t('tasks:visitors_cannot_run')}</Callout>
      ) : (
        sum > 0 && <p className="muted">{t('tasks:no_way_back')}</p>
      )}
      <RunBar
        credits={sum > 0 ? offer?.credits : undefined}
        note={isOpen ? t('choose_language_first') : sum > 0 ? t('tasks_made', { count: sum }) : ''}
        shown={
          batch && (
            <>
              <BatchState batch={batch} />
              <LinkButton size="small" to={`/lab/pro/batch/${batch.batch_id}`}>
                {t('batch_open')}
              </LinkButton>
            </>
          )
        }
      >
        <StartButton
          busy={busy}
          isReady={sum > 0 && !isOld && !isShort && !isVisitor}
          text={t('tasks:start')}
          name={
            offer && sum > 0
              ? t('start_several', { count: sum, credits: t('common:credits', { count: offer.credits }) })
              : t('tasks:start')
          }
          onStart={() => void start()}
        />
      </RunBar>
    </div>
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

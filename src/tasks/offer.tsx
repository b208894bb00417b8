import type { TFunction } from 'i18next'
import { type ReactNode, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SWRConfiguration } from 'swr'
import { useSnapshot } from 'valtio'
import { errorTable } from '#core/contract/errors.ts'
import type { DataOf } from '#core/contract/index.ts'
import { type CallFailed, idempotencyKey } from '#src/api/call.ts'
import { refresh, useCall } from '#src/api/hooks.ts'
import { notifyFailure } from '#src/api/notify-failure.ts'
import { openTopUp } from '#src/api/top-up.ts'
import { account } from '#src/api/session.ts'
import { Button } from '#src/ui/Button.ts'
import { Callout } from '#src/ui/Callout.ts'
import { formatAgo } from '#src/ui/format.ts'
import { Spinner } from '#src/ui/Spinner.ts'
import { notify } from '#src/ui/toaster.ts'
import type { RunRequest, StartedTask } from './kind.ts'

/** Polling interval: the offer may change with the engines. */
const ASK_AGAIN_MS = 10_000
export const askAgain: SWRConfiguration = {
  keepPreviousData: false,
  refreshInterval: ASK_AGAIN_MS,
  shouldRetryOnError: true,
  onErrorRetry: (_error, _key, _config, ask, { retryCount }) => {
    setTimeout(() => void ask({ retryCount }), ASK_AGAIN_MS)
  },
}

export type SameTask = NonNullable<DataOf<'quote'>['same']>

const GONE = errorTable.not_found.code

/** The server's offer for some choices, and the start. */
export interface OfferState {
  /** What must be done first, in words. */
  readonly missing: string | undefined
  readonly offer: DataOf<'quote'> | undefined
  readonly error: CallFailed | undefined
  readonly isLoading: boolean
  /** The balance; undefined while unknown. */
  readonly credits: number | undefined
  readonly isShort: boolean
  readonly isVisitor: boolean
  readonly isReady: boolean
  /** Number of refused starts. */
  readonly refusals: number
  start(): Promise<void>
}

/** Requests the price of some choices, and starts them once. */
export function useOffer(
  request: RunRequest | undefined,
  { onBusy, onStarted }: { onBusy: (busy: boolean) => void; onStarted: (made: StartedTask) => void },
): OfferState {
  const { data: offer, error, isLoading } = useCall('quote', request?.quote, askAgain)
  const { credits, isVisitor, start, refusals } = useStart(request?.choices, request && ((key) => request.start(key)), {
    onBusy,
    onStarted,
  })
  const isShort = offer !== undefined && credits !== undefined && credits < offer.credits
  const missing = request?.missing
  const isReady =
    offer?.available === true && !isShort && !isVisitor && ongoingId(offer) === undefined && missing === undefined
  return { missing, offer, error, isLoading, credits, isShort, isVisitor, isReady, refusals, start }
}

/** The start of paid work: equal choices start once. */
export function useStart<Made>(
  choices: unknown,
  begin: ((key: string) => Promise<Made>) | undefined,
  { onBusy, onStarted }: { onBusy: (busy: boolean) => void; onStarted: (made: Made) => void },
) {
  const { t } = useTranslation('tasks')
  const { user } = useSnapshot(account)
  const isVisitor = user?.is_vistor === true
  const { data: info } = useCall('getInfo', isVisitor ? undefined : {})
  const text = JSON.stringify(choices)
  const [round, setRound] = useState(0)
  // One key for equal choices: a lost answer starts no second task. Other choices are another task.
  const key = useMemo(() => ({ text, round, value: idempotencyKey() }), [text, round])
  const [refusals, setRefusals] = useState(0)
  const start = async (): Promise<void> => {
    if (!begin) return
    onBusy(true)
    notify.loading(t('submitting'))
    try {
      const made = await begin(key.value)
      notify.success(t('submitted'))
      await refresh('listTasks', 'listRunning', 'sumTasks', 'getInfo', 'listBatches', 'quote', 'quoteBatch')
      setRound(round + 1)
      onStarted(made)
    } catch (error) {
      notifyFailure(error)
      setRefusals(refusals + 1)
    } finally {
      onBusy(false)
    }
  }
  return { credits: info?.credits, isVisitor, start, refusals }
}

interface NotesProps {
  state: OfferState
  /** The message if a subject no longer exists. */
  goneText?: string | undefined
}

/** The start button's label, with the price if known. */
export function startText(t: TFunction<'tasks'>, offer: OfferState['offer']): string {
  if (!offer?.available) return t('start')
  return offer.credits === 0 ? t('start_free') : t('start_for', { count: offer.credits })
}

/** The engine that would do it, or why it is impossible. */
export function OfferNotes({ state, goneText }: NotesProps): ReactNode {
  const { t } = useTranslation('tasks')
  const { missing, offer, error, isLoading, isShort, isVisitor, credits } = state
  return (
    <>
      {missing !== undefined && <p>{missing}</p>}
      {isLoading && <Spinner size={20} />}
      {offer?.available && <p className="muted">{t('done_by', { engine: offer.detail })}</p>}
      {offer?.available && <Uses {...offer.uses} />}
      {offer?.available && offer.changed && (
        <Callout intent="primary" compact>
          {offer.changed.lines === 0
            ? t('no_line_changed')
            : t('lines_changed', { n: offer.changed.lines, count: offer.changed.of })}
        </Callout>
      )}
      {offer?.available && offer.remarks.length > 0 && (
        <Callout intent="primary" compact className="remarks">
          {offer.remarks.map((remark) => (
            <p key={remark}>{remark}</p>
          ))}
        </Callout>
      )}
      {offer?.available && offer.same && (
        <Callout intent="warning" compact role="status">
          {sameText(t, offer.same)}
        </Callout>
      )}
      {offer && !offer.available && (
        <Callout intent="warning" role="status">
          {offer.detail}
        </Callout>
      )}
      {!offer && error && (
        <Callout intent="warning" role="status">
          {error.isOffline ? t('common:offline') : error.code === GONE && goneText ? goneText : error.message}
        </Callout>
      )}
      {offer?.available && !offer.same?.is_ongoing && !isVisitor && <p className="muted">{t('no_way_back')}</p>}
      {offer?.available && isShort && <Shortage needed={offer.credits} left={credits ?? 0} />}
      {isVisitor && <Callout intent="primary">{t('visitors_cannot_run')}</Callout>}
    </>
  )
}

/** Id of the equal task that is under way, if there is one. */
export function ongoingId(offer: OfferState['offer']): string | undefined {
  return offer?.same?.is_ongoing ? offer.same.task_id : undefined
}

/** Says that an equal task exists: an unfinished one is not started twice, a finished one only deliberately. */
export function sameText(t: TFunction<'tasks'>, { is_ongoing, update_time }: SameTask): string {
  return is_ongoing ? t('same_ongoing') : t('same_done', { ago: formatAgo(update_time) })
}

/** Says that the credits are too few, with a top-up. */
export function Shortage({ needed, left }: { needed: number; left: number }): ReactNode {
  const { t } = useTranslation('tasks')
  return (
    <Callout intent="warning" className="callout-way">
      <span>{t('too_few_credits', { needed, left })}</span>
      <Button size="small" intent="primary" text={t('common:top_up')} onClick={openTopUp} />
    </Callout>
  )
}

/** Says where picture and sound come from, if not from the video. */
function Uses({ picture, sound }: { picture: boolean; sound: boolean }): ReactNode {
  const { t } = useTranslation('tasks')
  if (!picture && !sound) return null
  const key = picture && sound ? 'uses_both' : picture ? 'uses_picture' : 'uses_sound'
  return (
    <Callout intent="primary" compact>
      {t(key)}
    </Callout>
  )
}

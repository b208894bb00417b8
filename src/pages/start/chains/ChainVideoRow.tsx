import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChainInfo, ChainStep, ChainVideo } from '#core/contract/chain.ts'
import { call, idempotencyKey } from '#src/api/call.ts'
import { refresh, useCall } from '#src/api/hooks.ts'
import { notifyFailure } from '#src/api/notify-failure.ts'
import { openTopUp } from '#src/api/top-up.ts'
import { remainingText, stepText } from '#src/tasks/TaskState.tsx'
import { Button } from '#src/ui/Button.ts'
import { formatShare } from '#src/ui/format.ts'
import { Play, Refresh } from '#src/ui/icons.ts'
import { LinkButton } from '#src/ui/LinkButton.tsx'
import { useLanguageNames } from '#src/ui/language-names.ts'
import { Progress } from '#src/ui/Progress.tsx'
import { VideoPicture } from '#src/uploads/VideoPicture.tsx'
import { editorOf, resultsOf } from './results-of.ts'
import { ResultTile } from './ResultTile.tsx'

interface Props {
  chain: ChainInfo
  video: ChainVideo
}

/** A video of a chain: picture and steps while it goes on, what to do where it waits or failed, and its results. */
export function ChainVideoRow({ chain, video }: Props): ReactNode {
  const { data } = useCall('getVideo', { file_id: video.video_id })
  const results = resultsOf(video)
  return (
    <li className="chain-video" data-state={video.state}>
      <VideoPicture video={data} />
      <div className="chain-video-what">
        <strong className="ellipsis" title={video.video_name}>
          {video.video_name}
        </strong>
        <Steps video={video} />
        <Doing chain={chain} video={video} />
      </div>
      {results.length > 0 && (
        <ul className="chain-results">
          {results.map((result) => (
            <ResultTile key={result.language} video={video} cover={data?.video_cover ?? video.cover} result={result} />
          ))}
        </ul>
      )}
    </li>
  )
}

/** The steps in order, each with its state. */
function Steps({ video }: { video: ChainVideo }): ReactNode {
  const { t } = useTranslation('start')
  const nameOf = useLanguageNames()
  const shown = video.steps.filter(({ step }) => step !== 'stop' && step !== 'check')
  return (
    <ol className="chain-steps">
      {shown.map(({ key, step, language, state }) => (
        <li key={key} data-state={state}>
          {[t(`step_${step}`), language !== '' && nameOf(language)].filter(Boolean).join(' · ')}
          <span className="unseen">{t(`step_state_${state}`)}</span>
        </li>
      ))}
    </ol>
  )
}

/** The share and remaining time of what runs, or what the user can do. */
function Doing({ chain, video }: Props): ReactNode {
  const { t, i18n } = useTranslation('start')
  const running = video.steps.find(({ state }) => state === 'running')
  const stop = video.steps.find(({ state }) => state === 'stopped')
  const failed = video.steps.find(({ state }) => state === 'failed')
  const short = video.steps.find(({ state }) => state === 'no_credits')
  if (video.state === 'done') return null
  if (failed && video.state !== 'running') return <Failed chain={chain} video={video} step={failed} />
  if (stop) return <Stopped chain={chain} video={video} step={stop} />
  if (short)
    return (
      <div className="chain-ways">
        <span role="alert">{short.reason}</span>
        <Button size="small" intent="primary" text={t('common:top_up')} onClick={openTopUp} />
      </div>
    )
  if (video.state !== 'running') return null
  const words = i18n.getFixedT(null, 'tasks')
  const label = running ? stepText(words, { step: running.doing }) : words('state_queued')
  return (
    <div className="chain-progress">
      <Progress value={video.progress} label={video.video_name} />
      <span className="muted">
        {[label, formatShare(video.progress), remainingText(words, video.remaining_s)].filter(Boolean).join(' · ')}
      </span>
    </div>
  )
}

/** Why a video failed, and its repetition. */
function Failed({ chain, video, step }: Props & { step: ChainStep }): ReactNode {
  const { t } = useTranslation('start')
  const act = useAct()
  const again = (): void =>
    act.run(() =>
      call('retryChain', {
        chain_id: chain.chain_id,
        video_ids: [video.video_id],
        idempotency_key: idempotencyKey(),
      }),
    )
  return (
    <div className="chain-ways">
      <span role="alert" className="intake-fault">
        {t(`step_${step.step}`)}: {step.reason}
      </span>
      <Button size="small" icon={<Refresh />} text={t('common:retry')} loading={act.busy} onClick={again} />
      <LinkButton size="small" to={editorOf(video.video_id, step.file_id)}>
        {t('upload:next_open')}
      </LinkButton>
    </div>
  )
}

/** Where the chain waits for corrections: the text to correct, and the way on. */
function Stopped({ chain, video, step }: Props & { step: ChainStep }): ReactNode {
  const { t } = useTranslation('start')
  const act = useAct()
  const goOn = (): void =>
    act.run(() =>
      call('continueChain', {
        chain_id: chain.chain_id,
        video_ids: [video.video_id],
        most_credits: chain.credits_to_come,
      }),
    )
  return (
    <div className="chain-ways">
      <span>{t('stopped_text')}</span>
      <LinkButton size="small" to={editorOf(video.video_id, step.file_id)}>
        {t('correct')}
      </LinkButton>
      <Button size="small" intent="primary" icon={<Play />} text={t('go_on')} loading={act.busy} onClick={goOn} />
    </div>
  )
}

/** An act on a chain; what shows it is read again. */
function useAct() {
  const [busy, setBusy] = useState(false)
  const run = (act: () => Promise<unknown>): void => {
    setBusy(true)
    act()
      .then(() => refresh('listChains', 'getChain', 'getInfo', 'listRunning', 'listTasks'))
      .catch(notifyFailure)
      .finally(() => setBusy(false))
  }
  return { busy, run }
}

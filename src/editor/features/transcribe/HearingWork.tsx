import './HearingWork.css'
import { type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { MediaFailed } from '#core/media/fault.ts'
import { Callout } from '#src/ui/Callout.ts'
import { formatBytes } from '#src/ui/format.ts'
import { Progress } from '#src/ui/Progress.tsx'
import type { SpeechFailed } from '#workers/speech/failed.ts'
import type { TranscribeStage } from './use-transcribing.ts'

/** The progress of the work, with the last words. */
export function HearingWork({ stage }: { stage: Extract<TranscribeStage, { at: 'working' }> }): ReactNode {
  const { t } = useTranslation('editor')
  const { models, sound, heard, words } = stage.progress
  const { missing, total } = models
  const left = useLeftText(stage.leftMs)
  return (
    <>
      <div className="transcribe-steps">
        <Step
          label={t(missing > 0 ? 'transcribe_models' : 'transcribe_models_here')}
          value={1 - missing / total}
          detail={`${formatBytes(total - missing)} / ${formatBytes(total)}`}
        />
        <Step label={t('transcribe_sound')} value={sound} detail={percent(sound)} />
        <Step
          label={t('transcribe_hearing')}
          value={heard}
          detail={[percent(heard), left].filter(Boolean).join(' · ')}
        />
      </div>
      <p className="transcribe-heard muted" lang="en" data-testid="transcribe-heard">
        {words.map(({ text }) => text).join(' ')}
      </p>
    </>
  )
}

const percent = (share: number): string => `${Math.round(share * 100)}%`

function Step({ label, value, detail }: { label: string; value: number; detail: string }): ReactNode {
  return (
    <div className="transcribe-step">
      <span>{label}</span>
      <span className="muted">{detail}</span>
      <Progress label={label} value={value} />
    </div>
  )
}

function useLeftText(ms: number | undefined): string {
  const { t } = useTranslation('editor')
  if (ms === undefined) return ''
  const minutes = Math.round(ms / 60_000)
  return minutes < 1 ? t('transcribe_left_soon') : t('transcribe_left_minutes', { n: minutes })
}

/** Why recognition failed, and what to do. */
export function HearingFault({ error }: { error: SpeechFailed | MediaFailed }): ReactNode {
  const { t } = useTranslation('editor')
  return (
    <Callout intent="danger" role="alert">
      {error instanceof MediaFailed ? (
        t(mediaFault(error))
      ) : (
        <>
          {t(`transcribe_fault_${error.fault}`)} {error.fault === 'missing' && <code>npm install</code>}
          {error.fault === 'failed' && error.message}
        </>
      )}
    </Callout>
  )
}

function mediaFault({ fault }: MediaFailed) {
  switch (fault) {
    case 'no_audio':
    case 'source_lost':
    case 'core_missing':
      return `media_${fault}` as const
    default:
      return 'media_unreadable' as const
  }
}

import './landing.css'
import { Button } from '@blueprintjs/core'
import { ArrowRight } from '@blueprintjs/icons'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router-dom'
import type { DataOf } from '#core/contract/index.ts'
import { call } from '#src/api/call.ts'
import { useCall } from '#src/api/hooks.ts'
import { changeLanguage, storedLanguage } from '#src/api/language.ts'
import { account, storeSession } from '#src/api/session.ts'
import { notifyFailure } from '#src/api/notify-failure.ts'
import { Logo } from '#src/ui/Logo.tsx'

type Sample = DataOf<'listSamples'>['list'][number]

/** What the product is, and one click to try it on the sample. */
export function LandingPage(): ReactNode {
  const { data: samples } = useCall('listSamples', {})
  const sample = samples?.list[0]
  return (
    <div className="landing">
      <LandingHead />
      <main className="landing-main">
        <LandingText sample={sample} />
        <figure className="landing-figure">
          <SamplePicture sample={sample} />
          <div className="landing-tracks" aria-hidden="true">
            <span style={{ left: '3%', width: '19%' }} />
            <span style={{ left: '27%', width: '24%' }} className="on" />
            <span style={{ left: '56%', width: '15%' }} />
            <span style={{ left: '76%', width: '20%' }} />
            <i style={{ left: '41%' }} />
          </div>
        </figure>
      </main>
    </div>
  )
}

function LandingHead(): ReactNode {
  const { t } = useTranslation('public')
  const language = storedLanguage()
  return (
    <header className="landing-head">
      <Logo />
      <div className="landing-head-items">
        <Button
          variant="minimal"
          text={language === 'zh_cn' ? 'English' : '简体中文'}
          onClick={() => changeLanguage(language === 'zh_cn' ? 'en' : 'zh_cn')}
        />
        <Link className="bp6-button bp6-outlined" to="/login">
          {t('log_in')}
        </Link>
      </div>
    </header>
  )
}

function LandingText({ sample }: { sample: Sample | undefined }): ReactNode {
  const { t } = useTranslation('public')
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  const tryIt = async (): Promise<void> => {
    setBusy(true)
    try {
      if (!account.token) storeSession(await call('loginAnonymous', {}))
      if (!sample) {
        await navigate('/lab/workspace')
        return
      }
      const { video_id } = await call('openSample', { sample_id: sample.sample_id })
      await navigate(`/lab/pro/srt-edit?video=${video_id}`)
    } catch (error) {
      notifyFailure(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className="landing-text">
      <h1>{t('headline')}</h1>
      <p>{t('subline')}</p>
      <div className="landing-actions">
        <Button
          size="large"
          intent="primary"
          endIcon={<ArrowRight />}
          text={t('try_it')}
          loading={busy}
          onClick={() => void tryIt()}
        />
        <Link className="bp6-button bp6-large bp6-minimal" to="/login?tab=register">
          {t('sign_up')}
        </Link>
      </div>
      <ul className="landing-points">
        {(['point_editor', 'point_tasks', 'point_yours'] as const).map((point) => (
          <li key={point}>
            <strong>{t(point)}</strong>
            <span>{t(`${point}_text`)}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}

function SamplePicture({ sample }: { sample: Sample | undefined }): ReactNode {
  const { t } = useTranslation('public')
  return sample ? <img src={sample.cover} alt={t('sample_picture')} /> : null
}

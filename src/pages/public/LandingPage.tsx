import './landing.css'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { call } from '#src/api/call.ts'
import { useCall } from '#src/api/hooks.ts'
import { changeLanguage, screenLanguage } from '#src/api/language.ts'
import { account, storeSession } from '#src/api/session.ts'
import { notifyFailure } from '#src/api/notify-failure.ts'
import type { LiveEditor, Sample } from '#src/shell/live-editor.ts'
import { Button } from '#src/ui/Button.ts'
import { ArrowRight } from '#src/ui/icons.ts'
import { LinkButton } from '#src/ui/LinkButton.tsx'
import { Logo } from '#src/ui/Logo.tsx'
import { later } from '#src/ui/later.tsx'
import { LiveSample } from './LiveSample.tsx'
import { useIdle } from './use-idle.ts'
import { usePresence } from './use-presence.ts'

const Demos = later(async () => (await import('./Demos.tsx')).Demos)

/** The landing page: the editor on the sample, live once the user is present; then features with live demos. */
export function LandingPage({ Editor }: { Editor: LiveEditor }): ReactNode {
  const { t } = useTranslation('public')
  const { data } = useCall('listSamples', {}, { revalidateOnFocus: false })
  const sample = data?.list[0]
  const isIdle = useIdle()
  const isThere = usePresence()
  return (
    <div className="landing">
      <LandingHead />
      <main>
        <section className="landing-first">
          <div className="landing-lead">
            <h1>{t('headline')}</h1>
            <p>{t('subline')}</p>
            <TryIt sample={sample} />
          </div>
          <LiveSample sample={isIdle && isThere ? sample : undefined} cover={sample?.cover} Editor={Editor} />
        </section>
        {isIdle && <Demos sample={sample} />}
      </main>
    </div>
  )
}

function LandingHead(): ReactNode {
  const { t } = useTranslation('public')
  const language = screenLanguage()
  return (
    <header className="landing-head">
      <Logo />
      <div className="landing-head-items">
        <Button
          variant="minimal"
          lang={language === 'zh_cn' ? 'en' : 'zh-CN'}
          text={language === 'zh_cn' ? 'English' : '简体中文'}
          onClick={() => changeLanguage(language === 'zh_cn' ? 'en' : 'zh_cn')}
        />
        <LinkButton variant="minimal" to="/login">
          {t('log_in')}
        </LinkButton>
        <LinkButton to="/login?tab=register">{t('sign_up')}</LinkButton>
      </div>
    </header>
  )
}

/** Opens the sample in the user's space. */
function TryIt({ sample }: { sample: Sample | undefined }): ReactNode {
  const { t } = useTranslation('public')
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  const open = async (): Promise<void> => {
    setBusy(true)
    try {
      if (!account.token) storeSession(await call('loginAnonymous', {}))
      // A quick click may precede the list of samples.
      const wanted = sample ?? (await call('listSamples', {})).list[0]
      if (!wanted) return await navigate('/lab/workspace')
      const { video_id } = await call('openSample', { sample_id: wanted.sample_id })
      await navigate(`/lab/pro/srt-edit?video=${video_id}`)
    } catch (error) {
      notifyFailure(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button
      size="large"
      intent="primary"
      endIcon={<ArrowRight />}
      text={t('try_it')}
      loading={busy}
      onClick={() => void open()}
    />
  )
}

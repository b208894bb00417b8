import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { SIGN_UP_CREDITS } from '#core/domain/prices.ts'
import { APP_VERSION, mediaExtensions } from '#core/domain/limits.ts'
import { fileEnding, formats } from '#core/subtitle/formats/format.ts'
import { rates } from '#core/tasks/prices.ts'
import { LinkButton } from '#src/ui/LinkButton.tsx'
import { Logo } from '#src/ui/Logo.tsx'
import { LandingPackages } from './LandingPackages.tsx'

const keyNames = ['play', 'split', 'italic', 'nudge', 'find', 'palette'] as const
const chords: Readonly<Record<(typeof keyNames)[number], readonly string[]>> = {
  play: ['Space'],
  split: ['Ctrl', 'Enter'],
  italic: ['Ctrl', 'I'],
  nudge: ['Shift', '←'],
  find: ['Ctrl', 'F'],
  palette: ['Ctrl', 'K'],
}

/** Formats and keys, prices, licence, and further links. */
export function LandingFoot(): ReactNode {
  const { t } = useTranslation('public')
  return (
    <>
      <section className="landing-band">
        <div>
          <h2>{t('formats')}</h2>
          <p>{t('formats_text')}</p>
          <ul className="landing-tags">
            {[...formats.map(fileEnding), ...mediaExtensions].map((format) => (
              <li key={format}>{format.toUpperCase()}</li>
            ))}
          </ul>
        </div>
        <div>
          <h2>{t('keys')}</h2>
          <p>{t('keys_text')}</p>
          <dl className="landing-keys">
            {keyNames.map((name) => (
              <div key={name}>
                <dt>{t(`key_${name}`)}</dt>
                <dd>
                  {chords[name].map((key) => (
                    <kbd key={key}>{key}</kbd>
                  ))}
                </dd>
              </div>
            ))}
          </dl>
        </div>
      </section>
      <Prices />
      <Companies />
      <section className="landing-open">
        <h2>{t('open_source')}</h2>
        <p>{t('open_source_text')}</p>
      </section>
      <footer className="landing-foot">
        <Logo />
        <nav aria-label={t('foot')}>
          <Link to="/login">{t('log_in')}</Link>
          <Link to="/login?tab=register">{t('sign_up')}</Link>
          <Link to="/lab/pro/srt-edit">{t('local_files')}</Link>
          <Link to="/lab/doc?u=doc_help">{t('help')}</Link>
          <Link to="/partner">{t('partner')}</Link>
          <Link to="/agreement">{t('agreement')}</Link>
        </nav>
        <span className="muted">v{APP_VERSION} · GPL-3.0</span>
      </footer>
    </>
  )
}

/** For teams: a demonstration, or a partnership. */
function Companies(): ReactNode {
  const { t } = useTranslation('public')
  return (
    <section className="landing-band landing-companies">
      {(['demo', 'partner'] as const).map((way) => (
        <div key={way}>
          <h2>{t(`company_${way}`)}</h2>
          <p>{t(`company_${way}_text`)}</p>
          <LinkButton size="large" to={`/partner?tab=${way}`}>
            {t(`company_${way}_button`)}
          </LinkButton>
        </div>
      ))}
    </section>
  )
}

const priced = ['video_extract', 'subtitle_translate', 'video_synthesis'] as const

function Prices(): ReactNode {
  const { t } = useTranslation('public')
  return (
    <section className="landing-prices">
      <h2>{t('prices')}</h2>
      <p>{t('prices_text', { count: SIGN_UP_CREDITS })}</p>
      <LandingPackages />
      <p className="landing-rates">
        {priced
          .map((kind) =>
            t('price_rate', {
              kind: t(`price_${kind}`),
              credits: t('price_credits', { count: rates[kind] }),
              unit: t(kind === 'subtitle_translate' ? 'price_by_text' : 'price_by_time'),
            }),
          )
          .join(' · ')}
      </p>
    </section>
  )
}

import './reading.css'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { DELETE_GRACE_DAYS, EXPORT_DAYS, FILE_LIFETIME_DAYS, LOG_DAYS } from '#core/domain/limits.ts'
import { ReadingHead } from './ReadingHead.tsx'

const parts = {
  agreement: ['service', 'account', 'content', 'credits', 'conduct', 'liability', 'changes'],
  privacy: ['kept', 'not_kept', 'engines', 'cookies', 'deleted', 'rights'],
} as const

/** Links in the page's texts. */
const days = {
  days: FILE_LIFETIME_DAYS,
  logDays: LOG_DAYS,
  graceDays: DELETE_GRACE_DAYS,
  copyDays: EXPORT_DAYS,
}

/** The agreement and the privacy policy. */
export function AgreementPage(): ReactNode {
  const { t } = useTranslation('agreement')
  return (
    <div className="reading">
      <ReadingHead />
      <main className="reading-text">
        <h1>{t('common:title_agreement')}</h1>
        <p className="muted">{t('intro')}</p>
        {(['agreement', 'privacy'] as const).map((half) => (
          <section key={half} id={half}>
            <h2>{t(half)}</h2>
            {parts[half].map((part) => (
              <div key={part}>
                <h3>{t(`${part}_title`)}</h3>
                <p>{t(`${part}_text`, days)}</p>
              </div>
            ))}
          </section>
        ))}
        <p>
          <Link to="/">{t('common:home')}</Link>
        </p>
      </main>
    </div>
  )
}

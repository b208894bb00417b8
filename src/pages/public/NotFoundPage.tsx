import './not-found.css'
import { Button } from '@blueprintjs/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'

/** Stands at every address that leads nowhere: a timeline with a line missing. */
export function NotFoundPage(): ReactNode {
  const { t } = useTranslation('public')
  const navigate = useNavigate()
  return (
    <main className="not-found">
      <svg viewBox="0 0 360 120" width="360" height="120" aria-hidden="true">
        <path d="M0 30h360" stroke="var(--border-strong)" />
        {Array.from({ length: 19 }, (_, at) => (
          <path key={at} d={`M${at * 20} ${at % 5 ? 25 : 20}v${at % 5 ? 5 : 10}`} stroke="var(--border-strong)" />
        ))}
        <rect x="8" y="52" width="96" height="36" rx="6" fill="var(--timeline-cue)" />
        <rect
          x="116"
          y="52"
          width="128"
          height="36"
          rx="6"
          fill="none"
          stroke="var(--text-faint)"
          strokeDasharray="5 5"
        />
        <rect x="256" y="52" width="96" height="36" rx="6" fill="var(--timeline-cue)" />
        <path d="M132 14v92" stroke="var(--playhead)" strokeWidth="2" />
        <text x="180" y="76" textAnchor="middle" fill="var(--text-muted)" fontSize="18" fontWeight="600">
          404
        </text>
      </svg>
      <h1>{t('not_found')}</h1>
      <p className="muted">{t('not_found_text')}</p>
      <Button intent="primary" text={t('home')} onClick={() => void navigate('/')} />
    </main>
  )
}

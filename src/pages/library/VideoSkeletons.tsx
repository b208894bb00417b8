import '#src/ui/states.css'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Density } from '#src/ui/DensitySwitch.tsx'

/** Placeholders of videos while loading. */
export function VideoSkeletons({ density, count }: { density: Density; count: number }): ReactNode {
  const { t } = useTranslation()
  return (
    <ul className="video-grid skeleton" data-density={density} aria-label={t('loading')} aria-busy="true">
      {Array.from({ length: count }, (_, at) => (
        <li key={at}>
          <div className="video-skeleton" aria-hidden>
            <span className="cover skeleton-block" />
            <div className="video-title">
              <span className="skeleton-block skeleton-name" />
            </div>
            <div className="video-facts">
              <span className="skeleton-block skeleton-fact" />
            </div>
            <div className="video-foot" />
          </div>
        </li>
      ))}
    </ul>
  )
}

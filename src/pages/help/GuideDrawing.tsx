import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

const heights = Array.from({ length: 90 }, (_, at) => 4 + Math.abs(Math.sin(at / 3.1) * Math.sin(at / 11)) * 34)

/** A piece of the timeline: waveform, lines, a chosen one and the playhead. */
export function GuideDrawing(): ReactNode {
  const { t } = useTranslation('guide')
  return (
    <svg className="guide-drawing" viewBox="0 0 720 150" role="img" aria-label={t('drawing')}>
      <rect width="720" height="150" rx="10" fill="var(--timeline-bg)" />
      {heights.map((height, at) => (
        <rect key={at} x={at * 8} y={50 - height / 2} width="4" height={height} rx="2" fill="var(--timeline-wave)" />
      ))}
      <rect x="24" y="92" width="180" height="36" rx="6" fill="var(--timeline-cue)" />
      <rect x="210" y="92" width="236" height="36" rx="6" fill="var(--timeline-cue-selected)" />
      <rect x="452" y="92" width="150" height="36" rx="6" fill="var(--timeline-cue)" />
      <path d="M330 10v130" stroke="var(--playhead)" strokeWidth="2" />
    </svg>
  )
}

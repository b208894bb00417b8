import './MissingScreen.css'
import type { ReactNode } from 'react'

interface Props {
  /** Text in the drawing. */
  label: string
  title: string
  text: string | undefined
  /** Links to other pages. */
  children: ReactNode
}

/** A whole screen for a missing page, with links to other pages. */
export function MissingScreen({ label, title, text, children }: Props): ReactNode {
  return (
    <main className="missing-screen">
      <MissingLine label={label} />
      <h1>{title}</h1>
      {text !== undefined && <p className="muted">{text}</p>}
      <div className="missing-screen-ways">{children}</div>
    </main>
  )
}

/** A timeline with a missing line. */
function MissingLine({ label }: { label: string }): ReactNode {
  return (
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
        {label}
      </text>
    </svg>
  )
}

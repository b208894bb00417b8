import './Logo.css'
import type { ReactNode } from 'react'

/** The product's logo, with its name unless small. */
export function Logo({ small = false }: { small?: boolean }): ReactNode {
  return (
    <span className="logo">
      <svg viewBox="0 0 32 32" width="26" height="26" aria-hidden="true">
        <rect x="2" y="7" width="15" height="7" rx="2" fill="var(--timeline-wave)" />
        <rect x="11" y="18" width="18" height="7" rx="2" fill="var(--accent)" />
        <rect x="20.5" y="3" width="2.5" height="26" rx="1" fill="var(--playhead)" />
      </svg>
      {!small && <strong>Cuelane</strong>}
    </span>
  )
}

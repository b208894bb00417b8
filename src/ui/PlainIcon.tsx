import './PlainIcon.css'
import type { ReactNode } from 'react'

interface Props {
  /** Outlines of an icon, in a square of 16 px. */
  paths: readonly string[]
  size?: number
}

/** An icon of plain elements, for lists of hundreds: the toolkit's icons are five components each. */
export function PlainIcon({ paths, size = 16 }: Props): ReactNode {
  return (
    <svg className="plain-icon" width={size} height={size} viewBox="0 0 16 16" aria-hidden>
      <path d={paths.join('')} />
    </svg>
  )
}

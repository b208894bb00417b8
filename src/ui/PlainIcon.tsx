import './PlainIcon.css'
import type { ReactNode } from 'react'

interface Props {
  /** Outlines of an icon of the set, drawn in a square of 16. */
  paths: readonly string[]
  size?: number
}

/** An icon as plain elements, for lists of hundreds: the set's own are five components each. */
export function PlainIcon({ paths, size = 16 }: Props): ReactNode {
  return (
    <svg className="plain-icon" width={size} height={size} viewBox="0 0 16 16" aria-hidden>
      <path d={paths.join('')} />
    </svg>
  )
}

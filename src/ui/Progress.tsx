import { ProgressBar } from '@blueprintjs/core'
import type { ReactNode } from 'react'

interface Props {
  /** Name of the work, for screen readers. */
  label: string
  /** 0 to 1. */
  value: number
  className?: string
}

/** A progress bar without moving stripes, which take CPU from the work itself if the browser renders in software. */
export function Progress({ label, value, className = '' }: Props): ReactNode {
  return (
    <ProgressBar
      value={value}
      intent="primary"
      stripes={false}
      animate={false}
      aria-label={label}
      className={className}
    />
  )
}

import { ProgressBar } from '@blueprintjs/core'
import type { ReactNode } from 'react'

interface Props {
  /** What is under way, for those who can't see the bar. */
  label: string
  /** 0 to 1. */
  value: number
  className?: string
}

/** Without moving stripes: where the browser draws in software they take CPU from the work that they announce. */
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

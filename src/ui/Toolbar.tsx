import './toolbar.css'
import type { ReactNode } from 'react'

interface Props {
  /** What is done with the list, or how many it has. */
  end?: ReactNode
  children?: ReactNode
}

/** Filters and searches above a list, and what is done with all of it. */
export function Toolbar({ end, children }: Props): ReactNode {
  return (
    <div className="toolbar">
      {children}
      {end !== undefined && <div className="toolbar-end">{end}</div>}
    </div>
  )
}

import './toolbar.css'
import type { ReactNode } from 'react'

interface Props {
  /** Actions on the whole list, or the number of its items. */
  end?: ReactNode
  children?: ReactNode
}

/** Filters and search above a list, and actions on all of it. */
export function Toolbar({ end, children }: Props): ReactNode {
  return (
    <div className="toolbar">
      {children}
      {end !== undefined && <div className="toolbar-end">{end}</div>}
    </div>
  )
}

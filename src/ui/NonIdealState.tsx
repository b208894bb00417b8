import './states.css'
import { Classes, Icon, type NonIdealStateProps } from '@blueprintjs/core'
import type { ReactNode } from 'react'

type Props = Pick<NonIdealStateProps, 'action' | 'children' | 'className' | 'description' | 'icon' | 'title'> & {
  /** Level of its heading below the page's; 1 if it is the page's heading. */
  readonly level?: 1 | 2 | 3
}

/** Blueprint's, but with a heading of the next level below the page's. */
export function NonIdealState({
  action,
  children,
  className = '',
  description,
  icon,
  title,
  level = 2,
}: Props): ReactNode {
  const Heading = `h${level}` as const
  const text = typeof description === 'string' ? <div>{description}</div> : description
  return (
    <div className={`${Classes.NON_IDEAL_STATE} ${Classes.NON_IDEAL_STATE}-vertical ${className}`}>
      {icon !== undefined && (
        <div className={Classes.NON_IDEAL_STATE_VISUAL}>
          <Icon className={Classes.ICON_MUTED} icon={icon} aria-hidden tabIndex={-1} />
        </div>
      )}
      <div className={Classes.NON_IDEAL_STATE_TEXT}>
        <Heading className={`${Classes.HEADING} state-heading`}>{title}</Heading>
        {text}
      </div>
      {action}
      {children}
    </div>
  )
}

import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { type ButtonLook, buttonClass } from './button-class.ts'

interface Props extends ButtonLook {
  to: string
  children: ReactNode
}

/** A link that looks like a button. */
export function LinkButton({ to, children, ...look }: Props): ReactNode {
  return (
    <Link className={buttonClass(look)} to={to}>
      {children}
    </Link>
  )
}

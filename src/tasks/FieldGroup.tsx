import type { ReactNode } from 'react'

interface Props {
  /** What most choices are about, or the rest of them. */
  of: 'main' | 'side'
  children: ReactNode
}

/** Fields that a page shows in one column; a dialog shows all of a form below each other. */
export function FieldGroup({ of, children }: Props): ReactNode {
  return (
    <div className="field-group" data-of={of}>
      {children}
    </div>
  )
}

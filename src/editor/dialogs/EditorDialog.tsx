import { Dialog } from '@blueprintjs/core'
import { Fragment, type ReactNode } from 'react'
import { useSnapshot } from 'valtio'
import { type DialogName, useDesk } from '../editor.ts'

interface Props {
  name: DialogName
  title: string
  className?: string
  children: ReactNode
}

/** A dialog of the desk. It is gone the moment it closes: keys go on to what is behind it, and it opens afresh. */
export function DeskDialog({ name, title, className = '', children }: Props): ReactNode {
  const desk = useDesk()
  const isOpen = useSnapshot(desk.panels).dialog === name
  return (
    <Dialog isOpen={isOpen} title={title} className={className} transitionDuration={0} onClose={() => desk.close()}>
      {isOpen && <Fragment key={desk.openings}>{children}</Fragment>}
    </Dialog>
  )
}

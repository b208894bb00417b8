import { Dialog } from '@blueprintjs/core'
import { Fragment, type ReactNode } from 'react'
import { useSnapshot } from 'valtio'
import { type DialogName, useEditor } from '../editor.ts'

interface Props {
  name: DialogName
  title: string
  className?: string
  children: ReactNode
}

/** A dialog of the editor. It is gone the moment it closes: keys go on to what is behind it, and it opens afresh. */
export function EditorDialog({ name, title, className = '', children }: Props): ReactNode {
  const editor = useEditor()
  const isOpen = useSnapshot(editor.panels).dialog === name
  return (
    <Dialog isOpen={isOpen} title={title} className={className} transitionDuration={0} onClose={() => editor.close()}>
      {isOpen && <Fragment key={editor.openings}>{children}</Fragment>}
    </Dialog>
  )
}

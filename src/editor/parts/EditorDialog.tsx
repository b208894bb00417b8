import { Fragment, type ReactNode, useSyncExternalStore } from 'react'
import { Dialog } from '#src/ui/Dialog.ts'
import { useEditor } from '../context/use-editor.ts'
import { dialogClass, type DialogName } from '../context/dialogs.ts'

interface Props {
  name: DialogName
  title: string
  className?: string
  onClose?: () => void
  /** Whether a click outside leaves it open, because the user works in it. */
  isSteady?: boolean
  children: ReactNode
}

/**
 * A dialog of the editor. It unmounts at once on closing, so that keys go to the editor and it reopens in its initial
 * state.
 */
export function EditorDialog({ name, title, className = '', onClose, isSteady = false, children }: Props): ReactNode {
  const { dialogs } = useEditor()
  const { open, openings } = useSyncExternalStore(dialogs.subscribe, dialogs.state)
  const isOpen = open?.name === name
  return (
    <Dialog
      isOpen={isOpen}
      title={title}
      className={`${dialogClass(name)} ${className}`}
      transitionDuration={0}
      canOutsideClickClose={!isSteady}
      onClose={onClose ?? (() => dialogs.close(name))}
    >
      {isOpen && <Fragment key={openings}>{children}</Fragment>}
    </Dialog>
  )
}

import { Alert, Classes } from '@blueprintjs/core'
import type { ReactNode } from 'react'

interface Props {
  isOpen: boolean
  title: string
  text: string
  okText: string
  onClose: () => void
}

/** Something that the user is to know before going on. */
export function Notice({ isOpen, title, text, okText, onClose }: Props): ReactNode {
  return (
    <Alert isOpen={isOpen} intent="warning" confirmButtonText={okText} onConfirm={onClose}>
      <h4 className={Classes.HEADING}>{title}</h4>
      <p>{text}</p>
    </Alert>
  )
}

import { Alert, Classes } from '@blueprintjs/core'
import type { ReactNode } from 'react'

interface Props {
  isOpen: boolean
  title: string
  text: string
  okText: string
  onClose: () => void
}

/** A message that the user must confirm before continuing. */
export function Notice({ isOpen, title, text, okText, onClose }: Props): ReactNode {
  return (
    <Alert isOpen={isOpen} intent="warning" confirmButtonText={okText} onConfirm={onClose}>
      <h4 className={Classes.HEADING}>{title}</h4>
      <p>{text}</p>
    </Alert>
  )
}

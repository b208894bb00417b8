import { Callout } from '@blueprintjs/core'
import type { ReactNode } from 'react'

/** Why something did not work, on the form that it was asked by. */
export function Failure({ text }: { text: string }): ReactNode {
  return text ? (
    <Callout intent="danger" compact role="alert">
      {text}
    </Callout>
  ) : null
}

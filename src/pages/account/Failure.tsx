import type { ReactNode } from 'react'
import { Callout } from '#src/ui/Callout.ts'

/** Why something did not work, on the form that it was asked by. */
export function Failure({ text }: { text: string }): ReactNode {
  return text ? (
    <Callout intent="danger" compact role="alert">
      {text}
    </Callout>
  ) : null
}

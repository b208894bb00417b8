import type { ReactNode } from 'react'
import { Callout } from '#src/ui/Callout.ts'

/** A failure's reason, on its form. */
export function Failure({ text }: { text: string }): ReactNode {
  return text ? (
    <Callout intent="danger" compact role="alert">
      {text}
    </Callout>
  ) : null
}

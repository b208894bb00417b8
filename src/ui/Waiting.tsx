import { Spinner } from '@blueprintjs/core'
import type { ReactNode } from 'react'

/** In place of a page that is loading. */
export function Waiting(): ReactNode {
  return (
    <div className="fill-centre">
      <Spinner />
    </div>
  )
}

import { Classes, Tag } from '@blueprintjs/core'
import { SmallCross } from '@blueprintjs/icons'
import type { ReactNode } from 'react'

interface Props {
  name: string
  /** What the button in it does, with the name. */
  removal: string
  onRemove: () => void
}

/** One of several that are chosen; the toolkit's own button says the same of each. */
export function NamedTag({ name, removal, onRemove }: Props): ReactNode {
  const remove = (
    <button type="button" className={Classes.TAG_REMOVE} aria-label={removal} onClick={onRemove}>
      <SmallCross />
    </button>
  )
  return (
    <Tag minimal round rightIcon={remove}>
      {name}
    </Tag>
  )
}

import { Classes, Tag } from '@blueprintjs/core'
import { SmallCross } from '@blueprintjs/icons'
import type { ReactNode } from 'react'

interface Props {
  name: string
  /** Name of the remove button, which includes the item's name. */
  removal: string
  onRemove: () => void
}

/** One of several chosen items; each remove button has a name, while the toolkit's are all alike. */
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

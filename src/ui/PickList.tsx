import './PickList.css'
import { Checkbox } from '@blueprintjs/core'
import type { ReactNode } from 'react'

/** An item to choose. */
export interface PickItem {
  readonly id: string
  readonly name: string
  /** A few words that distinguish it from the others. */
  readonly note: string
  /** Already added, so that it can't be deselected. */
  readonly isThere?: boolean
  readonly disabled?: boolean
}

interface Props {
  label: string
  items: readonly PickItem[]
  picked: readonly string[]
  onPick: (ids: readonly string[]) => void
}

/** A list from which the user chooses any number of items. */
export function PickList({ label, items, picked, onPick }: Props): ReactNode {
  const turn = (id: string): void => onPick(picked.includes(id) ? picked.filter((one) => one !== id) : [...picked, id])
  return (
    <div className="pick-list" role="group" aria-label={label}>
      {items.map(({ id, name, note, isThere = false, disabled = false }) => (
        <Checkbox
          key={id}
          checked={isThere || picked.includes(id)}
          disabled={isThere || disabled}
          onChange={() => turn(id)}
        >
          <span className="ellipsis" title={name}>
            {name}
          </span>
          <span className="muted">{note}</span>
        </Checkbox>
      ))}
    </div>
  )
}

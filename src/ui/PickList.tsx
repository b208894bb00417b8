import './PickList.css'
import { Checkbox } from '@blueprintjs/core'
import type { ReactNode } from 'react'

/** One thing to choose. */
export interface PickItem {
  readonly id: string
  readonly name: string
  /** What tells it from others, in a few words. */
  readonly note: string
  /** Chosen for good: it is there already. */
  readonly isThere?: boolean
  readonly disabled?: boolean
}

interface Props {
  label: string
  items: readonly PickItem[]
  picked: readonly string[]
  onPick: (ids: readonly string[]) => void
}

/** A list of things, of which any number is chosen. */
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

import { Classes } from '@blueprintjs/core'
import type { ReactNode } from 'react'

interface Props {
  label: string
  checked: boolean
  onChange: () => void
}

/** A checkbox of plain elements, light enough for lists of hundreds. */
export function PlainCheckbox({ label, checked, onChange }: Props): ReactNode {
  return (
    <label className={`${Classes.CONTROL} ${Classes.CHECKBOX}`}>
      <input
        type="checkbox"
        className={`${Classes.CONTROL}-input`}
        checked={checked}
        aria-label={label}
        onChange={onChange}
      />
      <span className={Classes.CONTROL_INDICATOR} />
    </label>
  )
}

import { FormGroup, HTMLSelect } from '@blueprintjs/core'
import type { ReactNode } from 'react'

interface Props<T extends string | number> {
  id: string
  label: string
  value: T
  options: readonly { readonly value: T; readonly label: string; readonly disabled?: boolean }[]
  onChange: (value: T) => void
}

/** A choice of a few values under its label. */
export function SelectField<T extends string | number>({ id, label, value, options, onChange }: Props<T>): ReactNode {
  return (
    <FormGroup label={label} labelFor={id}>
      <HTMLSelect
        id={id}
        fill
        value={value}
        onChange={(event) => {
          const chosen = options.find((option) => String(option.value) === event.currentTarget.value)
          if (chosen) onChange(chosen.value)
        }}
        options={[...options]}
      />
    </FormGroup>
  )
}

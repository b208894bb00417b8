import { FormGroup } from '@blueprintjs/core'
import type { ReactNode } from 'react'
import { Select } from './Select.tsx'
import type { Option } from './use-listbox.ts'

interface Props<T extends string | number> {
  id: string
  label: string
  value: T
  options: readonly Option<T>[]
  onChange: (value: T) => void
}

/** A select of a few values with its label. */
export function SelectField<T extends string | number>({ id, label, value, options, onChange }: Props<T>): ReactNode {
  return (
    <FormGroup label={label} labelFor={id}>
      <Select id={id} value={value} onChange={onChange} options={options} />
    </FormGroup>
  )
}

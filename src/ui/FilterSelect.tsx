import type { ReactNode } from 'react'
import { Select } from './Select.tsx'
import type { Option } from './use-listbox.ts'

interface Props<T extends string> {
  label: string
  /** Text of the option without a filter. */
  all: string
  /** Empty for all. */
  value: T | ''
  options: readonly Option<T>[]
  onChange: (value: T | '') => void
}

/** Filters a list: all rows, or those with one value. */
export function FilterSelect<T extends string>({ label, all, value, options, onChange }: Props<T>): ReactNode {
  return <Select label={label} value={value} options={[{ value: '', label: all }, ...options]} onChange={onChange} />
}

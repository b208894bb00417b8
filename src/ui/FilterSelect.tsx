import type { ReactNode } from 'react'
import { Select } from './Select.tsx'
import type { Option } from './use-listbox.ts'

interface Props<T extends string> {
  label: string
  /** What is said where nothing is filtered. */
  all: string
  /** Empty for all. */
  value: T | ''
  options: readonly Option<T>[]
  onChange: (value: T | '') => void
}

/** Which of a list are shown: all, or those with one value. */
export function FilterSelect<T extends string>({ label, all, value, options, onChange }: Props<T>): ReactNode {
  return <Select label={label} value={value} options={[{ value: '', label: all }, ...options]} onChange={onChange} />
}

import type { ReactNode } from 'react'
import { Select } from './Select.tsx'

interface Props {
  id: string
  /** What a screen reader says; left out where a label belongs to it. */
  label?: string
  value: string
  languages: readonly { code: string; name: string }[]
  onChange: (code: string) => void
  disabled?: boolean
}

/** Choice of a language by its name. */
export function LanguageSelect({ id, label, value, languages, onChange, disabled = false }: Props): ReactNode {
  return (
    <Select
      id={id}
      label={label}
      disabled={disabled}
      value={value}
      onChange={onChange}
      options={languages.map(({ code, name }) => ({ value: code, label: name }))}
    />
  )
}

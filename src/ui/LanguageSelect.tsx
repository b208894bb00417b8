import type { ReactNode } from 'react'
import { isLanguageCode, type LanguageCode } from '#core/domain/languages.ts'
import { useLanguageOptions } from './language-names.ts'
import { Select } from './Select.tsx'

interface Props {
  id: string
  /** What a screen reader says; left out where a label belongs to it. */
  label?: string
  value: string
  /** Those to choose from, with `value` in any case; all of the product's where they are left out. */
  codes?: readonly string[]
  /** What stands behind a language's name; empty for nothing. */
  noteOf?: (code: string) => string
  onChange: (code: LanguageCode) => void
  className?: string
}

/** Choice of a language by its name. */
export function LanguageSelect({ codes, noteOf, ...props }: Props): ReactNode {
  const options = useLanguageOptions()
    .filter(({ value }) => codes === undefined || value === props.value || codes.includes(value))
    .map((option) => {
      const note = noteOf?.(option.value) ?? ''
      return note === '' ? option : { ...option, label: `${option.label} · ${note}` }
    })
  return (
    <Select<string> {...props} options={options} onChange={(code) => isLanguageCode(code) && props.onChange(code)} />
  )
}

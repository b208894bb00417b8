import type { ReactNode } from 'react'
import { isLanguageCode, type LanguageCode } from '#core/domain/languages.ts'
import { useLanguageOptions } from './language-names.ts'
import { Select } from './Select.tsx'

interface Props {
  id: string
  /** Name for screen readers; left out if a label belongs to the field. */
  label?: string
  value: string
  /** Languages to choose from; `value` is always added. Without it, all of the product. */
  codes?: readonly string[]
  /** Note after a language's name; empty for none. */
  noteOf?: (code: string) => string
  onChange: (code: LanguageCode) => void
  className?: string
}

/** Selects a language by its name. */
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

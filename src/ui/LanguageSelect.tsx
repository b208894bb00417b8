import { HTMLSelect } from '@blueprintjs/core'
import type { ReactNode } from 'react'

interface Props {
  id: string
  value: string
  languages: readonly { code: string; name: string }[]
  onChange: (code: string) => void
  disabled?: boolean
}

/** Choice of a language by its name. */
export function LanguageSelect({ id, value, languages, onChange, disabled = false }: Props): ReactNode {
  return (
    <HTMLSelect
      id={id}
      fill
      disabled={disabled}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      options={languages.map(({ code, name }) => ({ value: code, label: name }))}
    />
  )
}

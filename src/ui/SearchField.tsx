import { InputGroup } from '@blueprintjs/core'
import { Search } from '@blueprintjs/icons'
import { type ReactNode, useState } from 'react'

const LONGEST = 200

interface Props {
  /** Its name, and by default its placeholder. */
  label: string
  placeholder?: string
  value: string
  onSearch: (text: string) => void
}

/** A field that searches on each letter. */
export function SearchField({ label, placeholder = label, value, onSearch }: Props): ReactNode {
  return (
    <InputGroup
      type="search"
      className="search-field"
      leftIcon={<Search />}
      placeholder={placeholder}
      aria-label={label}
      maxLength={LONGEST}
      value={value}
      onValueChange={onSearch}
    />
  )
}

/** A field that searches on Enter or when it loses focus; trims the text. */
export function AskedSearchField({ label, placeholder = label, value, onSearch }: Props): ReactNode {
  const [edit, setEdit] = useState({ of: value, text: value })
  // A value changed from outside, such as by clearing the filters, replaces the typed one.
  const text = edit.of === value ? edit.text : value
  const ask = (): void => {
    if (text.trim() !== value) onSearch(text.trim())
  }
  return (
    <form
      className="search-field"
      onSubmit={(event) => {
        event.preventDefault()
        ask()
      }}
    >
      <InputGroup
        leftIcon={<Search />}
        placeholder={placeholder}
        aria-label={label}
        maxLength={LONGEST}
        value={text}
        onValueChange={(next) => setEdit({ of: value, text: next })}
        onBlur={ask}
      />
    </form>
  )
}

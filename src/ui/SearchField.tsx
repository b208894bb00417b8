import { InputGroup } from '@blueprintjs/core'
import { Search } from '@blueprintjs/icons'
import { type ReactNode, useState } from 'react'

const LONGEST = 200

interface Props {
  /** Its name, and what stands in it while it is empty. */
  label: string
  placeholder?: string
  value: string
  onSearch: (text: string) => void
}

/** Finds with every letter. */
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

/** Finds on Enter, or when the field is left, without the spaces around the text. */
export function AskedSearchField({ label, placeholder = label, value, onSearch }: Props): ReactNode {
  const [edit, setEdit] = useState({ of: value, text: value })
  // What is asked for elsewhere, such as by a cleared filter, is what the field shows.
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

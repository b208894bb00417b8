import './Select.css'
import { CaretDown, SmallTick } from '@blueprintjs/icons'
import { type ReactNode, useId, useRef } from 'react'
import { type Option, useListbox } from './use-listbox.ts'

interface Props<T extends string | number> {
  /** For the label that belongs to it. */
  id?: string
  /** What a screen reader says; left out where a label belongs to it. */
  label?: string
  value: T
  options: readonly Option<T>[]
  onChange: (value: T) => void
  /** A field of a form takes all the width; a tool is as wide as what is chosen and leaves the keyboard where it was. */
  kind?: 'field' | 'tool'
  disabled?: boolean
  /** The key that does the same, as people read it. */
  keyName?: string
  className?: string
  /** Its name in the tour. */
  tour?: string
  /** As a field of a form: whether what is chosen is wrong, and the element that says so. */
  'aria-invalid'?: boolean
  'aria-describedby'?: string | undefined
}

/** A choice of one of some values: our own list under a button, by pointer and by keys. */
export function Select<T extends string | number>(props: Props<T>): ReactNode {
  const { id, label, value, options, onChange, kind = 'field', disabled = false, keyName, className = '', tour } = props
  const listId = useId()
  const before = useRef<Element>(null)
  const root = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const box = useListbox({ root, list, options, value, onChange, spellsClosed: kind === 'field' })
  const press = (event: React.PointerEvent<HTMLElement>): void => {
    if (!box.isOpen) before.current = document.activeElement
    // The browser would not give the keyboard to a button in every case.
    event.currentTarget.focus()
  }
  const takeByPointer = (at: number): void => {
    box.take(at)
    if (kind === 'tool' && before.current instanceof HTMLElement) before.current.focus()
  }
  return (
    <div ref={root} className={`select select-${kind} ${className}`} data-tour={tour}>
      <button
        id={id}
        type="button"
        className="select-button"
        role="combobox"
        aria-label={label}
        aria-haspopup="listbox"
        aria-expanded={box.isOpen}
        aria-controls={box.isOpen ? listId : undefined}
        aria-invalid={props['aria-invalid']}
        aria-describedby={props['aria-describedby']}
        aria-activedescendant={box.isOpen && box.at >= 0 ? `${listId}-${box.at}` : undefined}
        disabled={disabled}
        data-tip={kind === 'tool' ? label : undefined}
        data-tip-key={keyName || undefined}
        data-value={value}
        onPointerDown={press}
        onClick={() => (box.isOpen ? box.close() : box.open())}
        onKeyDown={box.onKeyDown}
      >
        <span className="ellipsis">{options.find((option) => option.value === value)?.label}</span>
        <CaretDown size={12} aria-hidden />
      </button>
      {box.isOpen && (
        <ul ref={list} id={listId} className="select-list" role="listbox" aria-label={label} popover="manual">
          {options.map((option, at) => (
            <li
              key={option.value}
              id={`${listId}-${at}`}
              className={at === box.at ? 'select-option select-option-at' : 'select-option'}
              role="option"
              aria-selected={option.value === value}
              aria-disabled={option.disabled}
              data-value={option.value}
              // The button keeps the keyboard.
              onMouseDown={(event) => event.preventDefault()}
              onPointerMove={() => box.moveTo(at)}
              onClick={() => takeByPointer(at)}
            >
              <span className="select-tick">{option.value === value && <SmallTick aria-hidden />}</span>
              <span className="ellipsis">{option.label}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

import './Select.css'
import { CaretDown, SmallTick } from '@blueprintjs/icons'
import { type ReactNode, useId, useRef } from 'react'
import { type Option, useListbox } from './use-listbox.ts'

interface Props<T extends string | number> {
  /** Id for the field's label. */
  id?: string
  /** Name for screen readers; left out if a label belongs to the field. */
  label?: string
  value: T
  options: readonly Option<T>[]
  onChange: (value: T) => void
  /** A field fills its form's width; a tool is as wide as its value and does not take the focus. */
  kind?: 'field' | 'tool'
  disabled?: boolean
  /** The key with the same effect, as shown to the user. */
  keyName?: string
  className?: string
  /** Name of the control in the tour. */
  tour?: string
  /** For a field of a form: whether its value is invalid, and the element that says why. */
  'aria-invalid'?: boolean
  'aria-describedby'?: string | undefined
}

/** Selects one of several values from a list under a button, by pointer or keyboard. */
export function Select<T extends string | number>(props: Props<T>): ReactNode {
  const { id, label, value, options, onChange, kind = 'field', disabled = false, keyName, className = '', tour } = props
  const listId = useId()
  const before = useRef<Element>(null)
  const root = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const box = useListbox({ root, list, options, value, onChange, spellsClosed: kind === 'field' })
  const press = (event: React.PointerEvent<HTMLElement>): void => {
    if (!box.isOpen) before.current = document.activeElement
    // Not every browser focuses a button on a click.
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
              // The button keeps the focus.
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

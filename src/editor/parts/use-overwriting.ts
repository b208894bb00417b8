import { type RefObject, useEffect } from 'react'
import {
  eraseAfter,
  eraseBefore,
  hasShapeOf,
  type TimeEntry,
  typeDigit,
  typeSeparator,
} from '#core/timing/time-entry.ts'

interface Options {
  /** The field's value before typing; text of its shape is overwritten, any other is edited normally. */
  readonly shown: string
  /** A pasted time in the field's notation; undefined if invalid. */
  readonly spell: (text: string) => string | undefined
  readonly onEdit: () => void
}

/** In a time field, typing, erasing and pasting overwrite digits. */
export function useOverwriting(field: RefObject<HTMLInputElement | null>, { shown, spell, onEdit }: Options): void {
  useEffect(() => {
    const input = field.current
    if (!input) return
    const onBeforeInput = (event: InputEvent): void => {
      const entry =
        event.inputType === 'insertFromPaste' ? pasted(event, spell) : overwritten(entryOf(input), event, shown)
      if (!entry) return
      event.preventDefault()
      putEntry(input, entry)
      onEdit()
    }
    input.addEventListener('beforeinput', onBeforeInput)
    return () => input.removeEventListener('beforeinput', onBeforeInput)
  }, [field, shown, spell, onEdit])
}

/** The state of a field; undefined if all is selected, since the next letter replaces it. */
function entryOf(input: HTMLInputElement): TimeEntry | undefined {
  const { value: text, selectionStart, selectionEnd } = input
  const isAll = selectionStart === 0 && selectionEnd === text.length
  return selectionStart === null || isAll ? undefined : { text, caret: selectionStart }
}

/** Writes text and caret to a field. */
export function putEntry(input: HTMLInputElement, { text, caret }: TimeEntry): void {
  if (input.value !== text) input.value = text
  input.setSelectionRange(caret, caret)
}

function overwritten(entry: TimeEntry | undefined, event: InputEvent, shown: string): TimeEntry | undefined {
  if (!entry || !hasShapeOf(entry.text, shown)) return undefined
  if (event.inputType === 'deleteContentBackward') return eraseBefore(entry)
  if (event.inputType === 'deleteContentForward') return eraseAfter(entry)
  if (event.inputType !== 'insertText') return undefined
  // Full-width digits of Chinese keyboards count as digits.
  const letter = (event.data ?? '').normalize('NFKC')
  if (/^\d$/.test(letter)) return typeDigit(entry, letter)
  return /^[:;,.]$/.test(letter) ? typeSeparator(entry) : undefined
}

/** A pasted time replaces the whole text; so does an invalid one, which the user can correct. */
function pasted(event: InputEvent, spell: (text: string) => string | undefined): TimeEntry | undefined {
  const text = (event.data ?? event.dataTransfer?.getData('text/plain') ?? '').trim().slice(0, 40)
  if (text === '') return undefined
  const spelt = spell(text) ?? text
  return { text: spelt, caret: spelt.length }
}

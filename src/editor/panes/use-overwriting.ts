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
  /** What the field holds unless the user types; a text of its shape is overwritten, any other is free. */
  readonly shown: string
  /** A pasted time as the field writes it; undefined where it is none. */
  readonly spell: (text: string) => string | undefined
  readonly onEdit: () => void
}

/** Typing, erasing and pasting in a time field overwrite its digits. */
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

/** What stands in a field; undefined while all of it is chosen: then the next letter replaces it. */
function entryOf(input: HTMLInputElement): TimeEntry | undefined {
  const { value: text, selectionStart, selectionEnd } = input
  const isAll = selectionStart === 0 && selectionEnd === text.length
  return selectionStart === null || isAll ? undefined : { text, caret: selectionStart }
}

/** Puts text and caret into a field. */
export function putEntry(input: HTMLInputElement, { text, caret }: TimeEntry): void {
  if (input.value !== text) input.value = text
  input.setSelectionRange(caret, caret)
}

function overwritten(entry: TimeEntry | undefined, event: InputEvent, shown: string): TimeEntry | undefined {
  if (!entry || !hasShapeOf(entry.text, shown)) return undefined
  if (event.inputType === 'deleteContentBackward') return eraseBefore(entry)
  if (event.inputType === 'deleteContentForward') return eraseAfter(entry)
  if (event.inputType !== 'insertText') return undefined
  // Digits of full width, as Chinese keyboards write them, are digits.
  const letter = (event.data ?? '').normalize('NFKC')
  if (/^\d$/.test(letter)) return typeDigit(entry, letter)
  return /^[:;,.]$/.test(letter) ? typeSeparator(entry) : undefined
}

/** A time replaces the whole text; what is none does so too, to be corrected. */
function pasted(event: InputEvent, spell: (text: string) => string | undefined): TimeEntry | undefined {
  const text = (event.data ?? event.dataTransfer?.getData('text/plain') ?? '').trim().slice(0, 40)
  if (text === '') return undefined
  const spelt = spell(text) ?? text
  return { text: spelt, caret: spelt.length }
}

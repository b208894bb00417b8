import { flushSync } from 'react-dom'
import type { TextSpan } from '#core/subtitle/text/spelling.ts'
import { dialogClass, type Dialogs, isInOverlay } from '../context/dialogs.ts'
import { perEditor } from '../context/per-editor.ts'

/** A field for the focused line's text: in the list, or the text box. */
type TextPlace = 'row' | 'box'

const TEXTS: Readonly<Record<TextPlace, string>> = { row: '.row-field', box: '.text-box-text' }

/**
 * The text cursor in the fields of the focused line. They show another line when it gets the focus, so the user goes on
 * typing there.
 */
export class Caret {
  private readonly dialogs: Dialogs
  private readonly listeners = new Set<() => void>()
  private isRowPressed = false
  /** The field in which the user typed when a dialog opened. */
  private behind: TextPlace | undefined

  constructor(dialogs: Dialogs) {
    this.dialogs = dialogs
  }

  /** Starts following keys, presses and dialogs; returns a function that ends that. */
  start(): () => void {
    const { dialogs } = this
    const control = new AbortController()
    const listening = { capture: true, passive: true, signal: control.signal }
    addEventListener('pointerdown', ({ target }) => (this.isRowPressed = isInRow(target)), listening)
    addEventListener('keydown', () => (this.isRowPressed = false), listening)
    const stops = [
      dialogs.onOpen(() => {
        const { activeElement } = document
        // A dialog opened by another keeps the text to return to.
        if (!isInDialog(activeElement)) this.behind = placeOf(activeElement)
      }),
      dialogs.onClose(() => this.dialogClosed()),
    ]
    return () => {
      control.abort()
      for (const stop of stops) stop()
    }
  }

  /** Notifies views that the user goes to the focused line's text; returns a function that ends that. */
  onEnter(listener: () => void): () => void {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  /** Whether a row was pressed last, which stays under the pointer. */
  get isOnRow(): boolean {
    return this.isRowPressed
  }

  /** Whether a line's text has the focus. */
  get isInText(): boolean {
    return placeOf(document.activeElement) !== undefined
  }

  /** Focuses the focused line's text: the text box if it is open, else the row. */
  enter(): void {
    this.go(fieldAt('box') ? 'box' : 'row')
  }

  /** Selects a range of the focused text; all of it without a range. */
  select(span?: TextSpan): void {
    const field = document.activeElement
    if (!(field instanceof HTMLTextAreaElement) || !placeOf(field)) return
    field.setSelectionRange(span?.from ?? 0, span?.to ?? field.value.length)
  }

  private dialogClosed(): void {
    if (!this.behind) return
    const place = this.behind
    this.behind = undefined
    // It leaves the page first: until then it keeps the focus.
    flushSync(() => undefined)
    const { activeElement, body } = document
    // The user has clicked elsewhere meanwhile and continues there.
    if (activeElement === body || isInDialog(activeElement)) this.go(place)
  }

  private go(place: TextPlace): void {
    for (const listener of this.listeners) listener()
    fieldAt(place)?.focus({ preventScroll: true })
  }
}

const fieldAt = (place: TextPlace): HTMLTextAreaElement | null => document.querySelector(TEXTS[place])

/** The find bar counts too: it closes with the focus in it. */
function isInDialog(element: Element | null): boolean {
  return element !== null && (isInOverlay(element) || element.closest(`.${dialogClass('find')}`) !== null)
}

function placeOf(element: Element | null): TextPlace | undefined {
  if (element?.matches(TEXTS.row)) return 'row'
  return element?.matches(TEXTS.box) ? 'box' : undefined
}

function isInRow(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('.rows-inner [data-cue]') !== null
}

/** The text cursor in the lines of an editor. */
export const caretOf = perEditor(({ dialogs }) => new Caret(dialogs))

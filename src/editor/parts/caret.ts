import { flushSync } from 'react-dom'
import type { TextSpan } from '#core/subtitle/text/spelling.ts'
import { dialogClass, type Dialogs, isInOverlay } from '../context/dialogs.ts'
import type { EditorSession } from '../model/session.ts'
import { perEditor } from '../context/per-editor.ts'

/** A field for a line's text: its row in the list, or the text box. */
type TextPlace = 'row' | 'box'

/** Target of the last key or pointer press: a row, the next field, or anything else. */
type Hand = { readonly row: string } | 'tab' | undefined

const TEXTS: Readonly<Record<TextPlace, string>> = { row: 'textarea.row-text', box: 'textarea.text-box-text' }

/**
 * Moves the focus with the focused line: a user who types in a line's text and goes to another continues typing there.
 */
export class Caret {
  private readonly session: EditorSession
  private readonly dialogs: Dialogs
  private readonly listeners = new Set<() => void>()
  private hand: Hand
  /** The line whose row had the focus last, until it returns. */
  private left: string | undefined
  /** The field and line in which the user typed when a dialog opened. */
  private behind: { readonly place: TextPlace; readonly line: string | undefined } | undefined
  private isMoving = false

  constructor(session: EditorSession, dialogs: Dialogs) {
    this.session = session
    this.dialogs = dialogs
  }

  /** Starts moving the focus; returns a function that ends that. */
  start(): () => void {
    const { session, dialogs } = this
    const control = new AbortController()
    const listening = { capture: true, passive: true, signal: control.signal }
    addEventListener('pointerdown', ({ target }) => (this.hand = rowUnder(target)), listening)
    addEventListener('keydown', ({ key }) => (this.hand = key === 'Tab' ? 'tab' : undefined), listening)
    const stops = [
      session.onArrival((id) => this.arrived(id)),
      dialogs.onOpen(() => {
        const { activeElement } = document
        // A dialog opened by another keeps the text to return to.
        if (isInDialog(activeElement)) return
        const place = placeOf(activeElement)
        this.behind = place && { place, line: lineOf(activeElement) }
      }),
      dialogs.onClose(() => this.dialogClosed()),
    ]
    return () => {
      control.abort()
      for (const stop of stops) stop()
    }
  }

  /** Notifies views that the focused line's text is needed at once; returns a function that ends that. */
  onNeeded(listener: () => void): () => void {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  /** Whether a row was pressed last, which stays under the pointer. */
  get isOnRow(): boolean {
    return typeof this.hand === 'object'
  }

  /** Whether a line's text has the focus. */
  get isInText(): boolean {
    return placeOf(document.activeElement) !== undefined
  }

  /** Focuses the focused line's text: the text box if it is open, else the row. */
  enter(): void {
    this.go(document.querySelector(TEXTS.box) ? 'box' : 'row')
  }

  /** Selects a range of the focused text; all of it without a range. */
  select(span?: TextSpan): void {
    const field = document.activeElement
    if (!(field instanceof HTMLTextAreaElement) || !placeOf(field)) return
    field.setSelectionRange(span?.from ?? 0, span?.to ?? field.value.length)
  }

  /** Called when a row's text loses the focus. */
  leave(id: string): void {
    if (id === this.session.cells.focus) this.left = id
  }

  /**
   * Called when a row's text gets the focus; true if the user moved it there. A closing overlay returns it to another
   * line's text, from where it moves to the focused line.
   */
  isEntered(id: string): boolean {
    if (this.isMoving) return false
    const isByHand = this.hand === 'tab' || (typeof this.hand === 'object' && this.hand.row === id)
    const { focus } = this.session.cells
    const isGivenBack = !isByHand && this.left === id && focus !== undefined && focus !== id
    this.left = undefined
    if (!isGivenBack) return true
    this.go('row', 'end')
    return false
  }

  private arrived(id: string): void {
    const { activeElement } = document
    const place = placeOf(activeElement)
    if (place && lineOf(activeElement) !== id) this.go(place, 'end')
  }

  private dialogClosed(): void {
    if (!this.behind) return
    const { activeElement, body } = document
    const { place, line } = this.behind
    this.behind = undefined
    // The user has clicked elsewhere meanwhile and continues there.
    if (activeElement !== body && !isInDialog(activeElement)) return
    this.go(place, line === this.session.cells.focus ? undefined : 'end')
  }

  private go(place: TextPlace, selected?: 'end'): void {
    // The text must render within this key event, since the next key may be a letter for it.
    flushSync(() => {
      for (const listener of this.listeners) listener()
    })
    const field = this.fieldAt(place)
    if (!field) return
    const hadFocus = field === document.activeElement
    this.isMoving = true
    field.focus({ preventScroll: selected !== undefined })
    this.isMoving = false
    if (selected && !hadFocus) field.setSelectionRange(field.value.length, field.value.length)
  }

  private fieldAt(place: TextPlace): HTMLTextAreaElement | null {
    if (place === 'box') return document.querySelector<HTMLTextAreaElement>(TEXTS.box)
    const id = CSS.escape(this.session.cells.focus ?? '')
    return document.querySelector<HTMLTextAreaElement>(`.row[data-cue="${id}"] ${TEXTS.row}`)
  }
}

/** The find bar counts too: it closes with the focus in it. */
function isInDialog(element: Element | null): boolean {
  return element !== null && (isInOverlay(element) || element.closest(`.${dialogClass('find')}`) !== null)
}

function placeOf(element: Element | null): TextPlace | undefined {
  if (element?.matches(TEXTS.row)) return 'row'
  return element?.matches(TEXTS.box) ? 'box' : undefined
}

function lineOf(element: Element | null): string | undefined {
  return element?.closest<HTMLElement>('[data-cue]')?.dataset['cue']
}

function rowUnder(target: EventTarget | null): Hand {
  const row = target instanceof Element ? lineOf(target.closest('.row')) : undefined
  return row === undefined ? undefined : { row }
}

/** The text cursor in the lines of an editor. */
export const caretOf = perEditor(({ session, dialogs }) => new Caret(session, dialogs))

import { flushSync } from 'react-dom'
import type { TextSpan } from '#core/subtitle/spelling.ts'
import { dialogClass, type Dialogs, isInOverlay } from '../dialogs/dialogs.ts'
import type { EditorSession } from '../session.ts'

/** A text of a line that has the keyboard: its row in the list, or the text box. */
type TextPlace = 'row' | 'box'

/** What the last key or pointer was for: a row that was pressed, the way to the next field, or anything else. */
type Hand = { readonly row: string } | 'tab' | undefined

const TEXTS: Readonly<Record<TextPlace, string>> = { row: 'textarea.row-text', box: 'textarea.text-box-text' }

/** Takes the keyboard along: who types in the text of a line and goes to another one goes on typing there. */
export class Caret {
  private readonly session: EditorSession
  private readonly dialogs: Dialogs
  private readonly listeners = new Set<() => void>()
  private hand: Hand
  /** The line whose row had the keyboard last, until that comes back. */
  private left: string | undefined
  /** What was typed in when a dialog opened over it. */
  private behind: { readonly place: TextPlace; readonly line: string | undefined } | undefined
  private isMoving = false

  constructor(session: EditorSession, dialogs: Dialogs) {
    this.session = session
    this.dialogs = dialogs
  }

  /** Begins to take the keyboard along; returns what ends that. */
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
        // A dialog that another one opens leaves its text where it was.
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

  /** Tells those who draw texts that the one of the line in focus is needed at once; returns what ends that. */
  onNeeded(listener: () => void): () => void {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  /** Whether a row was pressed last: it stays under the pointer. */
  get isOnRow(): boolean {
    return typeof this.hand === 'object'
  }

  /** Whether the text of a line has the keyboard. */
  get isInText(): boolean {
    return placeOf(document.activeElement) !== undefined
  }

  /** Puts the keyboard into the text of the line in focus: the text box where it is open, else the row. */
  enter(): void {
    this.go(document.querySelector(TEXTS.box) ? 'box' : 'row')
  }

  /** Selects a part of the text that has the keyboard; all of it where no part is named. */
  select(span?: TextSpan): void {
    const field = document.activeElement
    if (!(field instanceof HTMLTextAreaElement) || !placeOf(field)) return
    field.setSelectionRange(span?.from ?? 0, span?.to ?? field.value.length)
  }

  /** The text of a row has lost the keyboard. */
  leave(id: string): void {
    if (id === this.session.cells.focus) this.left = id
  }

  /**
   * The text of a row has got the keyboard: true where a person has come to it. What closes gives the keyboard back to where
   * it was, which is another line's text by then: it goes on to the one in focus.
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
    // Who clicked elsewhere meanwhile goes on there.
    if (activeElement !== body && !isInDialog(activeElement)) return
    this.go(place, line === this.session.cells.focus ? undefined : 'end')
  }

  private go(place: TextPlace, selected?: 'end'): void {
    // The text must be there with this key: the next one may be a letter for it.
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

/** The find bar is one too: it goes with the keyboard in it. */
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

import { delays } from '../options.ts'

/**
 * Keys struck after the one that opens a dialog and before its first field has the focus: kept, and given to the field
 * in their order. A fast hand is some frames ahead of the page.
 */
export class KeyBuffer {
  private waiting: string[] | undefined
  private timer: ReturnType<typeof setTimeout> | undefined
  /** Dialogs opened so far, and the one that is given its keys. */
  private openings = 0
  private given = 0
  private isStriking = false
  /** The dialog was closed by a key that was kept. */
  private isClosed = false
  private readonly hasFocus: () => boolean
  private readonly isInText: () => boolean

  /** `hasFocus` tells whether the dialog that was opened last has the focus, `isInText` whether a text has it. */
  constructor(hasFocus: () => boolean, isInText: () => boolean) {
    this.hasFocus = hasFocus
    this.isInText = isInText
  }

  /** A dialog is about to open. */
  begin(): void {
    this.waiting ??= []
    this.isClosed = false
    this.openings++
    this.wait(delays.dialogKeys)
  }

  private wait(ms: number): void {
    clearTimeout(this.timer)
    this.timer = setTimeout(() => this.end(), ms)
  }

  /** Nothing more is kept; what was struck for a dialog that is gone answers no other one. */
  end(): void {
    clearTimeout(this.timer)
    this.waiting = undefined
    this.isClosed = false
  }

  /** The dialog closed: what was struck after the key that closed it is for the text that has the focus then, if one has. */
  close(): void {
    if (this.isStriking && this.waiting) this.isClosed = true
    else this.end()
  }

  /** Whether keys are on their way into a text: what is struck meanwhile comes after them. */
  get isForText(): boolean {
    return this.isClosed
  }

  /** The dialog closed, and may open another one, for which the next keys are. */
  expectNext(): void {
    if (this.waiting) this.wait(delays.nextDialog)
  }

  /** Whether keys are kept for a dialog that has not got the focus yet. */
  get isWaiting(): boolean {
    return this.waiting !== undefined && !this.hasFocus()
  }

  /** True where the key is kept for the dialog. */
  take({ key, ctrlKey, altKey, metaKey }: KeyboardEvent): boolean {
    if (!this.waiting || this.isStriking) return false
    const isText = [...key].length === 1 && !ctrlKey && !altKey && !metaKey
    if (!(isText || key === 'Enter' || key === 'Backspace')) return false
    this.waiting.push(key)
    return true
  }

  /** Something has got the focus. */
  arrived(): void {
    if (!this.waiting || this.given === this.openings || !this.hasFocus()) return
    this.given = this.openings
    void this.give(this.openings)
  }

  private async give(opening: number): Promise<void> {
    // Text is for the field that the dialog began with, also where the focus has gone on by then.
    let field = textFieldInFocus()
    // What the field does itself at that moment, like selecting its text, comes first.
    await nextTask()
    // Enter may open the next dialog: what follows is for that one then.
    while (this.waiting && this.openings === opening) {
      // What closes gives the focus back to where it was, and the dialog takes it again: it tells then.
      if (this.isClosed ? !this.isInText() : !this.hasFocus()) {
        if (this.isClosed) this.end()
        this.given = 0
        return
      }
      const key = this.waiting.shift()
      if (key === undefined) return this.end()
      field ??= document.activeElement ?? undefined
      this.isStriking = true
      strikeIn(field, key)
      this.isStriking = false
      if (key === 'Enter') field = undefined
      // As from a keyboard, each in a task of its own: a field that React holds takes back what comes at once.
      await nextTask()
    }
  }
}

const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve))

/** The dialog may give the focus to something else before it comes to its first field. */
function textFieldInFocus(): Element | undefined {
  const { activeElement } = document
  const takesText = activeElement instanceof HTMLInputElement || activeElement instanceof HTMLTextAreaElement
  return takesText ? activeElement : undefined
}

/** Strikes a key in a field that may have lost the focus since; the focus stays where it is. */
function strikeIn(field: Element | undefined, key: string): void {
  const focused = document.activeElement
  const isElsewhere = field !== focused && field instanceof HTMLElement && field.isConnected
  if (isElsewhere) field.focus()
  strike(key)
  if (isElsewhere && focused instanceof HTMLElement) focused.focus()
}

function strike(key: string): void {
  const target = document.activeElement
  if (!(target instanceof HTMLElement)) return
  if (key === 'Backspace') document.execCommand('delete')
  else if (key === 'Enter') enter(target)
  // What a key would do, with the field's own undo and events.
  else document.execCommand('insertText', false, key)
}

function enter(target: HTMLElement): void {
  const event = (type: string) =>
    new KeyboardEvent(type, { key: 'Enter', code: 'Enter', bubbles: true, cancelable: true })
  const isFree = target.dispatchEvent(event('keydown'))
  target.dispatchEvent(event('keyup'))
  if (!isFree) return
  if (target instanceof HTMLInputElement) target.form?.requestSubmit()
  else if (target instanceof HTMLButtonElement) target.click()
  else if (target instanceof HTMLTextAreaElement) document.execCommand('insertText', false, '\n')
}

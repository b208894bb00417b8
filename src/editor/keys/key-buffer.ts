import { delays } from '../model/options.ts'

/**
 * Buffers keys typed between the opening of a dialog and the focus of its first field, and then replays them there:
 * fast typists are some frames ahead of the page.
 */
export class KeyBuffer {
  private waiting: KeyboardEvent[] | undefined
  private timer: ReturnType<typeof setTimeout> | undefined
  /** Number of dialogs opened, and the one that has received its keys. */
  private openings = 0
  private given = 0
  private isStriking = false
  /** Whether a buffered key has closed the dialog. */
  private isClosed = false
  private readonly hasFocus: () => boolean
  private readonly isInText: () => boolean

  /** `hasFocus`: whether the dialog opened last has the focus; `isInText`: whether a text has it. */
  constructor(hasFocus: () => boolean, isInText: () => boolean) {
    this.hasFocus = hasFocus
    this.isInText = isInText
  }

  /** Starts buffering, just before a dialog opens. */
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

  /** Stops and drops the buffer: keys for a closed dialog go to no other. */
  end(): void {
    clearTimeout(this.timer)
    this.waiting = undefined
    this.isClosed = false
  }

  /** Keys typed after the one that closed the dialog go to the text that then has the focus, else to the page. */
  close(): void {
    if (this.isStriking && this.waiting) this.isClosed = true
    else this.end()
  }

  /** Whether buffered keys are being replayed after the dialog closed: later ones must follow them. */
  get isForPage(): boolean {
    return this.isClosed
  }

  /** The closed dialog may open another one, for which the next keys are buffered. */
  expectNext(): void {
    if (this.waiting) this.wait(delays.nextDialog)
  }

  /** Whether keys are buffered for a dialog without focus. */
  get isWaiting(): boolean {
    return this.waiting !== undefined && !this.hasFocus()
  }

  /** True if the key is buffered. */
  take(event: KeyboardEvent): boolean {
    if (!this.waiting || this.isStriking) return false
    const { key, ctrlKey, altKey, metaKey } = event
    const isText = [...key].length === 1 && !ctrlKey && !altKey && !metaKey
    if (!(isText || key === 'Enter' || key === 'Backspace')) return false
    this.waiting.push(event)
    return true
  }

  /** Called when the focus moves. */
  arrived(): void {
    if (!this.waiting || this.given === this.openings || !this.hasFocus()) return
    this.given = this.openings
    void this.give(this.openings)
  }

  private async give(opening: number): Promise<void> {
    // Text goes to the first focused field, even if the focus has moved on.
    let field = textFieldInFocus()
    // Lets the field's focus handlers run first, such as selecting its text.
    await nextTask()
    // Enter may open the next dialog, which then gets the remaining keys.
    while (this.waiting && this.openings === opening) {
      // A closing dialog moves the focus back, and the next one takes it: `arrived` is called again then.
      if (!this.isClosed && !this.hasFocus()) {
        this.given = 0
        return
      }
      const typed = this.waiting.shift()
      if (!typed) return this.end()
      this.isStriking = true
      if (this.isClosed && !this.isInText()) press(typed)
      else strikeIn((field ??= document.activeElement ?? undefined), typed.key)
      this.isStriking = false
      if (typed.key === 'Enter') field = undefined
      // One task per key, as from a keyboard: React reverts a controlled field's changes within one task.
      await nextTask()
    }
  }
}

const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve))

/** The field in focus; a dialog may focus another element before its first field. */
function textFieldInFocus(): Element | undefined {
  const { activeElement } = document
  const takesText = activeElement instanceof HTMLInputElement || activeElement instanceof HTMLTextAreaElement
  return takesText ? activeElement : undefined
}

/** Presses a key where no text has the focus. */
function press(typed: KeyboardEvent): void {
  for (const type of ['keydown', 'keyup'])
    (document.activeElement ?? document).dispatchEvent(new KeyboardEvent(type, typed))
}

/** Types a key into a field that may have lost the focus since; the focus stays. */
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
  // Inserts like a key press, with the field's undo and events.
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

/** A dialog that has not taken the focus by then does not take what was struck for it either. */
const PATIENCE_MS = 1000

/**
 * Keys struck after the one that opens a dialog and before its first field has the focus: kept, and given to the field
 * in their order. A fast hand is some frames ahead of the page.
 */
export class TypeAhead {
  private waiting: string[] | undefined
  private timer: ReturnType<typeof setTimeout> | undefined
  private flush: ReturnType<typeof setTimeout> | undefined

  /** A dialog is about to open. */
  begin(): void {
    this.waiting ??= []
    clearTimeout(this.timer)
    clearTimeout(this.flush)
    this.timer = setTimeout(() => this.end(), PATIENCE_MS)
  }

  end(): void {
    clearTimeout(this.timer)
    this.waiting = undefined
  }

  /** True where the key is kept for the dialog. */
  take({ key, ctrlKey, altKey, metaKey }: KeyboardEvent): boolean {
    const isText = [...key].length === 1 && !ctrlKey && !altKey && !metaKey
    if (!this.waiting || !(isText || key === 'Enter' || key === 'Backspace')) return false
    this.waiting.push(key)
    return true
  }

  /** Something has got the focus. What it does itself at that moment, like selecting its text, comes first. */
  arrived(): void {
    if (!this.waiting) return
    clearTimeout(this.flush)
    this.flush = setTimeout(() => {
      const keys = this.waiting ?? []
      const enter = keys.indexOf('Enter')
      const upTo = enter < 0 ? keys.length : enter + 1
      this.end()
      for (const key of keys.slice(0, upTo)) strike(key)
      const rest = keys.slice(upTo)
      if (rest.length === 0) return
      // Enter may open the next dialog: what follows is for that one then.
      const isNext = this.waiting !== undefined
      this.waiting = rest
      if (!isNext) this.arrived()
    })
  }
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
}

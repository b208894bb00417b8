/** Controls without a text. */
const CONTROLS =
  'button, a[href], summary, [role="button"], [role="radio"], [role="tab"], [role="slider"], [role="combobox"], ' +
  'input:is([type="range"], [type="checkbox"], [type="radio"], [type="color"])'
/** Fields that commit their text on blur. */
const FIELDS = 'input, select'
/** Keys that a focused control needs; one that can be dragged also needs the moving keys. */
const PRESSING = /^(?: |Enter)$/
const MOVING = /^(?:Arrow|Home$|End$|Page)/

/** Whether an element is a control, which handles keys only if it was focused by the keyboard. */
export function isControl(element: Element): boolean {
  return element.matches(CONTROLS)
}

/** Whether a key is for the focused control: pressing it by the pointer does not count. */
export function isKeyOfControl(control: Element, key: string): boolean {
  // A line's number belongs to the list, so its keys are those of the line.
  if (!isControl(control) || control.matches('.row-number') || !control.matches(':focus-visible')) return false
  return PRESSING.test(key) || (control.matches('input, [role]') && MOVING.test(key))
}

/**
 * Tools pressed by the pointer leave the focus where it is, so that the next key reaches the text, list or timeline.
 * Returns a function that ends that.
 */
export function keepKeyboard(area: () => Element | null): () => void {
  const control = new AbortController()
  const { signal } = control
  /** The focused element before a pointer press, and whether a tool may have taken the focus since. */
  let before: Element | null = null
  const toolAt = (target: EventTarget | null): Element | null => {
    const tool = target instanceof Element ? target.closest(CONTROLS) : null
    // A line's number moves the focus to the list.
    return tool && area()?.contains(tool) && !tool.matches('.row-number') ? tool : null
  }
  const press = (): void => {
    const { activeElement } = document
    if (activeElement && !isControl(activeElement)) before = activeElement
    else if (activeElement?.matches(':focus-visible')) before = null
  }
  const hold = (event: MouseEvent): void => {
    const tool = toolAt(event.target)
    if (tool && !tool.matches('input, [role="combobox"]') && !document.activeElement?.matches(FIELDS))
      event.preventDefault()
  }
  const giveBack = ({ detail }: MouseEvent): void => {
    // A click without a press count comes from a key.
    if (detail === 0) return
    const { activeElement } = document
    const tool = toolAt(activeElement)
    if (tool !== activeElement || !tool || !before || tool.matches('[aria-expanded="true"]')) return
    if (before instanceof HTMLElement && before.isConnected && before !== document.body)
      before.focus({ preventScroll: true })
    else if (activeElement instanceof HTMLElement) activeElement.blur()
  }
  addEventListener('pointerdown', press, { capture: true, passive: true, signal })
  addEventListener('mousedown', hold, { capture: true, signal })
  addEventListener('click', giveBack, { signal })
  return () => control.abort()
}

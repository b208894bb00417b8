/** What is pressed and holds no text. */
const CONTROLS =
  'button, a[href], summary, [role="button"], [role="radio"], [role="tab"], [role="slider"], [role="combobox"], ' +
  'input:is([type="range"], [type="checkbox"], [type="radio"], [type="color"])'
/** Fields that take what was typed when the keyboard leaves them. */
const FIELDS = 'input, select'
/** Keys that a control which has the keyboard needs; one that is dragged needs those of its ways as well. */
const PRESSING = /^(?: |Enter)$/
const MOVING = /^(?:Arrow|Home$|End$|Page)/

/** Whether an element is a control, which takes keys only where the keyboard itself has come to it. */
export function isControl(element: Element): boolean {
  return element.matches(CONTROLS)
}

/** Whether a key is for the control that has the keyboard: a pointer that pressed it gives it none. */
export function isKeyOfControl(control: Element, key: string): boolean {
  // The number of a line stands for the list: its keys are those of the line.
  if (!isControl(control) || control.matches('.row-number') || !control.matches(':focus-visible')) return false
  return PRESSING.test(key) || (control.matches('input, [role]') && MOVING.test(key))
}

/**
 * Tools that are pressed by a pointer leave the keyboard where it is: the next key goes on to the text, the list or the
 * timeline. Returns what ends that.
 */
export function keepKeyboard(area: () => Element | null): () => void {
  const control = new AbortController()
  const { signal } = control
  /** What had the keyboard before a pointer came, and whether a tool may have taken it since. */
  let before: Element | null = null
  const toolAt = (target: EventTarget | null): Element | null => {
    const tool = target instanceof Element ? target.closest(CONTROLS) : null
    // The number of a line gives the keyboard to the list.
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
    // A click without a count of presses was made by a key.
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

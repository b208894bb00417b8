import { type RefObject, useEffect } from 'react'
import { useEditor } from '../use-editor.ts'

/** After the last scroll, edit or change of width: nothing is measured while the rows move. */
const SETTLE_MS = 100

/** Marks the rows whose text is longer than the room that they have, once the list is at rest. `layout` changes with that room. */
export function useLongTexts(scroller: RefObject<HTMLDivElement | null>, layout: string): void {
  const { session } = useEditor()
  useEffect(() => {
    const element = scroller.current
    if (!element) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const later = (): void => {
      clearTimeout(timer)
      timer = setTimeout(() => mark(element), SETTLE_MS)
    }
    const control = new AbortController()
    const { signal } = control
    element.addEventListener('scroll', later, { signal, passive: true })
    element.addEventListener('focusout', later, { signal })
    const observer = new ResizeObserver(later)
    observer.observe(element)
    const stop = session.onChange(later)
    later()
    return () => {
      clearTimeout(timer)
      control.abort()
      stop()
      observer.disconnect()
    }
    // Rows of another height, or with another column, have room for more text or less.
  }, [scroller, session, layout])
}

/** Reads first and writes after it: the page is laid out once. */
function mark(element: HTMLElement): void {
  const fields = [...element.querySelectorAll('textarea')]
  const longer = fields.map((field) => field.scrollHeight > field.clientHeight + 2)
  for (const [at, field] of fields.entries()) {
    field.toggleAttribute('data-longer', longer[at] === true)
    if (longer[at] === true) field.dataset['tip'] = field.value
    else delete field.dataset['tip']
  }
}

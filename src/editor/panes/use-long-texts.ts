import { type RefObject, useEffect } from 'react'
import { useEditor } from '../use-editor.ts'
import type { RowsAtRest } from './rows-at-rest.ts'

/** After the last scroll or change of width: nothing is measured while the rows move. */
const SETTLE_MS = 100
/** More texts than these that change at once wait for that too. */
const MOST_AT_ONCE = 4

/** Marks the rows whose text is longer than the room that they have, once the list is at rest. `layout` changes with that room. */
export function useLongTexts(scroller: RefObject<HTMLDivElement | null>, atRest: RowsAtRest, layout: string): void {
  const { session } = useEditor()
  useEffect(() => {
    const element = scroller.current
    if (!element) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const later = (): void => {
      clearTimeout(timer)
      timer = setTimeout(() => mark([...element.querySelectorAll('textarea')]), SETTLE_MS)
    }
    const control = new AbortController()
    const { signal } = control
    element.addEventListener('focusout', later, { signal })
    const observer = new ResizeObserver(later)
    observer.observe(element)
    const changed = new Set<string>()
    let frame = 0
    // With the frame that draws them, which lays the page out in any case.
    const soon = (): void => {
      frame = 0
      mark(
        [...changed].flatMap(
          (id) => element.querySelector<HTMLTextAreaElement>(`[data-cue="${CSS.escape(id)}"] textarea`) ?? [],
        ),
      )
      changed.clear()
    }
    const stopResting = atRest.onRest(later)
    const stop = session.onShown((patch) => {
      const texts = patch.filter(({ from, to }) => from?.text !== to?.text)
      if (texts.length > MOST_AT_ONCE || texts.some(({ from, to }) => !from || !to)) return later()
      for (const { to } of texts) if (to) changed.add(to.id)
      if (changed.size > 0) frame ||= requestAnimationFrame(soon)
    })
    later()
    return () => {
      clearTimeout(timer)
      cancelAnimationFrame(frame)
      control.abort()
      stop()
      stopResting()
      observer.disconnect()
    }
    // Rows of another height, or with another column, have room for more text or less.
  }, [scroller, atRest, session, layout])
}

/** Reads first and writes after it: the page is laid out once. */
function mark(fields: readonly HTMLTextAreaElement[]): void {
  const longer = fields.map((field) => ({ is: isLonger(field), isCut: isCut(field) }))
  for (const [at, field] of fields.entries()) {
    const { is = false, isCut = false } = longer[at] ?? {}
    if (field.hasAttribute('data-longer') !== is) {
      field.toggleAttribute('data-longer', is)
      field.form?.toggleAttribute('data-longer', is)
    }
    if (field.form && field.form.hasAttribute('data-cut') !== isCut) field.form.toggleAttribute('data-cut', isCut)
    const tip = isCut && !isActive(field) ? field.value : undefined
    if (field.dataset['tip'] === tip) continue
    if (tip === undefined) delete field.dataset['tip']
    else field.dataset['tip'] = tip
  }
}

/** Whether a text has no room; the one that the user types in takes the room that it needs. */
function isLonger(field: HTMLTextAreaElement): boolean {
  const isGrown = isActive(field) && field.hasAttribute('data-longer')
  return isGrown
    ? field.clientHeight > Number.parseFloat(getComputedStyle(field).minHeight)
    : field.scrollHeight > field.clientHeight + 2
}

/** Whether not all of what is read of a text is in sight: without its tags it may have room where the field has none. */
function isCut(field: HTMLTextAreaElement): boolean {
  const read = field.nextElementSibling ?? field
  return !isActive(field) && read.scrollHeight > read.clientHeight + 2
}

const isActive = (field: HTMLElement): boolean => field === field.ownerDocument.activeElement

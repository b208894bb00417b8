import { type RefObject, useEffect } from 'react'
import { followText } from '../../model/follow-text.ts'
import { delays } from '../../model/options.ts'
import { useEditor } from '../../context/use-editor.ts'
import type { RowsAtRest } from './rows-at-rest.ts'

/** Marks rows whose text exceeds its space, once scrolling and typing pause. `layout` changes with that space. */
export function useLongTexts(scroller: RefObject<HTMLDivElement | null>, atRest: RowsAtRest, layout: string): void {
  const { session, loop } = useEditor()
  useEffect(() => {
    const element = scroller.current
    if (!element) return
    const measure = (): void => {
      let rooms: (readonly [HTMLTextAreaElement, Room])[] = []
      const read = (): void => {
        rooms = [...element.querySelectorAll('textarea')].map((field) => [field, roomOf(field)])
      }
      loop.frame(measure, { read, write: () => rooms.forEach(([field, room]) => mark(field, room)) })
    }
    const later = (): void => loop.idle(measure, measure, { after: delays.rows })
    const observer = new ResizeObserver(later)
    observer.observe(element)
    element.addEventListener('focusout', later)
    const stopResting = atRest.onRest(later)
    const stop = followText(session, (patch) => {
      if (patch.some(({ from, to }) => from?.text !== to?.text)) measure()
    })
    later()
    return () => {
      loop.cancel(measure)
      element.removeEventListener('focusout', later)
      stop()
      stopResting()
      observer.disconnect()
    }
    // Another row height or column changes the space for text.
  }, [scroller, atRest, session, loop, layout])
}

interface Room {
  readonly isLonger: boolean
  readonly isCut: boolean
}

const roomOf = (field: HTMLTextAreaElement): Room => ({ isLonger: isLonger(field), isCut: isCut(field) })

function mark(field: HTMLTextAreaElement, room: Room): void {
  const { form, dataset } = field
  field.toggleAttribute('data-longer', room.isLonger)
  form?.toggleAttribute('data-longer', room.isLonger)
  form?.toggleAttribute('data-cut', room.isCut)
  const tip = room.isCut ? field.value : undefined
  if (dataset['tip'] === tip) return
  if (tip === undefined) delete dataset['tip']
  else dataset['tip'] = tip
}

/** Whether a text exceeds its space; the focused one grows instead. */
function isLonger(field: HTMLTextAreaElement): boolean {
  const isGrown = isActive(field) && field.hasAttribute('data-longer')
  return isGrown
    ? field.clientHeight > Number.parseFloat(getComputedStyle(field).minHeight)
    : field.scrollHeight > field.clientHeight + 2
}

/** Whether the displayed text is cut: without tags it may fit although the field's text does not. */
function isCut(field: HTMLTextAreaElement): boolean {
  const read = field.nextElementSibling ?? field
  return !isActive(field) && read.scrollHeight > read.clientHeight + 2
}

const isActive = (field: HTMLElement): boolean => field === field.ownerDocument.activeElement

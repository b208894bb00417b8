import { type RefObject, useLayoutEffect } from 'react'
import { cueIn } from '#core/subtitle/cue-list.ts'
import type { EditorSession } from '../session.ts'
import { useEditor } from '../use-editor.ts'

/** What each letter brings that React hears, besides the key that goes down and up. */
const typingEvents = ['keypress', 'textInput', 'input', 'selectionchange'] as const
/** Who leaves the text, or the page, leaves no letter behind. */
const leavingEvents = ['focusout', 'beforeunload', 'pagehide', 'visibilitychange'] as const

/**
 * Writes to the document what the user types in the texts of the rows. The events of a letter end here: React would look
 * through all parents of the field twice for each of them, which costs more than the letter itself.
 */
export function useTypedTexts(scroller: RefObject<HTMLDivElement | null>): void {
  const { session } = useEditor()
  // Ends before what keeps the text does.
  useLayoutEffect(() => {
    const control = new AbortController()
    // Each letter asks four times whether its field is one of the rows': the last one is known.
    let last: HTMLTextAreaElement | undefined
    const take = (event: Event): void => {
      const field = event.target
      if (field !== last) {
        if (!(field instanceof HTMLTextAreaElement) || !scroller.current?.contains(field)) return
        last = field
      }
      event.stopPropagation()
      if (event.type !== 'input') return
      const id = last.closest<HTMLElement>('[data-cue]')?.dataset['cue']
      if (id !== undefined) session.typeSoon(id, last.value)
    }
    const leave = ({ type, target }: Event): void => {
      session.settleTyped()
      if (type === 'focusout' && target instanceof HTMLTextAreaElement) leaveText(session, target)
    }
    // Taken back before it came to the list, what was typed is gone from the document, and no row is drawn for that.
    const stop = session.onChange(() => {
      const id = last?.closest<HTMLElement>('[data-cue]')?.dataset['cue']
      const cue = id === undefined ? undefined : cueIn(session.list, id)
      if (last && cue && last.value !== cue.text && !session.held.isHeld(cue.id)) last.value = cue.text
    })
    for (const type of typingEvents) window.addEventListener(type, take, { capture: true, signal: control.signal })
    // Before those who then keep what there is.
    for (const type of leavingEvents) window.addEventListener(type, leave, { capture: true, signal: control.signal })
    return () => {
      control.abort()
      stop()
      session.settleTyped()
    }
  }, [scroller, session])
}

/** A field that kept its text while the line was changed elsewhere shows the line again. */
function leaveText({ held, list }: EditorSession, field: HTMLTextAreaElement): void {
  const id = field.closest<HTMLElement>('[data-cue]')?.dataset['cue']
  const line = id !== undefined && held.isHeld(id) ? cueIn(list, id) : undefined
  held.left()
  if (line) field.value = line.text
}

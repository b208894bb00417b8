import { type RefObject, useEffect } from 'react'
import { useEditor } from '../use-editor.ts'

/** What each letter brings besides the key that goes down. */
const typingEvents = ['keypress', 'beforeinput', 'textInput', 'input', 'keyup', 'selectionchange'] as const

/**
 * Writes to the document what somebody types in the texts of the rows. The events of a letter end here: React would look
 * through all parents of the field twice for each of them, which costs more than the letter itself.
 */
export function useTypedTexts(scroller: RefObject<HTMLDivElement | null>): void {
  const { session } = useEditor()
  useEffect(() => {
    const control = new AbortController()
    const take = (event: Event): void => {
      const field = event.target
      if (!(field instanceof HTMLTextAreaElement) || !scroller.current?.contains(field)) return
      event.stopPropagation()
      const id = event.type === 'input' ? field.closest<HTMLElement>('[data-cue]')?.dataset['cue'] : undefined
      if (id !== undefined) session.type(id, field.value)
    }
    for (const type of typingEvents) window.addEventListener(type, take, { capture: true, signal: control.signal })
    return () => control.abort()
  }, [scroller, session])
}

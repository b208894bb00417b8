import { type RefObject, useLayoutEffect } from 'react'
import { cueIn } from '#core/subtitle/cue/cue-list.ts'
import type { EditorSession } from '../../model/session.ts'
import { useEditor } from '../../context/use-editor.ts'

/** Writes text typed in rows to the document. */
export function useTypedTexts(scroller: RefObject<HTMLDivElement | null>): void {
  const { session } = useEditor()
  useLayoutEffect(() => {
    const list = scroller.current
    if (!list) return
    let last: HTMLTextAreaElement | undefined
    const type = ({ target }: Event): void => {
      if (!(target instanceof HTMLTextAreaElement)) return
      last = target
      const id = idOf(target)
      if (id !== undefined) session.type(id, target.value)
    }
    const leave = ({ target }: Event): void => {
      if (target instanceof HTMLTextAreaElement) leaveText(session, target)
    }
    list.addEventListener('input', type)
    list.addEventListener('focusout', leave)
    // Undone before any view has rendered it, the typed text is only in the field, which no render would reset.
    const stop = session.onChange(({ origin }) => {
      const cue = last && origin !== 'typing' ? cueIn(session.list, idOf(last) ?? '') : undefined
      if (last && cue && last.value !== cue.text && !session.held.isHeld(cue.id)) last.value = cue.text
    })
    return () => {
      list.removeEventListener('input', type)
      list.removeEventListener('focusout', leave)
      stop()
    }
  }, [scroller, session])
}

const idOf = (field: HTMLTextAreaElement): string | undefined =>
  field.closest<HTMLElement>('[data-cue]')?.dataset['cue']

/** Shows the line again in a field that kept its text while the line was changed elsewhere. */
function leaveText({ held, list }: EditorSession, field: HTMLTextAreaElement): void {
  const id = idOf(field)
  const line = id !== undefined && held.isHeld(id) ? cueIn(list, id) : undefined
  held.left()
  if (line) field.value = line.text
}

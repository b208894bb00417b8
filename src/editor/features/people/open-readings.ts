import type { Editor } from '../../context/editor.ts'
import { readingsOf } from './readings.ts'

/** Opens the other readings of a line below its mark. */
export function openReadings({ panels }: Editor, id: string, mark: Element): void {
  const { left, bottom } = mark.getBoundingClientRect()
  panels.readings = { id, left, top: bottom }
}

/** Opens readings of the focused line, else goes to the next line with any; false without any. */
export function openNextReadings(editor: Editor): boolean {
  const { session } = editor
  const readings = readingsOf(editor)
  const { focus } = session.cells
  const isHere = focus !== undefined && readings.of(focus).length > 0
  const id = isHere ? focus : readings.next()
  if (id === undefined) {
    editor.say('no_readings')
    return true
  }
  if (!isHere) editor.goTo(id)
  // The list scrolls to the line in the next frame.
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      const mark = document.querySelector(`[data-cue="${CSS.escape(id)}"] .row-readings`)
      if (mark) openReadings(editor, id, mark)
    }),
  )
  return true
}

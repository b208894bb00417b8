import { useEffect, useState } from 'react'
import { subscribeKey } from 'valtio/utils'
import type { Cue } from '#core/subtitle/cue/cue.ts'
import { followText } from '../model/follow-text.ts'
import { useEditor } from '../context/use-editor.ts'

/** The focused line without previews: updated in the frame of an edit, and at pauses while the user types. */
export function useLineInFocus(): Cue | undefined {
  const editor = useEditor()
  const [shown, setShown] = useState(() => ({ cue: editor.session.focused }))
  useEffect(() => {
    const { session } = editor
    // A new object, since the same line may have another number.
    const show = (): void => setShown({ cue: session.focused })
    const stops = [subscribeKey(session.cells, 'focus', show, true), followText(session, show)]
    show()
    return () => {
      for (const stop of stops) stop()
    }
  }, [editor])
  return shown.cue
}

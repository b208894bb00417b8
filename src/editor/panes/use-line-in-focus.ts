import { useEffect, useState } from 'react'
import { subscribeKey } from 'valtio/utils'
import type { Cue } from '#core/subtitle/cue.ts'
import { followText } from '../follow-text.ts'
import { useEditor } from '../use-editor.ts'

/** The line in focus as its text is edited, without what a gesture would make of it: in the frame that shows an edit, and while the user types when they rest. */
export function useLineInFocus(): Cue | undefined {
  const editor = useEditor()
  const [shown, setShown] = useState(() => ({ cue: editor.session.focused }))
  useEffect(() => {
    const { session, caret } = editor
    // A new object: the same line may have another number.
    const show = (): void => setShown({ cue: session.focused })
    const stops = [subscribeKey(session.cells, 'focus', show), followText(session, show), caret.onNeeded(show)]
    show()
    return () => {
      for (const stop of stops) stop()
    }
  }, [editor])
  return shown.cue
}

import { useEffect } from 'react'
import type { Patch } from '#core/subtitle/cue/patch.ts'
import { useEditor } from '../context/use-editor.ts'

/** Outlines a change on the timeline while the component is mounted. */
export function usePreview(patch: Patch): void {
  const { session } = useEditor()
  useEffect(() => {
    session.preview(patch, 'outlined')
    return () => session.cancel()
  }, [patch, session])
}

import { useEffect } from 'react'
import type { Patch } from '#core/subtitle/patch.ts'
import { useEditor } from '../use-editor.ts'

/** Outlines on the timeline what a change would do, as long as the component is on the page. */
export function usePreview(patch: Patch): void {
  const { session } = useEditor()
  useEffect(() => {
    session.preview(patch, 'outlined')
    return () => session.cancel()
  }, [patch, session])
}

import { useEffect } from 'react'
import { ref } from 'valtio'
import { cueList } from '#core/subtitle/cue-list.ts'
import { applyPatch, type Patch } from '#core/subtitle/patch.ts'
import { useEditor } from './editor.ts'

/** Outlines on the timeline what a change would make of the lines, as long as it is asked about. */
export function usePreview(patch: Patch): void {
  const { session, panels } = useEditor()
  useEffect(() => {
    const ids = new Set(patch.map(({ id }) => id))
    panels.overlay = ref(cueList(applyPatch(session.list, patch).cues.filter(({ id }) => ids.has(id))))
    return () => {
      panels.overlay = undefined
    }
  }, [patch, panels, session])
}

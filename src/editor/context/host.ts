import { createContext, use } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import type { EditorTarget } from '../store/linked/library.ts'

/** The page that the editor is open over; undefined if the editor has the whole page. */
export interface EditorHost {
  /** Closes the editor and shows the page. */
  readonly leave: () => void
  /** Label of the way back, if nothing could be opened. */
  readonly leaveLabel: string
}

export const EditorHostContext = createContext<EditorHost | undefined>(undefined)

/** Returns to the page below the editor, or to the folder in the library. */
export function useLeave(): (folderId?: string) => void {
  const host = use(EditorHostContext)
  const navigate = useNavigate()
  return (folderId) => {
    if (host) host.leave()
    else void navigate(folderId === undefined ? '/lab/library' : `/lab/library/file/${folderId}`)
  }
}

/** Opens another video or version in the editor; other parts of the address stay. */
export function useOpenTarget(): (target: EditorTarget) => void {
  const [, setQuery] = useSearchParams()
  return ({ video, file, cue }) =>
    setQuery((query) => {
      for (const name of ['video', 'file', 'cue', 't']) query.delete(name)
      query.set('video', video)
      if (file !== undefined) query.set('file', file)
      if (cue !== undefined) query.set('cue', cue)
      return query
    })
}

import { createContext, use } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'

/** A page that the editor is open over; it has no host at an address of its own. */
export interface EditorHost {
  /** Closes the editor: the page is there again. */
  readonly leave: () => void
  /** What leaving it is called where nothing could be opened. */
  readonly leaveLabel: string
}

export const EditorHostContext = createContext<EditorHost | undefined>(undefined)

/** What the editor opens: a video, a version of it, a line of that. */
export interface EditorTarget {
  readonly video: string
  readonly file?: string
  readonly cue?: string
}

/** Goes to the page that the editor is over, or to the folder in the library. */
export function useLeave(): (folderId?: string) => void {
  const host = use(EditorHostContext)
  const navigate = useNavigate()
  return (folderId) => {
    if (host) host.leave()
    else void navigate(folderId === undefined ? '/lab/library' : `/lab/library/file/${folderId}`)
  }
}

/** Opens another video or version where the editor is; what else is in the address stays. */
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

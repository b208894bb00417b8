import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router-dom'

interface Props {
  folderId: string
  videoId: string
  /** A version of it; by default the active one. */
  fileId?: string
  /** A cue of it, by id. */
  cueId?: string
  className?: string
  title?: string
  children: ReactNode
}

/** A link from a video, version or cue to the editor over the page. */
export function VideoLink({ videoId, fileId, cueId, className, title, children }: Props): ReactNode {
  const place = useLocation()
  return (
    <Link className={className} title={title} to={editorAddress(place, { videoId, fileId, cueId })}>
      {children}
    </Link>
  )
}

interface EditorPlace {
  readonly videoId?: string | undefined
  readonly fileId?: string | undefined
  readonly cueId?: string | undefined
}

/** Address of the editor over a page; of the page alone without a video. */
export function editorAddress(
  { pathname, search }: { readonly pathname: string; readonly search: string },
  { videoId, fileId, cueId }: EditorPlace,
): string {
  const query = new URLSearchParams(search)
  for (const name of ['video', 'file', 'cue', 't', 'text']) query.delete(name)
  // A subtitle file without a video has only its text.
  if (videoId === '') query.set('text', fileId ?? '')
  else if (videoId !== undefined) {
    query.set('video', videoId)
    if (fileId !== undefined) query.set('file', fileId)
    if (cueId !== undefined) query.set('cue', cueId)
  }
  return query.size === 0 ? pathname : `${pathname}?${query}`
}

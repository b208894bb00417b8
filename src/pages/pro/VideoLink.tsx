import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router-dom'

interface Props {
  folderId: string
  videoId: string
  /** A version of it; the active one where it is left out. */
  fileId?: string
  /** A line of that, by its id. */
  cueId?: string
  className?: string
  title?: string
  children: ReactNode
}

/** The way from a video, a version or a line in a list into the editor, which opens over the page. */
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

/** Address of the editor over a page; of the page alone where no video is named. */
export function editorAddress(
  { pathname, search }: { readonly pathname: string; readonly search: string },
  { videoId, fileId, cueId }: EditorPlace,
): string {
  const query = new URLSearchParams(search)
  for (const name of ['video', 'file', 'cue', 't', 'text']) query.delete(name)
  // A subtitle file without a video has its text alone.
  if (videoId === '') query.set('text', fileId ?? '')
  else if (videoId !== undefined) {
    query.set('video', videoId)
    if (fileId !== undefined) query.set('file', fileId)
    if (cueId !== undefined) query.set('cue', cueId)
  }
  return query.size === 0 ? pathname : `${pathname}?${query}`
}

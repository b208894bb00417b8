import * as z from 'zod/mini'
import { stored } from '#src/ui/stored.ts'
import type { Editor } from '../context/editor.ts'
import { spans } from '../timeline/index.ts'

/** Number of stored positions; the least recently opened version is removed first. */
const MAX_VERSIONS = 200

const placeSchema = z.object({
  /** The focused line, and its index for files whose lines get new ids on each visit. */
  line: z.string(),
  index: z.number(),
  playheadMs: z.number(),
  /** Time at the left edge of the timeline. */
  startMs: z.number(),
  span: z.enum(spans),
  zoom: z.number().check(z.positive()),
  /** The version shown beside it. */
  reference: z.optional(z.string()),
  at: z.number(),
})
type Place = z.infer<typeof placeSchema>

const places = stored('cuelane-places', z.record(z.string(), placeSchema), {})

/** Restores the position of the last visit in this browser. */
export function restorePlace(editor: Editor, fileId: string): void {
  const place = places.get()[fileId]
  if (!place) return
  const { session, playhead, panels, library, reference } = editor
  const { list } = session
  const line = list.index.has(place.line) ? place.line : list.at(place.index)?.id
  if (line !== undefined) session.focus(line)
  playhead.seek(place.playheadMs)
  panels.scale = { span: place.span, zoom: place.zoom }
  editor.timelineStartMs = place.startMs
  if (library?.others.some(({ file_id }) => file_id === place.reference)) void reference.choose(place.reference)
}

/** Stores the position when the page is hidden or closed; returns a function that stores it once more and ends that. */
export function keepPlace(editor: Editor, fileId: string): () => void {
  const keep = (): void => {
    const { [fileId]: _, ...others } = places.get()
    const newest = Object.entries(others).sort(([, a], [, b]) => b.at - a.at)
    places.set(Object.fromEntries([[fileId, placeOf(editor)], ...newest.slice(0, MAX_VERSIONS - 1)]))
  }
  const control = new AbortController()
  const { signal } = control
  document.addEventListener('visibilitychange', keep, { signal })
  window.addEventListener('pagehide', keep, { signal })
  return () => {
    control.abort()
    keep()
  }
}

function placeOf({ session, playhead, panels, reference, timelineStartMs }: Editor): Place {
  const line = session.cells.focus ?? ''
  return {
    line,
    index: session.list.index.get(line) ?? 0,
    playheadMs: Math.round(playhead.ms),
    startMs: timelineStartMs ?? 0,
    span: panels.scale.span,
    zoom: panels.scale.zoom,
    reference: reference.cells.fileId,
    at: Date.now(),
  }
}

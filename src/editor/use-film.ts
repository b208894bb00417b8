import { useEffect, useState } from 'react'
import { timelineLimits } from '#core/domain/limits.ts'
import { Peaks } from '#core/media/peaks.ts'
import { thumbnailCount, thumbnailTimes } from '#core/media/thumbnails.ts'
import { openMedia } from '#src/media/media.ts'
import type { TimelineScene } from './timeline/scene.ts'

type Fault = 'unreadable' | 'no_audio' | 'no_video'
export type FilmState =
  { phase: 'idle' | 'done' } | { phase: 'reading'; progress: number } | { phase: 'failed'; fault: Fault }

/** Fills the timeline with pictures and sound of a film, as they are decoded. */
export function useFilm(src: string, scene: TimelineScene | undefined): FilmState {
  const [state, setState] = useState<FilmState>({ phase: 'idle' })
  useEffect(() => {
    if (!scene || !src) return
    const control = new AbortController()
    readFilm(src, scene, setState, control.signal).catch((error: unknown) => {
      if (!control.signal.aborted) setState({ phase: 'failed', fault: faultOf(error) })
    })
    return () => control.abort()
  }, [src, scene])
  return state
}

async function readFilm(
  src: string,
  scene: TimelineScene,
  report: (state: FilmState) => void,
  signal: AbortSignal,
): Promise<void> {
  report({ phase: 'reading', progress: 0 })
  const media = await openMedia({ url: src }, signal)
  const { durationMs } = media.facts
  const count = thumbnailCount(durationMs, timelineLimits.maxThumbnails)
  scene.film.reset(count)
  const { thumbnailHeightPx } = timelineLimits
  // Pictures first: they are there in a second, however long the film is.
  if (media.facts.size) {
    await media.thumbnails(thumbnailTimes(durationMs, count), thumbnailHeightPx, ({ index, image }) => {
      if (signal.aborted) return image.close()
      scene.film.put(index, image)
      scene.invalidate()
    })
  }
  const peaks = new Peaks(durationMs)
  scene.set({ peaks })
  await media.peaks((from, minMax) => {
    if (signal.aborted) return
    peaks.fill(from, minMax)
    scene.invalidate()
    report({ phase: 'reading', progress: peaks.filledMs / durationMs })
  })
  media.close()
  report({ phase: 'done' })
}

/** A fault crosses the worker's border as the first word of a message. */
function faultOf(error: unknown): Fault {
  const text = String(error)
  return (['no_audio', 'no_video'] as const).find((fault) => text.includes(fault)) ?? 'unreadable'
}

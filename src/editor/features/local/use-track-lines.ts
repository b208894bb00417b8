import { useEffect, useState } from 'react'
import { MediaFailed } from '#core/media/fault.ts'
import { type EmbeddedTrack } from '../../media/embedded.ts'
import { fileOfTrack } from './lines.ts'

/** Line counts of a video's text tracks by stream, counted one by one if the video does not give them. */
export function useTrackLines(video: File | undefined, tracks: readonly EmbeddedTrack[]): ReadonlyMap<number, number> {
  const [counted, setCounted] = useState<ReadonlyMap<string, number>>(new Map())
  const unknown = tracks.filter(({ isText, lines }) => isText && lines === undefined)
  const wanted = JSON.stringify(unknown)
  const name = video ? `${video.name} ${video.size} ${video.lastModified}` : ''
  useEffect(() => {
    if (!video) return
    const control = new AbortController()
    const countAll = async (): Promise<void> => {
      const asked: readonly EmbeddedTrack[] = JSON.parse(wanted)
      for (const track of asked) {
        const lines = await countLines(track, video, control.signal)
        if (control.signal.aborted) return
        if (lines !== undefined) setCounted((before) => new Map(before).set(`${name} ${track.index}`, lines))
      }
    }
    void countAll()
    return () => control.abort()
  }, [video, name, wanted])
  return new Map(
    tracks.flatMap(({ index, lines }) => {
      const count = lines ?? counted.get(`${name} ${index}`)
      return count === undefined ? [] : [[index, count] as const]
    }),
  )
}

/** Counts lines of an extracted SubRip or SubStation track; undefined if it is unreadable. */
async function countLines(track: EmbeddedTrack, video: File, signal: AbortSignal): Promise<number | undefined> {
  try {
    const file = await fileOfTrack(track, video, signal)
    const line = file.name.endsWith('.ass') ? /^Dialogue:/gm : / --> /g
    return [...(await file.text()).matchAll(line)].length
  } catch (error) {
    if (error instanceof MediaFailed) return undefined
    throw error
  }
}

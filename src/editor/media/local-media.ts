import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Video } from '#core/contract/video.ts'
import { leadMs } from '#core/media/facts.ts'
import { MediaFailed } from '#core/media/fault.ts'
import { type MediaSource, openMedia } from '#src/media/media.ts'

/** Clocks that differ by less than a frame's half are the same to the eye. */
const SAME_CLOCK_MS = 10

export type MatchFault = 'other_file' | 'other_clock' | 'unreadable' | 'stopped'

/** What plays: the prepared copy of the video, or the video itself from this computer. */
export interface VideoPlayback {
  readonly src: string
  readonly source: MediaSource
  readonly isLocal: boolean
  /** How much of a chosen file is compared with the video, while it is. */
  readonly comparing: number | undefined
  /** What is wrong with a file; `stopped` where the person did not want to wait. */
  readonly choose: (file: File) => Promise<MatchFault | undefined>
  readonly stop: () => void
  readonly showCopy: () => void
}

/** The prepared copy, until a file of this computer is chosen that holds the same video. */
export function usePlayback(video: Video): VideoPlayback {
  const url = video.proxy_url || video.video_url
  // Its signature changes from hour to hour; what plays goes on with the address that it began with.
  const [copy] = useState(url)
  const [file, setFile] = useState<File>()
  const [comparing, setComparing] = useState<number>()
  const address = useMemo(() => file && URL.createObjectURL(file), [file])
  useEffect(() => {
    if (!address) return
    return () => URL.revokeObjectURL(address)
  }, [address])
  const { content_hash: hash } = video
  const comparison = useRef<AbortController>(undefined)
  const stop = useCallback(() => comparison.current?.abort(), [])
  useEffect(() => stop, [stop])
  const choose = useCallback(
    async (chosen: File): Promise<MatchFault | undefined> => {
      const control = new AbortController()
      comparison.current = control
      setComparing(0)
      const fault = await compare(chosen, hash, control.signal, setComparing)
      setComparing(undefined)
      if (!fault) setFile(chosen)
      return fault
    },
    [hash],
  )
  const showCopy = useCallback(() => setFile(undefined), [])
  const source = useMemo<MediaSource>(() => (file ? { file } : { url: copy }), [file, copy])
  return { src: address ?? copy, source, isLocal: file !== undefined, comparing, choose, stop, showCopy }
}

/** Whether a file is the video that was uploaded, byte by byte, and runs by the same clock as its copy. */
async function compare(
  file: File,
  hash: string,
  signal: AbortSignal,
  onProgress: (share: number) => void,
): Promise<MatchFault | undefined> {
  const opened = new AbortController()
  try {
    const media = await openMedia({ file }, opened.signal)
    if (Math.abs(leadMs(media.facts)) > SAME_CLOCK_MS) return 'other_clock'
    return (await media.hash(signal, onProgress)) === hash ? undefined : 'other_file'
  } catch (error) {
    if (!(error instanceof MediaFailed)) throw error
    return error.fault === 'cancelled' ? 'stopped' : 'unreadable'
  } finally {
    opened.abort()
  }
}

import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Video } from '#core/contract/video.ts'
import { leadMs } from '#core/media/facts.ts'
import { MediaFailed } from '#core/media/fault.ts'
import { type MediaSource, openMedia } from '#src/media/media.ts'

/** A smaller difference of clocks, below half a frame, is invisible. */
const SAME_CLOCK_MS = 10

export type MatchFault = 'other_file' | 'other_clock' | 'unreadable' | 'stopped'

/** The playback source: the video's proxy, or the same video on this computer. */
export interface VideoPlayback {
  readonly src: string
  readonly source: MediaSource
  readonly isLocal: boolean
  /** Share of a chosen file that is compared so far, during the comparison. */
  readonly comparing: number | undefined
  /** What is wrong with a file; `stopped` if the user cancels. */
  readonly choose: (file: File) => Promise<MatchFault | undefined>
  readonly stop: () => void
  readonly showCopy: () => void
}

/** Plays the proxy, until the user chooses a local file with the same video. */
export function usePlayback(video: Video): VideoPlayback {
  const url = video.proxy_url || video.video_url
  // Signatures change, but playback continues with its first address.
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

/** Whether a file equals the uploaded video byte by byte, and has the clock of its proxy. */
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

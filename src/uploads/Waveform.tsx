import { type ReactNode, useEffect, useState } from 'react'
import { PEAKS_PER_SECOND } from '#core/media/peaks.ts'
import { readPeaks } from '#core/media/peaks-file.ts'
import { BUCKET_VALUES } from '#core/media/buckets.ts'

/** Bars of a small waveform. */
const BARS = 48
const HEIGHT = 24

/** The waveform that the server has of a sound; nothing while it is read, or if it can't be. */
export function Waveform({ address }: { address: string }): ReactNode {
  const [bars, setBars] = useState<readonly number[]>()
  useEffect(() => {
    const control = new AbortController()
    const read = async (): Promise<void> => {
      const response = await fetch(address, { signal: control.signal })
      if (response.ok) setBars(barsOf(await response.arrayBuffer()))
    }
    // Without it the icon of a sound is left.
    read().catch(() => undefined)
    return () => control.abort()
  }, [address])
  if (!bars) return null
  return (
    <svg className="video-wave" viewBox={`0 0 ${BARS} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden>
      {bars.map((share, at) => {
        const height = Math.max(1, share * HEIGHT)
        // Bars have no identity but their place.
        return <rect key={at} x={at + 0.2} width={0.6} y={(HEIGHT - height) / 2} height={height} />
      })}
    </svg>
  )
}

/** Loudest sample of each bar as a share of the loudest of all. */
function barsOf(file: ArrayBuffer): number[] {
  const { finest, durationMs } = readPeaks(file)
  const count = Math.min(finest.buckets.length / BUCKET_VALUES, Math.ceil((durationMs / 1000) * PEAKS_PER_SECOND))
  const loudest = Array.from({ length: BARS }, (_, bar) => {
    let most = 0
    const end = Math.max(Math.floor(((bar + 1) * count) / BARS), Math.floor((bar * count) / BARS) + 1)
    for (let at = Math.floor((bar * count) / BARS); at < end; at++)
      most = Math.max(most, Math.abs(finest.buckets[at * BUCKET_VALUES + 1] ?? 0))
    return most
  })
  const top = loudest.reduce((most, value) => Math.max(most, value), 1)
  return loudest.map((value) => value / top)
}

import type { TimeRange } from '../timing/time-range.ts'
import type { AssumedColours } from './colours.ts'

interface StreamInfo {
  readonly kind: 'video' | 'audio' | 'subtitle' | 'other'
  readonly codec: string
  readonly language: string
  readonly title?: string | undefined
  /** Of a subtitle track; undefined in older videos. */
  readonly lines?: number | undefined
  /** Of a sound track; undefined in older videos. */
  readonly channels?: number | undefined
  /** The same, in hertz. */
  readonly sampleRate?: number | undefined
}

/** Stored facts of an inspected video. */
export interface MediaInfo {
  readonly durationMs: number
  /** Displayed size, with rotation and pixel aspect applied. 0 for a sound. */
  readonly width: number
  readonly height: number
  /** Frames a second; for a sound that of `plainPicture`. */
  readonly rate: readonly [number, number]
  readonly format: string
  readonly hasAudio: boolean
  /** Colour coding that players assume, where the video declares none. */
  readonly assumedColours?: AssumedColours | undefined
  /** In the file's order. Of several videos only the used one is called `video`. */
  readonly streams: readonly StreamInfo[]
  /** Damaged spans without a picture, or with a wrong one. Missing if there are none. */
  readonly damaged?: readonly TimeRange[]
}

/** Replacement picture of a sound, to show cues on. */
export const plainPicture = { width: 1280, height: 720, rate: [25, 1] } as const

/** Whether there is a picture; without one it is a sound. */
export function hasPicture({ width }: Pick<MediaInfo, 'width'>): boolean {
  return width > 0
}

/** The video's index among the file's streams; the first one if unknown. */
export function videoIndexOf({ streams }: { readonly streams: readonly { readonly kind: string }[] }): number {
  return Math.max(
    0,
    streams.findIndex(({ kind }) => kind === 'video'),
  )
}

/** The sound tracks of a file, in its order. */
export function soundTracks<S extends { readonly kind: string }>({ streams }: { readonly streams: readonly S[] }): S[] {
  return streams.filter(({ kind }) => kind === 'audio')
}

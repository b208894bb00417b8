import type { TimeRange } from '../timing/time-range.ts'

interface StreamInfo {
  readonly kind: 'video' | 'audio' | 'subtitle' | 'other'
  readonly codec: string
  readonly language: string
  readonly title?: string | undefined
  /** Of a subtitle track; undefined in videos of before these were counted. */
  readonly lines?: number | undefined
  /** Of a sound track; undefined in videos of before these were noted. */
  readonly channels?: number | undefined
}

/** What is stored of a video once it was inspected. */
export interface MediaInfo {
  readonly durationMs: number
  /** Displayed size: rotation and pixel aspect applied. 0 where there is sound alone. */
  readonly width: number
  readonly height: number
  /** Frames a second. Of sound alone those of `plainPicture`. */
  readonly rate: readonly [number, number]
  readonly format: string
  readonly hasAudio: boolean
  /** In the order of the file. Of several videos only the one that is used is called `video`. */
  readonly streams: readonly StreamInfo[]
  /** Where the file is damaged: no picture, or a wrong one. Missing where the whole of it can be shown. */
  readonly damaged?: readonly TimeRange[]
}

/** What stands in for the picture of a sound: lines are shown on it. */
export const plainPicture = { width: 1280, height: 720, rate: [25, 1] } as const

/** Whether there is a picture; without one it is a sound. */
export function hasPicture({ width }: Pick<MediaInfo, 'width'>): boolean {
  return width > 0
}

/** Where the video stands among the streams of its file; the first one where they are not known. */
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

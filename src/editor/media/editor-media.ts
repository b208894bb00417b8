import type { DerivedKind } from '#core/domain/media.ts'
import type { Video } from '#core/contract/video.ts'
import type { FrameRate } from '#core/domain/frames.ts'
import { plainPicture } from '#core/media/media-info.ts'
import type { TimeRange } from '#core/timing/time-range.ts'
import { call } from '#src/api/call.ts'
import type { ReaderOptions } from '#src/media/reader.ts'
import { notifyFailure } from '#src/api/notify-failure.ts'
import type { MediaSource } from '#src/media/media.ts'
import { libraryShotStore, type ShotStore } from './shot-store.ts'

/** What plays: the prepared copy of a video, the video itself from this computer, or nothing. */
export interface Playback {
  readonly src: string | undefined
  readonly source: MediaSource | undefined
}

/** The video or sound that is being subtitled: one of the library, or one of this computer. */
export interface EditorMedia {
  readonly name: string
  readonly language: string
  /** 0 where there is no video. */
  readonly durationMs: number
  readonly rate: FrameRate
  readonly width: number
  readonly height: number
  readonly isWide: boolean
  /** False for a sound, whose lines stand on a plain picture; true where there is no file at all. */
  readonly hasPicture: boolean
  /** Where the video's file is damaged, as far as the server knows. */
  readonly damaged?: readonly TimeRange[]
  /** What was computed of the video before, and where to put what is computed now. */
  readonly derived: Pick<ReaderOptions, 'contentHash' | 'stored' | 'share' | 'soundUrl'>
  /** Where edited shot changes are kept; undefined where there is no video. */
  readonly shots: ShotStore | undefined
}

/** A video of the library as the editor needs it. */
export function editorMediaOf(video: Video, language: string): EditorMedia {
  const { video_info: info, video_id: file_id } = video
  const [num, den] = info.rate
  const { width, height } = info.has_picture ? info : plainPicture
  return {
    name: video.video_name,
    language,
    durationMs: info.duration_ms,
    rate: { num, den },
    width,
    height,
    isWide: info.is_wide,
    hasPicture: info.has_picture,
    damaged: info.damaged,
    shots: libraryShotStore(file_id, notifyFailure),
    derived: {
      contentHash: video.content_hash,
      stored: video.derived,
      soundUrl: video.sound_url,
      share: async (kind: DerivedKind, content: Blob) =>
        void (await call('keepDerived', { file_id, kind, content: await base64(content) })),
    },
  }
}

/** The content as base64, as the wire has it. */
async function base64(blob: Blob): Promise<string> {
  const url = await new Promise<string>((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error ?? new Error('The content can not be read'))
    reader.readAsDataURL(blob)
  })
  return url.slice(url.indexOf(',') + 1)
}

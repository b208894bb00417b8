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

/** The playback source: the proxy of a video, a local file, or none. */
export interface Playback {
  readonly src: string | undefined
  readonly source: MediaSource | undefined
}

/** The video or sound to subtitle, from the library or this computer. */
export interface EditorMedia {
  readonly name: string
  readonly language: string
  /** 0 without a video. */
  readonly durationMs: number
  readonly rate: FrameRate
  readonly width: number
  readonly height: number
  /** False for a sound, shown with a plain picture; true without any file. */
  readonly hasPicture: boolean
  /** Damaged ranges of the file, as far as the server knows. */
  readonly damaged?: readonly TimeRange[]
  /** Results computed earlier, and where to store new ones. */
  readonly derived: Pick<ReaderOptions, 'contentHash' | 'stored' | 'share' | 'soundUrl'>
  /** Store of edited shot changes; undefined without a video. */
  readonly shots: ShotStore | undefined
}

/** A library video as the editor needs it. */
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

/** Base64 of the content, as the API expects it. */
async function base64(blob: Blob): Promise<string> {
  const url = await new Promise<string>((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error ?? new Error('The content can not be read'))
    reader.readAsDataURL(blob)
  })
  return url.slice(url.indexOf(',') + 1)
}

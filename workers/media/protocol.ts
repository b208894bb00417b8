/** What the mount call of our class worker takes besides the library's own file systems. */
export const SOURCE_FS = 'CUELANE_SOURCE'
export const DEVICE_FS = 'CUELANE_DEVICE'

export interface SourceMount {
  readonly file?: Blob
  readonly url?: string
}

/** What becomes of ffmpeg's output: loudness buckets, single raw pictures, or pieces of the bytes as they are. */
export type DeviceMount =
  | { kind: 'buckets'; rate: number; perSecond: number; phase: number }
  | { kind: 'frames'; frameBytes: number }
  | { kind: 'bytes' }

/** Log events of this type carry a device's output in `message`. */
export const DEVICE_LOG = 'device'
/** Log events of this type tell after each command what it read. */
export const READ_LOG = 'read'

export interface ReadReport {
  readonly bytes: number
  readonly requests: number
  /** What the core and what was read of the source take in memory, in bytes. */
  readonly held: number
  /** Why the source could not be read on, and whether asking again may help. */
  readonly fault?: { readonly text: string; readonly mayPass: boolean } | undefined
}

/** Where a source and the output are seen by ffmpeg. */
export const SOURCE_PATH = '/source/video'
export const SECOND_PATH = '/second/video'
export const DEVICE_PATH = '/dev/cuelane'
/** Files that commands read besides the source. */
export const KEY_FRAMES_PATH = '/keys.mkv'
export const LIST_PATH = '/list.txt'
export const CLIP_ASS_PATH = '/clip.ass'
export const FONTS_FOLDER = '/fonts'

/** Names of the library's messages that our class worker answers or sends. */
export const messages = {
  LOAD: 'LOAD',
  EXEC: 'EXEC',
  FFPROBE: 'FFPROBE',
  WRITE_FILE: 'WRITE_FILE',
  READ_FILE: 'READ_FILE',
  DELETE_FILE: 'DELETE_FILE',
  CREATE_DIR: 'CREATE_DIR',
  MOUNT: 'MOUNT',
  UNMOUNT: 'UNMOUNT',
  LOG: 'LOG',
  PROGRESS: 'PROGRESS',
  ERROR: 'ERROR',
} as const

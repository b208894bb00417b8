/** Type of a mounted Blob that holds the address of a video in place of its bytes. */
export const ADDRESS_TYPE = 'application/x-cuelane-address'

/** A video to open: a local file, or an address that answers requests for ranges. */
export interface SourceMount {
  readonly file?: Blob
  readonly url?: string
}

/** What ffmpeg's output is turned into: loudness buckets, single raw pictures, or pieces of the bytes as they are. */
export type DeviceMount =
  | { kind: 'buckets'; rate: number; perSecond: number; phase: number }
  | { kind: 'frames'; frameBytes: number }
  | { kind: 'bytes' }

/**
 * What a command read. It comes as the message of a log event after the command; a device's output comes as an
 * ArrayBuffer in the same way, since log events are all that the library passes on while a command runs.
 */
export interface ReadReport {
  readonly bytes: number
  readonly requests: number
  /** Memory of the core and of what it keeps of the source, in bytes. */
  readonly held: number
  /** Why the source could not be read on, and whether asking again may help. */
  readonly fault?: { readonly text: string; readonly mayPass: boolean } | undefined
}

/** Whether a log event's message is a report, and no line of text. */
export function isReadReport(message: unknown): message is ReadReport {
  return typeof message === 'object' && message !== null && 'requests' in message && 'held' in message
}

/** Paths of the source and the output for ffmpeg. */
export const SOURCE_PATH = '/source/video'
export const SECOND_PATH = '/second/video'
export const DEVICE_PATH = '/dev/cuelane'
/** A `DeviceMount` as JSON that is written here opens the device for the next command. */
export const DEVICE_CONTROL_PATH = '/dev/cuelane.json'
/** Files other than the source that commands read. */
export const KEY_FRAMES_PATH = '/keys.mkv'
export const LIST_PATH = '/list.txt'
export const CLIP_ASS_PATH = '/clip.ass'
export const FONTS_FOLDER = '/fonts'

/** The library's messages that our worker answers or sends. */
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

/** Type of a mounted Blob that holds a video's address in place of its bytes. */
export const ADDRESS_TYPE = 'application/x-cuelane-address'

/** A video to open: a local file, or an address with range requests. */
export interface SourceMount {
  readonly file?: Blob
  readonly url?: string
}

/** Kinds of output: loudness buckets, single raw pictures, or pieces of raw bytes. */
export type DeviceMount =
  | { kind: 'buckets'; rate: number; perSecond: number; phase: number }
  | { kind: 'frames'; frameBytes: number }
  | { kind: 'bytes' }

/**
 * A command's reading statistics. Sent as a log event after the command, since log events are all that the library passes
 * on; device output is sent alike as ArrayBuffer.
 */
export interface ReadReport {
  readonly bytes: number
  readonly requests: number
  /** Memory of the core and of its cached source, in bytes. */
  readonly held: number
  /** Why the source failed, and whether a retry may help. */
  readonly fault?: { readonly text: string; readonly mayPass: boolean } | undefined
}

/** Whether a log event's message is a report, not text. */
export function isReadReport(message: unknown): message is ReadReport {
  return typeof message === 'object' && message !== null && 'requests' in message && 'held' in message
}

/** Paths of source and output for ffmpeg. */
export const SOURCE_PATH = '/source/video'
export const SECOND_PATH = '/second/video'
export const DEVICE_PATH = '/dev/cuelane'
/** Writing a `DeviceMount` as JSON here opens the device for the next command. */
export const DEVICE_CONTROL_PATH = '/dev/cuelane.json'
/** Further input files of commands. */
export const KEY_FRAMES_PATH = '/keys.mkv'
export const LIST_PATH = '/list.txt'
export const CLIP_ASS_PATH = '/clip.ass'
export const FONTS_FOLDER = '/fonts'

/** The library's messages that this worker answers or sends. */
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

/** What the mount call of our class worker takes beside the library's own file systems. */
export const SOURCE_FS = 'CUELANE_SOURCE'
export const DEVICE_FS = 'CUELANE_DEVICE'

export interface SourceMount {
  readonly file?: Blob
  readonly url?: string
}

export type DeviceMount = { kind: 'peaks'; rate: number } | { kind: 'frames'; frameBytes: number }

/** Log events of this type carry a device's output in `message`. */
export const DEVICE_LOG = 'device'

/** Where a source is seen by ffmpeg. */
export const SOURCE_PATH = '/source/film'
export const DEVICE_PATH = '/dev/cuelane'

/** Names of the library's messages that our class worker answers or sends. */
export const messages = {
  LOAD: 'LOAD',
  EXEC: 'EXEC',
  WRITE_FILE: 'WRITE_FILE',
  READ_FILE: 'READ_FILE',
  DELETE_FILE: 'DELETE_FILE',
  MOUNT: 'MOUNT',
  UNMOUNT: 'UNMOUNT',
  LOG: 'LOG',
  PROGRESS: 'PROGRESS',
  ERROR: 'ERROR',
} as const

export const APP_VERSION = '1.1.6'

export const TOKEN_LIFETIME_MS = 6 * 60 * 60 * 1000
/** Longest duration of a Google sign-in. */
export const GOOGLE_SIGN_IN_MS = 10 * 60_000
/** Lifetime of links: to prove an address, to set a password, and for the operator to pass on. */
export const ADDRESS_LINK_MS = 24 * 60 * 60_000
export const PASSWORD_LINK_MS = 60 * 60_000
export const OPERATOR_LINK_MS = 24 * 60 * 60_000
/** Letters with links per address, and per requesting network. */
export const LETTERS_AN_HOUR = { perAddress: 5, perNetwork: 20 } as const
export const REQUEST_TIMEOUT_MS = 600_000
export const CREDIT_REFRESH_MS = 60_000
/** Delay of reading the credits again after an act that may change them. */
export const CREDIT_DELAY_MS = 2000
/** Age after which displayed credits are read again. */
export const CREDIT_HOVER_MS = 100
export const AUTOSAVE_DELAY_MS = 500
export const MESSAGE_TIMEOUT_MS = 2000
/** Originals and results are deleted this many days after they were made. */
export const FILE_LIFETIME_DAYS = 30
/** How long reports of pages are kept: views, sign-ins, failed uploads. */
export const LOG_DAYS = 90
/** How long submitted forms are kept after their last change: they hold names and telephone numbers. */
export const FORM_DAYS = 365
/** How long a data export is kept. */
export const EXPORT_DAYS = 7
/** Days between the request of an account's deletion and its end. */
export const DELETE_GRACE_DAYS = 14

export const videoExtensions = ['mp4', 'mov', 'mkv', 'webm', 'avi', 'ts', 'flv'] as const
/** Extensions of sound files. The content decides in the end. */
export const soundExtensions = ['mp3', 'wav', 'flac', 'm4a', 'ogg', 'opus'] as const
export const mediaExtensions = [...videoExtensions, ...soundExtensions] as const

/** Whether a file name's extension is an accepted video or sound. */
export function isMediaName(fileName: string): boolean {
  return (mediaExtensions as readonly string[]).includes(extensionOf(fileName))
}

/** Whether a file name's extension is a sound's. */
export function isSoundName(fileName: string): boolean {
  return (soundExtensions as readonly string[]).includes(extensionOf(fileName))
}

/** A second of sound takes a fraction of the smallest video's bytes. */
const LEAST_SOUND_BYTES = 1024

/** Least bytes of a file by its name. */
export function leastBytes(fileName: string): number {
  return isSoundName(fileName) ? LEAST_SOUND_BYTES : videoLimits.minBytes
}

const MOST_MINUTES = 180

/** Characters of a script: a video of three hours has about a quarter of a million. */
export const mostScriptLetters = 400_000
/** Bytes of a script file; Word files include pictures. */
export const mostScriptBytes = 4 * 1024 ** 2

/** Limits of an uploaded video; for a sound those of pictures do not apply. */
export const videoLimits = {
  minBytes: 10 * 1024,
  maxBytes: 4 * 1024 ** 3,
  minShortSide: 64,
  minDurationMs: 1000,
  maxMinutes: MOST_MINUTES,
  maxDurationMs: MOST_MINUTES * 60_000,
  /** Pixels of one coded picture: 8K with a margin for odd shapes. Larger ones would exhaust memory. */
  maxPixels: 40_000_000,
} as const

export const GB = 1024 ** 3

export const subtitleMaxBytes = 5 * 1024 ** 2
/** Of one cue's text, in UTF-16 units. */
export const lineMaxLength = 100_000
/** A local file is never sent: the limit is what a browser can hold. */
export const localSubtitleMaxBytes = 64 * 1024 ** 2

/** Files times languages that one request translates. */
export const mostTranslatedFiles = 200

/** Most folders in one list. */
export const MOST_FOLDERS = 5000

/** Length of given names in UTF-16 units: folders, videos and subtitle files. */
export const nameLengths = { folder: 100, file: 200 } as const

/** Limits of a project. */
export const projectLimits = { nameLength: 100, mostVideos: 500 } as const

/** Size of one uploaded part; S3 wants at least 5 MiB for all but the last. */
export const UPLOAD_PART_BYTES = 8 * 1024 ** 2

export const playbackSpeeds = [0.25, 0.5, 0.75, 1, 1.25, 1.5, 1.75, 2, 4] as const

/** Timeline constants of the editor. */
export const timelineLimits = {
  baseWidthPx: 1000,
  minZoom: 0.8,
  maxZoom: 4,
  zoomStep: 0.1,
  maxThumbnails: 50,
  thumbnailHeightPx: 70,
} as const

export const rowHeightsPx = { compact: 32, normal: 40, roomy: 52 } as const

/** Sizes of the editor's panes in pixels, of the video list in percent of the width. */
export const editorLimits = {
  videoPane: { min: 200, max: 700, tall: 300, usual: 400 },
  rolePane: { min: 120, max: 400, usual: 220 },
  videoListPercent: { min: 20, max: 30 },
  /** The cue track along the timeline's foot. */
  cueTrack: { min: 20, max: 100, usual: 44 },
  thumbnailHeight: { min: 0, max: 140, usual: 70 },
} as const

/** From this shape on a picture is so flat that it gets the widest pane. */
const FLAT = 3

/** Width of the player's pane until the user drags it, by the shape of the picture. */
export function playerWidth({ width, height }: { readonly width: number; readonly height: number }): number {
  const { tall, usual, max } = editorLimits.videoPane
  if (width < height) return tall
  return width >= height * FLAT ? max : usual
}

/** Range of the batch shift's slider in milliseconds; the API and the exact field allow more. */
export const shiftField = { min: -10_000, max: 10_000, step: 100, usual: 100 } as const

export const roleLimits = { maxAvatars: 4, avatarSidePx: 120, avatarMaxBytes: 30 * 1024, nameLength: 60 } as const

/** A file name's extension in lower case without the dot; empty if there is none. */
export function extensionOf(fileName: string): string {
  const dot = fileName.lastIndexOf('.')
  return dot < 0 ? '' : fileName.slice(dot + 1).toLowerCase()
}

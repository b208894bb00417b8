export const APP_VERSION = '1.1.6'

export const TOKEN_LIFETIME_MS = 6 * 60 * 60 * 1000
/** A sign-in at Google that takes longer is begun again. */
export const GOOGLE_SIGN_IN_MS = 10 * 60_000
/** How long links of letters are good: to prove an address, to choose a new password; the operator's have to be handed on. */
export const ADDRESS_LINK_MS = 24 * 60 * 60_000
export const PASSWORD_LINK_MS = 60 * 60_000
export const OPERATOR_LINK_MS = 24 * 60 * 60_000
/** Letters with links that one address gets, and that one network may ask for. */
export const LETTERS_AN_HOUR = { perAddress: 5, perNetwork: 20 } as const
export const REQUEST_TIMEOUT_MS = 600_000
export const CREDIT_REFRESH_MS = 60_000
/** What was done may have changed the credits: they are read again after this. */
export const CREDIT_DELAY_MS = 2000
/** Credits that are pointed at are read again after this. */
export const CREDIT_HOVER_MS = 100
export const AUTOSAVE_DELAY_MS = 500
export const MESSAGE_TIMEOUT_MS = 2000
/** Originals and results are deleted this many days after they were made. */
export const FILE_LIFETIME_DAYS = 30
/** How long reports of pages are kept: views, sign-ins, failed uploads. */
export const LOG_DAYS = 90
/** How long forms that were sent are kept after the last change of their state: they hold names and telephone numbers. */
export const FORM_DAYS = 365
/** A copy of all that is the user's is kept this long. */
export const EXPORT_DAYS = 7
/** Between the wish that an account be deleted and its end. */
export const DELETE_GRACE_DAYS = 14

export const videoExtensions = ['mp4', 'mov', 'mkv', 'webm', 'avi', 'ts', 'flv'] as const
/** Of files with sound alone. What a file is in truth is found by looking into it. */
export const soundExtensions = ['mp3', 'wav', 'flac', 'm4a', 'ogg', 'opus'] as const
export const mediaExtensions = [...videoExtensions, ...soundExtensions] as const

/** Whether a file's name is one of a video or a sound that can be sent. */
export function isMediaName(fileName: string): boolean {
  return (mediaExtensions as readonly string[]).includes(extensionOf(fileName))
}

/** Whether a file's name is one of a sound. */
export function isSoundName(fileName: string): boolean {
  return (soundExtensions as readonly string[]).includes(extensionOf(fileName))
}

/** A second of sound takes a fraction of what the smallest video does. */
const LEAST_SOUND_BYTES = 1024

/** Bytes that a file of such a name has at least. */
export function leastBytes(fileName: string): number {
  return isSoundName(fileName) ? LEAST_SOUND_BYTES : videoLimits.minBytes
}

const MOST_MINUTES = 180

/** Letters of a script: that of a film of three hours has a quarter of a million. */
export const mostScriptLetters = 400_000
/** Bytes of a file with a script; one of Word has its pictures too. */
export const mostScriptBytes = 4 * 1024 ** 2

/** What an uploaded video has to satisfy; of a sound, all but what is said of pictures. */
export const videoLimits = {
  minBytes: 10 * 1024,
  maxBytes: 4 * 1024 ** 3,
  minShortSide: 64,
  minDurationMs: 1000,
  maxMinutes: MOST_MINUTES,
  maxDurationMs: MOST_MINUTES * 60_000,
  /** Pixels of one coded picture: 8K with room for its odd shapes. Larger ones would fill the memory. */
  maxPixels: 40_000_000,
} as const

export const GB = 1024 ** 3

export const subtitleMaxBytes = 5 * 1024 ** 2
/** Of one line's text, in UTF-16 units. */
export const lineMaxLength = 100_000
/** A file that is only edited here goes over no network: what a browser can still hold comfortably. */
export const localSubtitleMaxBytes = 64 * 1024 ** 2

/** Files times languages that one request translates. */
export const mostTranslatedFiles = 200

/** As many folders of a space are listed at once: more than anybody looks through. */
export const MOST_FOLDERS = 5000

/** Letters of names that people give, in UTF-16 units: of folders, and of videos and subtitle files. */
export const nameLengths = { folder: 100, file: 200 } as const

/** What a project holds. */
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
  videoPane: { min: 200, max: 700, usual: 300, wide: 400 },
  rolePane: { min: 120, max: 400, usual: 220 },
  videoListPercent: { min: 20, max: 30 },
  /** The cue track along the timeline's foot. */
  cueTrack: { min: 20, max: 100, usual: 44 },
  thumbnailHeight: { min: 0, max: 140, usual: 70 },
} as const

/** What the field of the batch shift takes, in milliseconds; the API and the field for exact values go further. */
export const shiftField = { min: -10_000, max: 10_000, step: 100, usual: 100 } as const

export const roleLimits = { maxAvatars: 4, avatarSidePx: 120, avatarMaxBytes: 30 * 1024, nameLength: 60 } as const

/** Extension of a file name in small letters without its dot; empty where there is none. */
export function extensionOf(fileName: string): string {
  const dot = fileName.lastIndexOf('.')
  return dot < 0 ? '' : fileName.slice(dot + 1).toLowerCase()
}

/** One voice for all, or one per speaker. */
export const dubbingTypes = ['single', 'multi'] as const
export type DubbingType = (typeof dubbingTypes)[number]

/** In place of a voice's id: the preset voice nearest to the original speaker's pitch. */
export const MATCHED_VOICE = 'matched'
/** In place of a voice's id: a clone of the original speaker's voice. */
export const CLONED_VOICE = 'cloned'

/** Whether a dubbed video also shows its new text. */
export const dubSubtitles = ['none', 'burn', 'soft'] as const
export type DubSubtitles = (typeof dubSubtitles)[number]

/** Output of dubbing only: the video with new sound, or that sound alone. */
export const dubOutputs = ['video', 'sound'] as const
export type DubOutput = (typeof dubOutputs)[number]

/**
 * Forms in which a finished dub is downloaded: the video, its sound alone, its stems, the cue sheet, its takes with a list
 * of events, and the video with all its dubs.
 */
export const dubForms = ['video', 'wav', 'flac', 'aac', 'stems', 'cues', 'takes', 'tracks'] as const
export type DubForm = (typeof dubForms)[number]

/** Channels of a downloaded dub: stereo, or those of the source, of which 5.1 is kept. */
export const dubChannels = ['stereo', 'source'] as const

/** Remarks on a whole dub: one voice though several were wanted; unspoken lyrics. */
export const dubRemarks = ['one_voice', 'lyrics_unspoken'] as const
export type DubRemark = (typeof dubRemarks)[number]

/** Target loudness of a dub in LUFS: of broadcasts by EBU R 128, of streaming services for speech, and of music. */
export const dubLoudness = [-23, -16, -14] as const
export type DubLoudness = (typeof dubLoudness)[number]
export const DUB_LUFS: DubLoudness = -16

/** Limits of a level in a dub, in decibels; the lowest one is silence. */
export const LOWEST_LEVEL_DB = -40
export const HIGHEST_LEVEL_DB = 12

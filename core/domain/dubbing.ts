/** One voice for everybody, or one for each speaker. */
export const dubbingTypes = ['single', 'multi'] as const
export type DubbingType = (typeof dubbingTypes)[number]

/** In place of a voice's id: the preset voice that is nearest to the original speaker's in pitch. */
export const MATCHED_VOICE = 'matched'
/** In place of a voice's id: a voice that an engine makes of the original speaker's. */
export const CLONED_VOICE = 'cloned'

/** Whether a dubbed video also shows its new text. */
export const dubSubtitles = ['none', 'burn', 'soft'] as const
export type DubSubtitles = (typeof dubSubtitles)[number]

/** What dubbing alone makes: the video with another sound, or that sound alone. */
export const dubOutputs = ['video', 'sound'] as const
export type DubOutput = (typeof dubOutputs)[number]

/** What a report says of a whole dub: one voice though several were wanted; lyrics that are not spoken. */
export const dubRemarks = ['one_voice', 'lyrics_unspoken'] as const
export type DubRemark = (typeof dubRemarks)[number]

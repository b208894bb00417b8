/**
 * Whether the two channels of a track are heard one by one: `auto`, where they hold two talkers (`areApart`); `joined` hears
 * both as one, `apart` each by itself.
 */
export const channelChoices = ['auto', 'joined', 'apart'] as const

/** Speakers that can be named by their number. */
export const mostSpeakers = 8

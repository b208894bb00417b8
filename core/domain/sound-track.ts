/**
 * Whether a track's two channels are recognised separately: `auto` if they are two speakers (`areApart`); `joined` never,
 * `apart` always.
 */
export const channelChoices = ['auto', 'joined', 'apart'] as const

/** Most speakers that the user can specify. */
export const mostSpeakers = 8

import { z } from 'zod'

/** Which of a file's sound tracks is used, counted from 0 in the order of the file. */
export const soundTrack = z.number().int().min(0).max(63).default(0)

/**
 * Whether the two channels of a track are heard one by one: `auto`, where they hold two talkers (`areApart`); `joined` hears
 * both as one, `apart` each by itself.
 */
export const channelChoices = ['auto', 'joined', 'apart'] as const

/** Speakers that can be named by their number. */
export const mostSpeakers = 8

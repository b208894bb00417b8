import { z } from 'zod'

/** The selected sound track, counted from 0 in the order of the file. */
export const soundTrack = z.number().int().min(0).max(63).default(0)

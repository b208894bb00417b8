import { z } from 'zod'

/** The diarised voices of an extraction. If there is one that may be two, no line has a speaker. */
export const voicesApart = z.object({
  count: z.number().int(),
  /** The confidence in that number, from 0 to 1; null if the engine has none. */
  sure: z.nullable(z.number()),
  /** A number that is nearly as likely; null if there is none. */
  maybe: z.nullable(z.number().int()),
})

/** The same with the speaker of each line and its confidence, from 0 to 1. */
export const voicesOfLines = voicesApart.extend({
  lines: z.array(z.object({ cue_id: z.string(), role_id: z.string(), sure: z.number() })),
})

import { z } from 'zod'
import { dubbingTypes, MATCHED_VOICE } from '../domain/dubbing.ts'
import { soundTrack } from '../domain/sound-track-schema.ts'

/** `<engine>/<voice>`, or one of the words in place of a voice. */
export const voiceId = z.string().regex(/^[A-Za-z0-9][\w./:+ -]{0,119}$/)
const roleId = z.string().regex(/^[\w-]{1,64}$/)
/** Speakers with voices of their own. */
export const mostRoleVoices = 200

/** What a person chooses about the voices and the sound of a dub; the same in every kind that dubs. */
export const dubbingFields = {
  dubbing_type: z.enum(dubbingTypes).default('single'),
  /** A preset voice's id, or `matched`, or `cloned`. */
  voice: voiceId.default(MATCHED_VOICE),
  /** Of single speakers, where there are several voices; all others have `voice`. */
  role_voices: z
    .array(z.object({ folder_role_id: roleId, voice: voiceId }))
    .max(mostRoleVoices)
    .default([]),
  sound_track: soundTrack,
  /** Whether the video's own sound stays under the dub. */
  keep_background: z.boolean().default(true),
  /** Whether lyrics, lines between notes of music, are spoken too. */
  speak_lyrics: z.boolean().default(false),
  /** Whether fillers and adverbs may be left out of a line that is too long to be spoken in its time. */
  shorten: z.boolean().default(true),
  /** Whether the picture may be slowed down where a line has no time otherwise; not where the result is sound alone. */
  slow_down: z.boolean().default(false),
}

export type DubbingChoice = z.output<z.ZodObject<typeof dubbingFields>>

/** The voice that is chosen for a speaker, a role's id; for lines without one it is empty. */
export function voiceOf({ voice, role_voices }: DubbingChoice, speaker: string): string {
  return role_voices.find(({ folder_role_id }) => folder_role_id === speaker)?.voice ?? voice
}

/** A line as far as its price goes; times in milliseconds. */
export interface PricedLine {
  readonly speaker: string
  readonly text: string
  readonly start: number
  readonly end: number
}

interface PricedDub {
  readonly lines: readonly PricedLine[]
  readonly choice: DubbingChoice
}

/** The lines whose words or voice the earlier dub did not have: all that has to be spoken. */
export function changedLines(dub: PricedDub, earlier: PricedDub): PricedLine[] {
  const said = new Set(earlier.lines.map((line) => saying(line, earlier.choice)))
  return dub.lines.filter((line) => !said.has(saying(line, dub.choice)))
}

/** Their length in milliseconds. */
export function changedMs(dub: PricedDub, earlier: PricedDub): number {
  return changedLines(dub, earlier).reduce((sum, { start, end }) => sum + end - start, 0)
}

/** A special voice is another one for each speaker. */
function saying({ speaker, text }: PricedLine, choice: DubbingChoice): string {
  return JSON.stringify([voiceOf(choice, speaker), speaker, text])
}

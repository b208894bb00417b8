import { z } from 'zod'
import {
  DUB_LUFS,
  dubbingTypes,
  dubLoudness,
  HIGHEST_LEVEL_DB,
  LOWEST_LEVEL_DB,
  MATCHED_VOICE,
} from '../domain/dubbing.ts'
import { type LineVoice, lineVoiceLimits, usualLineVoice } from '../domain/line-voice.ts'
import { isStorable, unstorable } from '../domain/storable.ts'
import { soundTrack } from '../domain/sound-track-schema.ts'

/** `<engine>/<voice>`, or a keyword in place of a voice. */
export const voiceId = z.string().regex(/^[A-Za-z0-9][\w./:+ -]{0,119}$/)
const roleId = z.string().regex(/^[\w-]{1,64}$/)
/** Speakers with individual voices. */
export const mostRoleVoices = 200

/** How a voice speaks a line. */
export const mannerFields = {
  /** 1 is the voice's usual speed. */
  speed: z.number().min(lineVoiceLimits.speed.min).max(lineVoiceLimits.speed.max).default(1),
  /** In semitones. */
  pitch: z.number().int().min(lineVoiceLimits.pitch.min).max(lineVoiceLimits.pitch.max).default(0),
  /** Pause after each word beyond the usual one, in milliseconds. */
  gap: z.number().int().min(lineVoiceLimits.gap.min).max(lineVoiceLimits.gap.max).default(0),
}

const levelDb = z.number().min(LOWEST_LEVEL_DB).max(HIGHEST_LEVEL_DB)

/** Choices about a dub's voices and sound, shared by all dubbing kinds. */
export const dubbingFields = {
  dubbing_type: z.enum(dubbingTypes).default('single'),
  /** A preset voice's id, or `matched`, or `cloned`. */
  voice: voiceId.default(MATCHED_VOICE),
  /** Voices of single speakers, if there are several; all others have `voice`. */
  role_voices: z
    .array(z.object({ folder_role_id: roleId, voice: voiceId }))
    .max(mostRoleVoices)
    .default([]),
  sound_track: soundTrack,
  /** Whether the video's sound stays under the dub. */
  keep_background: z.boolean().default(true),
  /** Whether lyrics, marked by music notes, are spoken too. */
  speak_lyrics: z.boolean().default(false),
  /** Whether fillers and adverbs may be dropped from a cue too long for its time. */
  shorten: z.boolean().default(true),
  /** Whether slow-downs are allowed for cues without enough time; not for sound alone. */
  slow_down: z.boolean().default(false),
  /** Level of the sound under the voices; the lowest one is silence. */
  background_db: levelDb.default(0),
  /** Levels of single speakers, by a role's id or `name:` and a name of the text; others have 0. */
  speaker_levels: z
    .array(z.object({ speaker: z.string().max(200).refine(isStorable, unstorable), db: levelDb }))
    .max(mostRoleVoices)
    .default([]),
  /** Target loudness in LUFS. */
  loudness: z.literal(dubLoudness).default(DUB_LUFS),
}

export type DubbingChoice = z.output<z.ZodObject<typeof dubbingFields>>

/** The voice of a speaker, a role's id; empty for cues without one. */
export function voiceOf({ voice, role_voices }: DubbingChoice, speaker: string): string {
  return role_voices.find(({ folder_role_id }) => folder_role_id === speaker)?.voice ?? voice
}

/** A cue's input to the price; times in milliseconds. */
export interface PricedLine {
  readonly speaker: string
  readonly text: string
  readonly start: number
  readonly end: number
  /** How it is spoken, where that is its own. */
  readonly manner?: LineVoice | undefined
}

interface PricedDub {
  readonly lines: readonly PricedLine[]
  readonly choice: DubbingChoice
}

/** The cues to speak: those whose words or voice the earlier dub lacks. */
export function changedLines(dub: PricedDub, earlier: PricedDub): PricedLine[] {
  const said = new Set(earlier.lines.map((line) => saying(line, earlier.choice)))
  return dub.lines.filter((line) => !said.has(saying(line, dub.choice)))
}

/** Their length in milliseconds. */
export function changedMs(dub: PricedDub, earlier: PricedDub): number {
  return changedLines(dub, earlier).reduce((sum, { start, end }) => sum + end - start, 0)
}

/** A keyword means another voice for each speaker. */
function saying({ speaker, text, manner }: PricedLine, choice: DubbingChoice): string {
  const { voice, ...way } = manner ?? usualLineVoice
  return JSON.stringify([voice || voiceOf(choice, speaker), speaker, text, way])
}

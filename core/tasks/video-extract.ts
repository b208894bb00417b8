import { z } from 'zod'
import { languageCodes } from '../domain/languages.ts'
import { pictureRegion } from '../domain/picture-region-schema.ts'
import { mostScriptLetters } from '../domain/limits.ts'
import { profileIds } from '../domain/profiles.ts'
import { extractModes, regionTypes } from '../domain/task.ts'
import { defineKind } from './kind.ts'
import { priceOfVideo, rates } from './prices.ts'
import { channelChoices, mostSpeakers } from '../domain/sound-track.ts'
import { soundTrack } from '../domain/sound-track-schema.ts'

/** What a database can keep. */
const isText = (text: string): boolean => text.isWellFormed() && !text.includes('\0')

/** Subtitles from the picture of a video, from its speech, or from both. */
export const videoExtract = defineKind({
  type: 'video_extract',
  subjects: ['video'],
  config: z.object({
    subtitle_extract_mode: z.enum(extractModes).default('audio'),
    source_language: z.enum(languageCodes),
    sound_track: soundTrack,
    /** Whether two channels are heard one by one; `auto`: where they hold a talker each. */
    channels: z.enum(channelChoices).default('auto'),
    /** How many people speak; found by their voices where it is left out. */
    speakers: z.number().int().min(1).max(mostSpeakers).optional(),
    /** Whether the place of the text in the picture is found, or given with `subtitle_region`. */
    subtitle_region_type: z.enum(regionTypes).default('auto'),
    /** In shares of the picture as it is shown, from its top left corner. */
    subtitle_region: pictureRegion.optional(),
    /** What is said, as a text: its sentences are put where they are spoken, in place of what is heard. */
    script: z.string().max(mostScriptLetters).refine(isText).optional(),
    /** Whose numbers the lines of a script keep to. */
    script_profile: z.enum(profileIds).optional(),
  }),
  price: ({ durationMs }) => priceOfVideo(rates.video_extract, durationMs),
  freezes: 'nothing',
  result: 'subtitle',
  resources: 'gpu',
  isInternal: false,
})

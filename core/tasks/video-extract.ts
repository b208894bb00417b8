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

/** Limited to what the database can store. */
const isText = (text: string): boolean => text.isWellFormed() && !text.includes('\0')

/** Subtitles from the picture of a video, from its speech, or from both. */
export const videoExtract = defineKind({
  type: 'video_extract',
  subjects: ['video'],
  config: z.object({
    subtitle_extract_mode: z.enum(extractModes).default('audio'),
    source_language: z.enum(languageCodes),
    sound_track: soundTrack,
    /** Whether two channels are recognised separately; `auto`: if they are two speakers. */
    channels: z.enum(channelChoices).default('auto'),
    /** Number of speakers; by default diarised. */
    speakers: z.number().int().min(1).max(mostSpeakers).optional(),
    /** Whether the text's region is detected, or given with `subtitle_region`. */
    subtitle_region_type: z.enum(regionTypes).default('auto'),
    /** In shares of the displayed picture, from its top left corner. */
    subtitle_region: pictureRegion.optional(),
    /** A script: its sentences are placed at their spoken times, in place of recognised ones. */
    script: z.string().max(mostScriptLetters).refine(isText).optional(),
    /** The profile for the cues: by default the folder's, else `cuelane`. */
    profile: z.enum(profileIds).optional(),
  }),
  price: ({ durationMs }) => priceOfVideo(rates.video_extract, durationMs),
  freezes: 'nothing',
  result: 'subtitle',
  resources: 'gpu',
  isInternal: false,
})

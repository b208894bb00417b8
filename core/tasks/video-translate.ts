import { z } from 'zod'
import { languageCodes } from '../domain/languages.ts'
import { synthesisTypes } from '../domain/task.ts'
import { burnStyle } from '../subtitle/burn-style-schema.ts'
import { defineKind } from './kind.ts'
import { priceOfVideo, rates } from './prices.ts'

/** A video with its lines in another language, in the picture or as a track; its sound stays. */
export const videoTranslate = defineKind({
  type: 'video_translate',
  subjects: ['video', 'subtitle'],
  config: z.object({
    source_language: z.enum(languageCodes),
    to_language: z.enum(languageCodes),
    synthesis_type: z.enum(synthesisTypes).default('burn'),
    /** In place of the version's own style. */
    style: z.nullish(burnStyle),
  }),
  price: ({ durationMs }) => priceOfVideo(rates.video_translate, durationMs),
  freezes: 'cues',
  result: 'video',
  resources: 'cpu',
  isInternal: false,
})

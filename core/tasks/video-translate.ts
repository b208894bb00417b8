import { z } from 'zod'
import { synthesisTypes } from '../domain/task.ts'
import { burnStyle } from '../subtitle/burn/burn-style-schema.ts'
import { defineKind } from './kind.ts'
import { priceOfVideo, rates } from './prices.ts'
import { translationFields } from './translation.ts'

/** A video with translated cues, in the picture or as a track; its sound stays. */
export const videoTranslate = defineKind({
  type: 'video_translate',
  subjects: ['video', 'subtitle'],
  config: z.object({
    ...translationFields,
    synthesis_type: z.enum(synthesisTypes).default('burn'),
    /** Whether burned-in rows avoid text that the picture has already. */
    clear_of_text: z.boolean().default(true),
    /** Replaces the version's style. */
    style: z.nullish(burnStyle),
  }),
  price: ({ durationMs }) => priceOfVideo(rates.video_translate, durationMs),
  freezes: 'cues',
  result: 'video',
  resources: 'cpu',
  uses: 'picture and sound',
  isInternal: false,
})

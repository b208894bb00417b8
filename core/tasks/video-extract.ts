import { z } from 'zod'
import { languageCodes } from '../domain/languages.ts'
import { defineKind } from './kind.ts'
import { priceOfVideo, rates } from './prices.ts'

/** Subtitles from the speech of a video. */
export const videoExtract = defineKind({
  type: 'video_extract',
  subjects: ['video'],
  config: z.object({
    subtitle_extract_mode: z.literal('audio').default('audio'),
    source_language: z.enum(languageCodes),
  }),
  price: ({ durationMs }) => priceOfVideo(rates.video_extract, durationMs),
  freezes: 'nothing',
  result: 'subtitle',
  resources: 'gpu',
  isInternal: false,
})

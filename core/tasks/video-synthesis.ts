import { z } from 'zod'
import { synthesisTypes } from '../domain/task.ts'
import { defineKind } from './kind.ts'
import { priceOfVideo, rates } from './prices.ts'

/** The video with a subtitle version burned into its picture or added as a track. */
export const videoSynthesis = defineKind({
  type: 'video_synthesis',
  subjects: ['video', 'subtitle'],
  config: z.object({
    synthesis_type: z.enum(synthesisTypes).default('burn'),
    position: z.enum(['bottom', 'top']).default('bottom'),
  }),
  price: ({ durationMs }) => priceOfVideo(rates.video_synthesis, durationMs),
  freezes: 'cues',
  result: 'video',
  resources: 'cpu',
  isInternal: false,
})

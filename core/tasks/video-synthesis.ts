import { z } from 'zod'
import { synthesisTypes } from '../domain/task.ts'
import { burnStyle } from '../subtitle/burn/burn-style-schema.ts'
import { secondPlaces } from '../subtitle/burn/burn-style.ts'
import { defineKind } from './kind.ts'
import { priceOfVideo, rates } from './prices.ts'

/** The video with a subtitle version burned into its picture or added as a track. */
export const videoSynthesis = defineKind({
  type: 'video_synthesis',
  subjects: ['video', 'subtitle'],
  config: z.object({
    synthesis_type: z.enum(synthesisTypes).default('burn'),
    /** Overrides the style's vertical position. */
    position: z.enum(['bottom', 'top']).optional(),
    /** Whether burned-in rows avoid text that the picture has already. */
    clear_of_text: z.boolean().default(true),
    /** Replaces the version's style. */
    style: z.optional(burnStyle),
    /**
     * Whether the styles of the version's SubStation file apply. By default the version's setting; not with a given style
     * or position.
     */
    file_styles: z.boolean().optional(),
    /** Position of a second version, and its size in percent of the first's. */
    second_place: z.enum(secondPlaces).default('below'),
    second_size: z.number().min(40).max(150).default(75),
  }),
  price: ({ durationMs }) => priceOfVideo(rates.video_synthesis, durationMs),
  freezes: 'cues',
  result: 'video',
  resources: 'cpu',
  uses: 'picture and sound',
  isInternal: false,
})

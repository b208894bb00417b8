import { z } from 'zod'
import { synthesisTypes } from '../domain/task.ts'
import { burnStyle } from '../subtitle/burn-style-schema.ts'
import { secondPlaces } from '../subtitle/burn-style.ts'
import { defineKind } from './kind.ts'
import { priceOfVideo, rates } from './prices.ts'

/** The video with a subtitle version burned into its picture or added as a track. */
export const videoSynthesis = defineKind({
  type: 'video_synthesis',
  subjects: ['video', 'subtitle'],
  config: z.object({
    synthesis_type: z.enum(synthesisTypes).default('burn'),
    /** Puts the subtitles at that edge in place of the style's own. */
    position: z.enum(['bottom', 'top']).optional(),
    /** Whether burned rows keep clear of text that stands in the picture already. */
    clear_of_text: z.boolean().default(true),
    /** In place of the version's own style. */
    style: z.optional(burnStyle),
    /**
     * Whether the styles of the SubStation file that the version was made of hold. Left out, as it is set for the version;
     * not where a style or a position is given.
     */
    file_styles: z.boolean().optional(),
    /** Where a second version stands that is shown too, and its size in percent of the first one's. */
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

import { z } from 'zod'
import { dubSubtitles } from '../domain/dubbing.ts'
import { dubbingFields } from './dubbing.ts'
import { burnStyle } from '../subtitle/burn/burn-style-schema.ts'
import { defineKind } from './kind.ts'
import { priceOfDub } from './prices.ts'
import { translationFields } from './translation.ts'

/** A video translated and dubbed: its cues in another language, spoken, and shown if wanted. */
export const videoDubbing = defineKind({
  type: 'video_dubbing',
  subjects: ['video', 'subtitle'],
  config: z.object({
    ...translationFields,
    ...dubbingFields,
    synthesis_type: z.enum(dubSubtitles).default('none'),
    /** Whether burned-in rows avoid text that the picture has already. */
    clear_of_text: z.boolean().default(true),
    /** Replaces the version's style. */
    style: z.nullish(burnStyle),
  }),
  price: priceOfDub,
  freezes: 'cues',
  result: 'video',
  resources: 'cpu',
  uses: 'picture',
  isInternal: false,
})

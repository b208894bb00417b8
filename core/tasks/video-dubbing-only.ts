import { z } from 'zod'
import { dubOutputs } from '../domain/dubbing.ts'
import { dubbingFields } from './dubbing.ts'
import { defineKind } from './kind.ts'
import { priceOfDub } from './prices.ts'
import { videoDubbing } from './video-dubbing.ts'

/** A video with a subtitle version spoken in its own language. */
export const videoDubbingOnly = defineKind({
  type: 'video_dubbing_only',
  subjects: ['video', 'subtitle'],
  config: z.object({ ...dubbingFields, video_type: z.enum(dubOutputs).default('video') }),
  price: priceOfDub,
  freezes: 'cues',
  result: 'video',
  resources: 'cpu',
  uses: 'picture',
  // Its edited translation is spoken unchanged.
  follows: videoDubbing.type,
  isInternal: false,
})

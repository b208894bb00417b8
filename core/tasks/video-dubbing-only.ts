import { z } from 'zod'
import { dubOutputs } from '../domain/dubbing.ts'
import { dubbingFields } from './dubbing.ts'
import { defineKind } from './kind.ts'
import { priceOfDub } from './prices.ts'
import { videoDubbing } from './video-dubbing.ts'

/** A video whose subtitle version is spoken, in the language that it is in. */
export const videoDubbingOnly = defineKind({
  type: 'video_dubbing_only',
  subjects: ['video', 'subtitle'],
  config: z.object({ ...dubbingFields, video_type: z.enum(dubOutputs).default('video') }),
  price: priceOfDub,
  freezes: 'cues',
  result: 'video',
  resources: 'cpu',
  uses: 'picture',
  // Its translation, edited, is spoken as it is.
  follows: videoDubbing.type,
  isInternal: false,
})

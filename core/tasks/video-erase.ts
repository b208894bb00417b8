import { z } from 'zod'
import { eraseTypes } from '../domain/erase.ts'
import { eraseMask } from '../domain/erase-mask-schema.ts'
import { pictureRegion } from '../domain/picture-region-schema.ts'
import { regionTypes } from '../domain/task.ts'
import { defineKind } from './kind.ts'
import { priceOfVideo, rates } from './prices.ts'

/** A video without the text in its picture. */
export const videoErase = defineKind({
  type: 'video_erase',
  subjects: ['video'],
  config: z.object({
    erase_type: z.enum(eraseTypes).default('basic'),
    /** Whether the places of captions are found, or a part of the picture is given with `erase_region`. */
    erase_region_type: z.enum(regionTypes).default('auto'),
    erase_region: pictureRegion.optional(),
    /** Whether logos and names that never leave go too. */
    erase_marks: z.boolean().default(false),
    /** What the user changed of the mask; captions alone go where there is none. */
    mask: eraseMask.optional(),
  }),
  price: ({ durationMs }, { erase_type }) => priceOfVideo(rates.video_erase[erase_type], durationMs),
  freezes: 'nothing',
  result: 'video',
  resources: 'cpu',
  isInternal: false,
})

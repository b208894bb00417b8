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
    /** Whether captions are detected, or a region is given with `erase_region`. */
    erase_region_type: z.enum(regionTypes).default('auto'),
    erase_region: pictureRegion.optional(),
    /** Whether logos and other static text are erased too. */
    erase_marks: z.boolean().default(false),
    /** The user's changes of the mask; without any only captions are erased. */
    mask: eraseMask.optional(),
  }),
  price: ({ durationMs }, { erase_type }) => priceOfVideo(rates.video_erase[erase_type], durationMs),
  freezes: 'nothing',
  result: 'video',
  resources: 'cpu',
  isInternal: false,
})

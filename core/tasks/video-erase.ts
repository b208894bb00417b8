import { z } from 'zod'
import { eraseRegionTypes, eraseTypes, type PictureRegion } from '../domain/erase.ts'
import { defineKind } from './kind.ts'
import { priceOfVideo, rates } from './prices.ts'

const place = z.number().min(0).max(0.98)
const side = z.number().min(0.02).max(1)

/** What reaches beyond the picture is cut off. */
const pictureRegion: z.ZodType<PictureRegion> = z.object({ x: place, y: place, width: side, height: side })

/** A video without the text in its picture. */
export const videoErase = defineKind({
  type: 'video_erase',
  subjects: ['video'],
  config: z.object({
    erase_type: z.enum(eraseTypes).default('basic'),
    erase_region_type: z.enum(eraseRegionTypes).default('auto'),
    /** With `region`. */
    region: z.optional(pictureRegion),
    /** Whether logos and names that never leave go too. */
    erase_marks: z.boolean().default(false),
  }),
  price: ({ durationMs }, { erase_type }) => priceOfVideo(rates.video_erase[erase_type], durationMs),
  freezes: 'nothing',
  result: 'video',
  resources: 'cpu',
  isInternal: false,
})

import { z } from 'zod'
import { pictureRegion } from './picture-region-schema.ts'
import { isStorable, unstorable } from './storable.ts'

const share = z.number().min(0).max(1)
const moment = z
  .number()
  .int()
  .min(0)
  .max(24 * 3_600_000)
const ids = z.array(z.string().min(1).max(40).refine(isStorable, unstorable)).max(2000)

/** A brush stroke: points in shares of the picture's width and height, width in shares of its height. */
const brushStroke = z.object({
  width: z.number().min(0.002).max(1),
  points: z
    .array(z.object({ x: share, y: share }))
    .min(1)
    .max(500),
})

/** A region erased from `from_ms` up to `to_ms`: all of it, or only under a brush. */
const erasePlace = z
  .object({
    region: pictureRegion,
    from_ms: moment,
    to_ms: moment,
    strokes: z.array(brushStroke).min(1).max(100).optional(),
  })
  .refine(({ from_ms, to_ms }) => from_ms <= to_ms, 'ends before it begins')

/** The user's changes of the erased texts: ids of found texts, and regions. */
export const eraseMask = z.object({
  /** Found texts to keep although they would be erased. */
  off: ids.default([]),
  /** Found texts to erase although they would be kept. */
  on: ids.default([]),
  places: z.array(erasePlace).max(50).default([]),
  /** Whether the user confirmed the mask, however large. */
  confirmed: z.boolean().default(false),
})
export type EraseMask = z.output<typeof eraseMask>
export type ErasePlace = EraseMask['places'][number]

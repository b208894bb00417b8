import { z } from 'zod'

const share = z.number().min(0).max(1)
/** Smaller parts of a picture hold no text that can be read. */
const LEAST = 0.01
/** Shares are rounded somewhere on their way. */
const ROUNDING = 1e-6

/** A `PictureRegion` that the user chose. */
export const pictureRegion = z
  .object({ x: share, y: share, width: share.min(LEAST), height: share.min(LEAST) })
  .refine(({ x, y, width, height }) => Math.max(x + width, y + height) <= 1 + ROUNDING, 'leaves the picture')

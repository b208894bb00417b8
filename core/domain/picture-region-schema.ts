import { z } from 'zod'

const share = z.number().min(0).max(1)
/** Smaller regions hold no readable text. */
const LEAST = 0.01
/** Tolerance for rounded shares. */
const ROUNDING = 1e-6

/** A `PictureRegion` chosen by the user. */
export const pictureRegion = z
  .object({ x: share, y: share, width: share.min(LEAST), height: share.min(LEAST) })
  .refine(({ x, y, width, height }) => Math.max(x + width, y + height) <= 1 + ROUNDING, 'leaves the picture')

import * as z from 'zod/mini'
import { type BurnStyle, burnStyleRanges, edgeKinds, wordEffects } from './burn-style.ts'
import { fontFamilies } from '../text/fonts.ts'

const color = z.string().check(z.regex(/^#[0-9a-f]{6}$/i))
const number = ({ min, max }: { min: number; max: number }) => z.number().check(z.minimum(min), z.maximum(max))

/** A style on the wire and in storage; a small schema, since browsers use it too. */
export const burnStyle = z.object({
  font: z.enum(fontFamilies),
  size: number(burnStyleRanges.size),
  bold: z.boolean(),
  color,
  edge: z.enum(edgeKinds),
  outline: z.object({ width: number(burnStyleRanges.outline), color }),
  shadow: number(burnStyleRanges.shadow),
  box: z.object({ color, opacity: number(burnStyleRanges.opacity) }),
  align: number(burnStyleRanges.align).check(z.multipleOf(1)),
  words: z.optional(z.object({ effect: z.enum(wordEffects), color, box: color, scale: number(burnStyleRanges.scale) })),
  margin: z.object({ x: number(burnStyleRanges.marginX), y: number(burnStyleRanges.marginY) }),
}) satisfies z.ZodMiniType<BurnStyle>

import type { DataOf } from '#core/contract/index.ts'
import type { EraseMask, ErasePlace } from '#core/domain/erase-mask-schema.ts'
import type { PictureRegion } from '#core/domain/picture-region.ts'
import { isErased } from '#core/media/erase/mask.ts'

/*
 * The user's edits of found texts: toggled texts, regions by box or brush. Pure: the dialog shows it, the task gets it
 * unchanged.
 */

export type Look = NonNullable<DataOf<'lookAtErase'>['look']>
export type LookedText = Look['texts'][number]
export type BrushStroke = NonNullable<ErasePlace['strokes']>[number]

export const noEdits: EraseMask = { off: [], on: [], places: [], confirmed: false }

/** Whether a text is erased without the user's edits. */
const goesByItself = (text: LookedText): boolean => isErased(text)

/** The edits with some texts toggled. */
export function withTexts(mask: EraseMask, texts: readonly LookedText[], isGoing: boolean): EraseMask {
  const ids = new Set(texts.map(({ id }) => id))
  const left = (list: readonly string[]): string[] => list.filter((id) => !ids.has(id))
  const added = texts.filter((text) => goesByItself(text) !== isGoing).map(({ id }) => id)
  return isGoing
    ? { ...mask, off: left(mask.off), on: [...left(mask.on), ...added] }
    : { ...mask, off: [...left(mask.off), ...added], on: left(mask.on) }
}

export function withPlace(mask: EraseMask, place: ErasePlace): EraseMask {
  return { ...mask, places: [...mask.places, place] }
}

export function withoutPlace(mask: EraseMask, at: number): EraseMask {
  return { ...mask, places: mask.places.filter((_, index) => index !== at) }
}

/** The edits with a region's start or end moved; a region lasts at least a frame. */
export function withPlaceTime(mask: EraseMask, at: number, { from_ms, to_ms }: Pick<ErasePlace, 'from_ms' | 'to_ms'>) {
  const times = { from_ms: Math.max(0, from_ms), to_ms: Math.max(Math.max(0, from_ms) + LEAST_MS, to_ms) }
  return { ...mask, places: mask.places.map((place, index) => (index === at ? { ...place, ...times } : place)) }
}

const LEAST_MS = 40

/** Number of erased texts and regions. */
export function countGoing(texts: readonly LookedText[], mask: EraseMask): number {
  return texts.filter((text) => isErased(text, mask)).length + mask.places.length
}

/** Whether something is visible at a time; milliseconds. */
export const isShownAt = ({ from_ms, to_ms }: Pick<ErasePlace, 'from_ms' | 'to_ms'>, ms: number): boolean =>
  from_ms <= ms && ms < to_ms

/** A brush's region: the box around its strokes. Widths are shares of the picture's height. */
export function brushedPlace(
  strokes: readonly BrushStroke[],
  time: Pick<ErasePlace, 'from_ms' | 'to_ms'>,
  aspect: number,
): ErasePlace {
  const reach = (width: number): { x: number; y: number } => ({ x: width / 2 / aspect, y: width / 2 })
  const edges = strokes.flatMap(({ width, points }) => points.map(({ x, y }) => ({ x, y, by: reach(width) })))
  const left = Math.max(0, Math.min(...edges.map(({ x, by }) => x - by.x)))
  const top = Math.max(0, Math.min(...edges.map(({ y, by }) => y - by.y)))
  const right = Math.min(1, Math.max(...edges.map(({ x, by }) => x + by.x)))
  const bottom = Math.min(1, Math.max(...edges.map(({ y, by }) => y + by.y)))
  const region: PictureRegion = withRoom({ x: left, y: top, width: right - left, height: bottom - top })
  return { region, ...time, strokes: strokes.map(({ width, points }) => ({ width, points: thinned(points) })) }
}

/** The smallest region of a task. */
const LEAST_SIDE = 0.01

function withRoom({ x, y, width, height }: PictureRegion): PictureRegion {
  const [wide, high] = [Math.max(LEAST_SIDE, width), Math.max(LEAST_SIDE, height)]
  return { x: Math.min(x, 1 - wide), y: Math.min(y, 1 - high), width: wide, height: high }
}

/** Most points of a stroke. */
const MOST_POINTS = 500

/** A long stroke's points thinned out, keeping the last. */
function thinned<P>(points: readonly P[]): P[] {
  if (points.length <= MOST_POINTS) return [...points]
  const step = points.length / (MOST_POINTS - 1)
  return [...Array.from({ length: MOST_POINTS - 1 }, (_, at) => points[Math.floor(at * step)]), points.at(-1)].filter(
    (point) => point !== undefined,
  )
}

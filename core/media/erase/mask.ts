import type { EraseMask, ErasePlace } from '../../domain/erase-mask-schema.ts'
import type { FoundText } from './texts.ts'
import { grownBox } from './plane.ts'

/** Found texts of a video. */
export interface FoundTexts {
  /** Size of the upright picture in pixels. */
  readonly width: number
  readonly height: number
  /** Frame times in seconds. */
  readonly times: readonly number[]
  /** In pixels of the picture. */
  readonly texts: readonly FoundText[]
}

const untouched: EraseMask = { off: [], on: [], places: [], confirmed: false }

/**
 * Whether a text is erased: captions, requested static text and texts in named places are, unless the user decides
 * otherwise.
 */
export function isErased({ id, verdict }: Pick<FoundText, 'id' | 'verdict'>, mask: EraseMask = untouched): boolean {
  if (mask.off.includes(id)) return false
  return mask.on.includes(id) || verdict === 'caption' || verdict === 'mark' || verdict === 'place'
}

/** The erased texts, and regions that the user named; these come last and are erased whole, or under the brush. */
export function maskedTexts(found: FoundTexts, mask: EraseMask = untouched): FoundText[] {
  return [
    ...found.texts.filter((text) => isErased(text, mask)),
    ...mask.places.flatMap((place, at) => placeText(found, place, `place-${at}`)),
  ]
}

/** A region as a text; undefined if it covers no frame. */
function placeText({ width, height, times }: FoundTexts, place: ErasePlace, id: string): FoundText[] {
  const { region, strokes } = place
  const start = times[0] ?? 0
  // A frame lasts until the next one: the first may begin before the region's start.
  const milliseconds = (time: number): number => Math.round((time - start) * 1e6) / 1000
  const first = times.findLastIndex((time) => milliseconds(time) <= place.from_ms)
  const last = times.findLastIndex((time) => milliseconds(time) < place.to_ms)
  const exact = {
    x: region.x * width,
    y: region.y * height,
    width: region.width * width,
    height: region.height * height,
  }
  const box = grownBox(exact, 0, { width, height })
  if (last < 0 || box.width === 0 || box.height === 0) return []
  const brush = strokes?.map((stroke) => ({
    width: stroke.width * height,
    points: stroke.points.map(({ x, y }) => ({ x: x * width - box.x, y: y * height - box.y })),
  }))
  const range = { first: Math.max(0, first), last: Math.max(0, first, last) }
  const kind = { verdict: 'place', reading: undefined, isMark: true, isWhole: true } as const
  return [{ id, box, height: box.height, ...range, ...kind, ...(brush ? { brush } : {}) }]
}

import type { EraseMask, ErasePlace } from '../../domain/erase-mask-schema.ts'
import type { FoundText } from './texts.ts'
import { grownBox } from './plane.ts'

/** What was found in a video. */
export interface FoundTexts {
  /** Size of the upright picture in pixels. */
  readonly width: number
  readonly height: number
  /** When each frame is shown, in seconds. */
  readonly times: readonly number[]
  /** In pixels of the picture. */
  readonly texts: readonly FoundText[]
}

const untouched: EraseMask = { off: [], on: [], places: [], confirmed: false }

/** Whether a text goes: captions, marks that were asked for and texts in named places do, unless the user says otherwise. */
export function isErased({ id, verdict }: Pick<FoundText, 'id' | 'verdict'>, mask: EraseMask = untouched): boolean {
  if (mask.off.includes(id)) return false
  return mask.on.includes(id) || verdict === 'caption' || verdict === 'mark' || verdict === 'place'
}

/** The texts that are erased, with the places that the user named; these come last and go whole, or where the brush went. */
export function maskedTexts(found: FoundTexts, mask: EraseMask = untouched): FoundText[] {
  return [
    ...found.texts.filter((text) => isErased(text, mask)),
    ...mask.places.flatMap((place, at) => placeText(found, place, `place-${at}`)),
  ]
}

/** A place as a text; nothing where no frame is shown while it stands. */
function placeText({ width, height, times }: FoundTexts, place: ErasePlace, id: string): FoundText[] {
  const { region, strokes } = place
  const start = times[0] ?? 0
  // A frame is shown until the next one: the first frame may have begun before the place does.
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

import { type Box, grownBox, type Plane } from './plane.ts'

/** A panel has constant luma within this, in all pictures. */
const SAME_LUMA = 10
/** Share of its edge with that luma; letters may touch it. */
const EVEN = 0.85
/** The largest share of its edge with that luma when the text is hidden. */
const GONE = 0.6
/** An even ground farther from the letters than this, in line heights, is the picture's own. */
const REACH = 1.1
/** Start of the search for a panel's edge, in pixels from the letters' box. */
const STARTS = [2, 0, -2] as const
/** Pixels around a panel blended by compression. */
const SOFT = 2

/**
 * The opaque panel drawn behind a text; undefined if the ground is the picture's own. `shown`: pictures with the text,
 * `without`: at least one without it.
 */
export function panelBehind(
  text: { readonly box: Box; readonly height: number },
  shown: readonly Plane[],
  without: readonly Plane[],
): Box | undefined {
  const [first] = shown
  if (!first || without.length === 0) return undefined
  for (const start of STARTS) {
    const from = grownBox(text.box, start, first)
    if (from.width < 4 || from.height < 4) continue
    const level = usualLuma(edgeOf(from), first)
    if (shown.some((picture) => evenShare(edgeOf(from), picture, level) < EVEN)) continue
    const panel = grown(from, shown, level, Math.ceil(REACH * text.height))
    if (!panel || without.some((picture) => evenShare(edgeOf(panel), picture, level) >= GONE)) return undefined
    return grownBox(panel, SOFT, first)
  }
  return undefined
}

type Pixels = readonly (readonly [number, number])[]

const row = ({ x, width }: Box, y: number): Pixels => Array.from({ length: width }, (_, at) => [x + at, y] as const)
const column = ({ y, height }: Box, x: number): Pixels =>
  Array.from({ length: height }, (_, at) => [x, y + at] as const)

function edgeOf(box: Box): Pixels {
  const [right, bottom] = [box.x + box.width - 1, box.y + box.height - 1]
  return [...row(box, box.y), ...row(box, bottom), ...column(box, box.x), ...column(box, right)]
}

function usualLuma(pixels: Pixels, { width, data }: Plane): number {
  const values = pixels.map(([x, y]) => data[y * width + x] ?? 0).sort((a, b) => a - b)
  return values[values.length >> 1] ?? 0
}

function evenShare(pixels: Pixels, { width, data }: Plane, level: number): number {
  return pixels.filter(([x, y]) => Math.abs((data[y * width + x] ?? 0) - level) <= SAME_LUMA).length / pixels.length
}

/** The extent of the luma to each side; undefined if it exceeds that of panels. */
function grown(from: Box, shown: readonly Plane[], level: number, reach: number): Box | undefined {
  const [{ width, height } = { width: 0, height: 0 }] = shown
  const isEven = (pixels: Pixels): boolean => shown.every((picture) => evenShare(pixels, picture, level) >= EVEN)
  const far = (next: (step: number) => Pixels | undefined): number | undefined => {
    for (let step = 1; step <= reach; step++) {
      const pixels = next(step)
      if (!pixels || !isEven(pixels)) return step - 1
    }
    return undefined
  }
  const left = far((step) => (from.x - step < 0 ? undefined : column(from, from.x - step)))
  const right = far((step) =>
    from.x + from.width - 1 + step >= width ? undefined : column(from, from.x + from.width - 1 + step),
  )
  const up = far((step) => (from.y - step < 0 ? undefined : row(from, from.y - step)))
  const down = far((step) =>
    from.y + from.height - 1 + step >= height ? undefined : row(from, from.y + from.height - 1 + step),
  )
  if (left === undefined || right === undefined || up === undefined || down === undefined) return undefined
  return { x: from.x - left, y: from.y - up, width: from.width + left + right, height: from.height + up + down }
}

import { type Box, grownBox, type Plane } from './plane.ts'

/** A panel has one luma, within this, in all pictures. */
const SAME_LUMA = 10
/** Of its edge so much has that luma; letters may touch it. */
const EVEN = 0.85
/** Where the text does not stand, less of its edge has. */
const GONE = 0.6
/** Farther from the letters than this, in heights of the line, an even ground is the picture's own. */
const REACH = 1.1
/** Where a panel's edge is looked for first, in pixels from the box of the letters. */
const STARTS = [2, 0, -2] as const
/** Pixels around a panel that compression has mixed with it. */
const SOFT = 2

/**
 * The panel that a text stands on, drawn behind it and opaque; undefined where the ground around it is the picture's own.
 * `shown`: pictures in which the text stands, `without`: some in which it does not, one at least.
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

/** As far as the luma goes on to each side; undefined where it goes on farther than panels do. */
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

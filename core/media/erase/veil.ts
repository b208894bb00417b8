import { type Box, grownBox, type Plane, sharedArea } from './plane.ts'
import type { FramePart } from './temporal.ts'

/** A uniform translucent rectangle behind a text. */
export interface Veil {
  readonly box: Box
  /** Visible: this share of the picture plus a level per plane: luma, then both colours. */
  readonly share: number
  readonly levels: readonly [number, number, number]
}

/** Two neighbouring frames, of which one shows the text. */
export interface VeilPair {
  readonly shown: FramePart
  readonly without: FramePart
}

/** Limits of the share, and the least mean change. */
const LEAST_SHARE = 0.2
const MOST_SHARE = 0.92
const LEAST_CHANGE = 6
/** Model tolerance, and the share of pixels around letters that must fit. */
const FITS = 7
const FITTING = 0.4
/** Least variation of the ground (standard deviation), to separate share and level. */
const LEAST_VARIETY = 6
/** Random trials of two pixels, to exclude letters and motion. */
const TRIALS = 300
/** A row or column is veiled if this share of its usable pixels agree; and at least this many. */
const VEILED = 0.5
const TELLING = 0.15
/** Largest extent of a veil above or below its text, in line heights. */
const REACH = 2.6
/** Pixels on both sides of a veil's edge blended by compression. */
const SOFT = 2

/** A text in front of a veil; `strokes`: 1 under its letters, which reveal nothing of the veil. */
export interface VeiledText {
  readonly box: Box
  readonly height: number
  readonly strokes?: { readonly box: Box; readonly mask: Uint8Array } | undefined
}

/** The veil behind a text, from neighbouring frames with and without it; undefined if there is none. */
export function veilBehind(text: VeiledText, pairs: readonly VeilPair[]): Veil | undefined {
  const [first] = pairs
  if (!first) return undefined
  const { luma } = first.shown
  const from = grownBox(text.box, 1, luma)
  const points = pairs.flatMap(({ shown, without }) =>
    pointsIn(from, shown.luma, without.luma).filter((_, at) => !isLetter(text, from, at)),
  )
  const model = modelOf(points)
  if (!model) return undefined
  const box = grown(from, pairs, model, Math.ceil(REACH * text.height))
  if (!box) return undefined
  const [u, v] = [0, 1].map((at) => colourLevel(box, pairs, at as 0 | 1, model.share)) as [number, number]
  return { box, share: model.share, levels: [model.level, u, v] } satisfies Veil
}

/** The veil's effect on luma. */
export interface Model {
  readonly share: number
  readonly level: number
}

/** Values without the text, and with it. */
export type Point = readonly [number, number]

/** Whether a pixel of a box, counted row by row, is under letters. */
function isLetter({ strokes }: VeiledText, { x, y, width }: Box, at: number): boolean {
  if (!strokes) return false
  const { box, mask } = strokes
  const [column, row] = [x + (at % width) - box.x, y + Math.floor(at / width) - box.y]
  return column >= 0 && row >= 0 && column < box.width && row < box.height && mask[row * box.width + column] === 1
}

function pointsIn({ x, y, width, height }: Box, shown: Plane, without: Plane): Point[] {
  const points: Point[] = []
  for (let row = y; row < y + height; row++)
    for (let column = x; column < x + width; column++) {
      const at = row * shown.width + column
      points.push([without.data[at] ?? 0, shown.data[at] ?? 0])
    }
  return points
}

/** The line through most points (deterministic RANSAC), if it is plausible for a veil. */
export function modelOf(points: readonly Point[]): Model | undefined {
  let best: Model | undefined
  let most = FITTING * points.length
  let seed = 12_345
  const next = (): number => (seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31) % points.length
  for (let trial = 0; trial < TRIALS; trial++) {
    const [a, b] = [points[next()], points[next()]]
    if (!a || !b || Math.abs(a[0] - b[0]) < 2 * LEAST_VARIETY) continue
    const share = (a[1] - b[1]) / (a[0] - b[0])
    const model = { share, level: a[1] - share * a[0] }
    const count = points.filter((point) => fits(point, model)).length
    if (count > most) [best, most] = [model, count]
  }
  const model = best && leastSquares(points.filter((point) => best && fits(point, best)))
  return model && isVeil(model, points) ? model : undefined
}

const fits = ([without, shown]: Point, { share, level }: Model): boolean =>
  Math.abs(shown - share * without - level) <= FITS

function leastSquares(points: readonly Point[]): Model | undefined {
  const [x, y] = [meanOf(points.map(([a]) => a)), meanOf(points.map(([, b]) => b))]
  const [variance, both] = points.reduce(([v, w], [a, b]) => [v + (a - x) ** 2, w + (a - x) * (b - y)], [0, 0])
  if (Math.sqrt(variance / points.length) < LEAST_VARIETY) return undefined
  return { share: both / variance, level: y - (both / variance) * x }
}

const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)

/** Neither an opaque panel nor the bare picture, and with a valid colour. */
function isVeil({ share, level }: Model, points: readonly Point[]): boolean {
  const own = level / (1 - share)
  const change = meanOf(points.map(([without]) => Math.abs((share - 1) * without + level)))
  return share >= LEAST_SHARE && share <= MOST_SHARE && own > -12 && own < 267 && change >= LEAST_CHANGE
}

/** The veiled rows and columns; undefined if they reach the limits or the edge. */
function grown(from: Box, pairs: readonly VeilPair[], model: Model, reach: number): Box | undefined {
  const [{ width, height } = { width: 0, height: 0 }] = pairs.map(({ shown }) => shown.luma)
  let { x: left, y: top } = from
  let [right, bottom] = [from.x + from.width, from.y + from.height]
  const isRow = (y: number): boolean => isVeiled({ x: left, y, width: right - left, height: 1 }, pairs, model)
  const isColumn = (x: number): boolean => isVeiled({ x, y: top, width: 1, height: bottom - top }, pairs, model)
  for (; left > 0 && isColumn(left - 1); left--);
  for (; right < width && isColumn(right); right++);
  for (; top > 0 && isRow(top - 1); top--);
  for (; bottom < height && isRow(bottom); bottom++);
  // Letters may extend a little beyond their veil.
  for (; right - left > 4 && !isColumn(left); left++);
  for (; right - left > 4 && !isColumn(right - 1); right--);
  for (; bottom - top > 4 && !isRow(top); top++);
  for (; bottom - top > 4 && !isRow(bottom - 1); bottom--);
  const isFar = from.y - top > reach || bottom - from.y - from.height > reach
  return isFar || left === 0 || top === 0 || right === width || bottom === height
    ? undefined
    : { x: left, y: top, width: right - left, height: bottom - top }
}

function isVeiled(line: Box, pairs: readonly VeilPair[], model: Model): boolean {
  let [telling, veiled, all] = [0, 0, 0]
  for (const { shown, without } of pairs) {
    for (const point of pointsIn(line, shown.luma, without.luma)) {
      const [before, after] = point
      const changed = model.share * before + model.level
      all++
      if (Math.abs(changed - before) < LEAST_CHANGE) continue
      telling++
      if (Math.abs(after - changed) < Math.abs(after - before)) veiled++
    }
  }
  return telling >= TELLING * all && veiled >= VEILED * telling
}

function colourLevel(box: Box, pairs: readonly VeilPair[], at: 0 | 1, share: number): number {
  const half = halved(box)
  const levels = pairs.flatMap(({ shown, without }) =>
    pointsIn(half, shown.colours[at], without.colours[at]).map(([before, after]) => after - share * before),
  )
  return levels.sort((a, b) => a - b)[levels.length >> 1] ?? (1 - share) * 128
}

/** A box in the half-size colour planes. */
function halved({ x, y, width, height }: Box): Box {
  const [left, top] = [Math.ceil(x / 2), Math.ceil(y / 2)]
  return { x: left, y: top, width: ((x + width) >> 1) - left, height: ((y + height) >> 1) - top }
}

/** The part without a veil that is in it; unchanged if the veil's edge would remain visible. */
export function unveiled(part: FramePart, veil: Veil): FramePart {
  const luma = lifted(part.luma, veil.box, veil, 0)
  const [before, after] = [sidesOf(part.luma, veil.box), sidesOf(luma, veil.box)]
  const own = sidesOf(part.luma, grownBox(veil.box, STEP, part.luma))
  const isWorse = after.some((side, at) => side > Math.max(before[at] ?? 0, 1.5 * (own[at] ?? 0)) + SIDE_NOISE)
  if (isWorse || meanOf(after) >= meanOf(before)) return part
  const half = halved(veil.box)
  const [u, v] = part.colours
  return { luma, colours: [lifted(u, half, veil, 1), lifted(v, half, veil, 2)] }
}

function lifted(plane: Plane, { x, y, width, height }: Box, { share, levels }: Veil, of: 0 | 1 | 2): Plane {
  const data = plane.data.slice()
  const own = Uint8Array.from({ length: 256 }, (_, seen) =>
    Math.max(0, Math.min(255, Math.round((seen - levels[of]) / share))),
  )
  for (let row = y; row < y + height; row++)
    for (let at = row * plane.width + x; at < row * plane.width + x + width; at++) data[at] = own[data[at] ?? 0] ?? 0
  return { ...plane, data }
}

/** Distance from a box's side at which the picture's own differences are measured, in pixels. */
const STEP = 2 * SOFT + 2
/** Growth of the difference across one side by chance. */
const SIDE_NOISE = 3

/** Mean difference across a box's top, bottom, left and right, beyond compression's blending. */
function sidesOf({ width, height, data }: Plane, box: Box): number[] {
  const [right, bottom] = [box.x + box.width, box.y + box.height]
  const at = (x: number, y: number): number =>
    data[Math.max(0, Math.min(height - 1, y)) * width + Math.max(0, Math.min(width - 1, x))] ?? 0
  const columns = Array.from({ length: Math.max(0, box.width - 2 * SOFT) }, (_, step) => box.x + SOFT + step)
  const rows = Array.from({ length: Math.max(0, box.height - 2 * SOFT) }, (_, step) => box.y + SOFT + step)
  const across = (inner: number, outer: number): number => Math.abs(inner - outer)
  return [
    columns.map((x) => across(at(x, box.y + SOFT), at(x, box.y - 1 - SOFT))),
    columns.map((x) => across(at(x, bottom - 1 - SOFT), at(x, bottom + SOFT))),
    rows.map((y) => across(at(box.x + SOFT, y), at(box.x - 1 - SOFT, y))),
    rows.map((y) => across(at(right - 1 - SOFT, y), at(right + SOFT, y))),
  ].map(meanOf)
}

/** The pixels along a veil's edge, blended by compression. */
export function veilEdge(box: Box, picture: { width: number; height: number }): { box: Box; mask: Uint8Array } {
  const area = grownBox(box, SOFT, picture)
  const mask = new Uint8Array(area.width * area.height).fill(1)
  for (let y = box.y + SOFT; y < box.y + box.height - SOFT; y++)
    for (let x = box.x + SOFT; x < box.x + box.width - SOFT; x++) mask[(y - area.y) * area.width + x - area.x] = 0
  return { box: area, mask }
}

/** Whether two boxes are of one veil behind several rows. */
export function isSameVeil(a: Box, b: Box): boolean {
  return sharedArea(a, b) > 0.5 * Math.min(a.width * a.height, b.width * b.height)
}

import { type Box, cropPlane, distancesTo, extremes, grownBox, localMeans, type Plane } from './plane.ts'

/** The strokes of a text: the pixels of its letters and their outline. */
export interface Strokes {
  /** Position of the mask in the picture. */
  readonly box: Box
  /** 1 on a stroke or its outline. */
  readonly mask: Uint8Array
  /** The text's look: luma minus the mean around it, by which a frame is compared. */
  readonly look: Float32Array
}

/** Sizes as shares of the line height. */
const STROKE_SHARE = 0.3
const CONTEXT_SHARE = 0.5
const REACH_SHARE = 0.15
const LEAST_EDGE = 0.07
const USUAL_EDGE = 0.1
const GREATEST_EDGE = 0.24
/** Least luma difference of a stroke against noise, and the share of the strongest strokes. */
const LEAST_CONTRAST = 22
const CONTRAST_SHARE = 0.4
/** A text's pixels keep their luma: compression causes a smaller standard deviation. */
const STEADY = 16
/** Luma range of one text's letters. */
const SAME_LUMA = 45

/**
 * The strokes of a text in a box of luma pictures that fully show it; `height` is the line's. The more the background
 * moves between them, the clearer they are.
 */
export function strokesOf(frames: readonly Plane[], box: Box, height: number): Strokes {
  const [first] = frames
  if (!first) throw new Error('No picture to look for strokes in')
  const area = grownBox(box, Math.ceil(height * CONTEXT_SHARE), first)
  const cuts = frames.map((frame) => cropPlane(frame, area))
  const still = statistics(cuts)
  const inside = insideOf(area, box)
  const near = insideOf(area, grownBox(box, Math.ceil(height * REACH_SHARE), first))
  const { fill, distances } = fillOf(still, { inside, near }, height)
  const edge = edgeWidth(still.mean, distances, fill.luma, height)
  const mask = Uint8Array.from(distances, (distance) => (distance <= edge ? 1 : 0))
  return { box: area, mask, look: lookOf(still.mean, area) }
}

interface Still {
  readonly width: number
  readonly height: number
  readonly least: Plane
  readonly greatest: Plane
  readonly mean: Float32Array
  readonly deviation: Float32Array
}

function statistics(cuts: readonly Plane[]): Still {
  const { width, height } = cuts[0] ?? { width: 0, height: 0 }
  const size = width * height
  const least = new Uint8Array(size).fill(255)
  const greatest = new Uint8Array(size)
  const sum = new Float32Array(size)
  const squares = new Float32Array(size)
  for (const { data } of cuts) {
    for (let at = 0; at < size; at++) {
      const value = data[at] ?? 0
      if (value < (least[at] ?? 0)) least[at] = value
      if (value > (greatest[at] ?? 0)) greatest[at] = value
      sum[at] = (sum[at] ?? 0) + value
      squares[at] = (squares[at] ?? 0) + value * value
    }
  }
  const mean = sum.map((total) => total / cuts.length)
  const deviation = squares.map((total, at) => Math.sqrt(Math.max(0, total / cuts.length - (mean[at] ?? 0) ** 2)))
  const plane = (data: Uint8Array): Plane => ({ width, height, data })
  return { width, height, least: plane(least), greatest: plane(greatest), mean, deviation }
}

/** 1 for pixels of the area within the box. */
function insideOf(area: Box, box: Box): Uint8Array {
  const inside = new Uint8Array(area.width * area.height)
  for (let y = 0; y < area.height; y++) {
    for (let x = 0; x < area.width; x++) {
      const [px, py] = [x + area.x, y + area.y]
      const isIn = px >= box.x && px < box.x + box.width && py >= box.y && py < box.y + box.height
      if (isIn) inside[y * area.width + x] = 1
    }
  }
  return inside
}

/** 1 within a text's box, and on strokes that may cross the rough box's edge. */
interface Places {
  readonly inside: Uint8Array
  readonly near: Uint8Array
}

/** The letters without outline, and their luma. */
interface Fill {
  readonly mask: Uint8Array
  readonly luma: number
}

/** A fill with each pixel's distance to it. */
interface Measured {
  readonly fill: Fill & { readonly quality: number }
  readonly distances: Float32Array
}

/**
 * Bright or dark strokes, whichever share one luma: pixels brighter (darker) than their surroundings within a stroke's
 * width, in the minimum (maximum) over all pictures. If an outline is clearer, the enclosed strokes are the letters.
 */
function fillOf(still: Still, places: Places, height: number): Measured {
  const { least, greatest } = still
  const radius = Math.max(3, Math.round(height * STROKE_SHARE))
  const opened = extremes(extremes(least, radius, 'min'), radius, 'max').data
  const closed = extremes(extremes(greatest, radius, 'max'), radius, 'min').data
  const bright = strokeSet(still, places, (at) => (least.data[at] ?? 0) - (opened[at] ?? 0))
  const dark = strokeSet(still, places, (at) => (closed[at] ?? 0) - (greatest.data[at] ?? 0))
  // Between bright letters is dark ground: dark strokes must be clearly better.
  const [best, other] = dark.quality > 1.5 * bright.quality ? [dark, bright] : [bright, dark]
  const measured = (fill: Measured['fill']): Measured => ({
    fill,
    distances: distancesTo(fill.mask, still.width, still.height),
  })
  const letters = measured(other)
  const isOutline = other.quality > LETTER_QUALITY * best.quality && runsAround(best, letters, still, height)
  return isOutline ? letters : measured(best)
}

/** Letters have at least this share of their outline's contrast, and differ this much in luma from their surroundings. */
const LETTER_QUALITY = 0.25
const LETTER_CONTRAST = 60

/** Whether a fill is the outline of others: adjacent to them, with something else farther out. */
function runsAround(outline: Fill, { fill, distances }: Measured, { mean }: Still, height: number): boolean {
  const near: number[] = []
  const far: number[] = []
  const most = Math.max(3, Math.round(height * GREATEST_EDGE))
  for (let at = 0; at < mean.length; at++) {
    const distance = distances[at] ?? 0
    if (distance >= 1.5 && distance < 2.5) near.push(mean[at] ?? 0)
    else if (distance >= most && distance < most + 2) far.push(mean[at] ?? 0)
  }
  const [ring, ground] = [near, far].map((values) => values.sort((a, b) => a - b)[values.length >> 1])
  if (ring === undefined || ground === undefined) return false
  return Math.abs(ring - outline.luma) <= SAME_LUMA && Math.abs(ground - fill.luma) >= LETTER_CONTRAST
}

function strokeSet(
  { mean, deviation, ...size }: Still,
  { inside, near: around }: Places,
  contrastAt: (at: number) => number,
): Fill & { quality: number } {
  const contrasts: number[] = []
  for (let at = 0; at < mean.length; at++) if (inside[at]) contrasts.push(contrastAt(at))
  contrasts.sort((a, b) => a - b)
  const strong = contrasts[Math.floor(contrasts.length * 0.95)] ?? 0
  const threshold = Math.max(LEAST_CONTRAST, CONTRAST_SHARE * strong)
  const isStroke = (at: number): boolean => contrastAt(at) >= threshold && (deviation[at] ?? 0) <= STEADY
  const lumas: number[] = []
  for (let at = 0; at < mean.length; at++)
    if (inside[at] && isStroke(at) && contrastAt(at) >= 0.7 * strong) lumas.push(mean[at] ?? 0)
  lumas.sort((a, b) => a - b)
  const luma = lumas[lumas.length >> 1] ?? 0
  const mask = new Uint8Array(mean.length)
  let count = 0
  let near = 0
  for (let at = 0; at < mean.length; at++) {
    if (!around[at] || !isStroke(at)) continue
    if (inside[at]) count++
    if (Math.abs((mean[at] ?? 0) - luma) > SAME_LUMA) continue
    mask[at] = 1
    if (inside[at]) near++
  }
  const spread = ringSpread(mean, mask, size)
  return { mask, luma, quality: count === 0 ? 0 : (strong * near * near) / count / (RING_NOISE + spread) }
}

/** Luma spread of a ring by chance. */
const RING_NOISE = 10

/** Standard deviation of luma close around a mask: around letters is their outline, around an outline anything. */
function ringSpread(
  mean: Float32Array,
  mask: Uint8Array,
  { width, height }: { width: number; height: number },
): number {
  const distances = distancesTo(mask, width, height)
  let [count, sum, squares] = [0, 0, 0]
  for (let at = 0; at < mean.length; at++) {
    const distance = distances[at] ?? 0
    if (distance < 1.5 || distance > 3) continue
    const value = mean[at] ?? 0
    count++
    sum += value
    squares += value * value
  }
  return count === 0 ? 0 : Math.sqrt(Math.max(0, squares / count - (sum / count) ** 2))
}

/** Reach of outline and compression blur around the letters, in pixels. */
function edgeWidth(mean: Float32Array, distances: Float32Array, luma: number, height: number): number {
  const most = Math.max(3, Math.round(height * GREATEST_EDGE))
  const rings = Array.from({ length: 2 * most + 1 }, (): number[] => [])
  for (let at = 0; at < mean.length; at++) {
    const ring = Math.round(distances[at] ?? 0)
    if (ring > 0 && ring < rings.length) rings[ring]?.push(mean[at] ?? 0)
  }
  const medians = rings.map((values) => values.sort((a, b) => a - b)[values.length >> 1])
  const ground = medians.at(-1) ?? medians[most]
  let edge = Math.max(2, height * USUAL_EDGE)
  // The outline differs most from the letters; it ends halfway to the ground.
  let peak = 1
  for (let ring = 1; ring <= most; ring++)
    if (Math.abs((medians[ring] ?? luma) - luma) > Math.abs((medians[peak] ?? luma) - luma)) peak = ring
  const outline = medians[peak]
  if (outline !== undefined && ground !== undefined && Math.abs(outline - ground) > 12 && peak < most) {
    const half = Math.abs(outline - ground) / 2
    const beyond = (ring: number): number => Math.abs((medians[ring] ?? ground) - ground)
    let end = peak
    while (end < most && beyond(end) > half) end++
    const [before, after] = [beyond(end - 1), beyond(end)]
    edge = before > after ? end - 1 + (before - half) / (before - after) : end
  }
  return Math.min(most, Math.max(2, height * LEAST_EDGE, edge)) + 0.7
}

/** Luma minus the mean around it, independent of changing light. */
function lookOf(luma: ArrayLike<number>, size: { width: number; height: number }): Float32Array {
  const { means } = localMeans(size, luma, undefined, Math.max(4, Math.round(size.height / 4)))
  return means.map((mean, at) => (luma[at] ?? 0) - mean)
}

/** How visible a text is in a picture: 1 fully, less while it fades, about 0 without it. */
export function presence(frame: Plane, { box, mask, look }: Strokes): number {
  const seen = lookOf(cropPlane(frame, box).data, box)
  let [count, sumA, sumB, squares, product] = [0, 0, 0, 0, 0]
  for (let at = 0; at < mask.length; at++) {
    if (!mask[at]) continue
    const [a, b] = [seen[at] ?? 0, look[at] ?? 0]
    count++
    sumA += a
    sumB += b
    squares += b * b
    product += a * b
  }
  const variance = squares - (sumB * sumB) / Math.max(1, count)
  return variance > 0 ? (product - (sumA * sumB) / count) / variance : 0
}

/** What differs by this share of a text's look from a frame without the text is the text's own. */
const OWN_SHARE = 0.5
/** With fewer differing pixels the frame still shows the text. */
const LEAST_OWN = 0.2

/** The strokes minus those that a frame without the text has too, such as lines of a drawing. */
function ownStrokes(strokes: Strokes, without: Plane): Strokes {
  const { box, mask, look } = strokes
  const seen = lookOf(cropPlane(without, box).data, box)
  const own = mask.map((value, at) =>
    value && Math.abs((look[at] ?? 0) - (seen[at] ?? 0)) > OWN_SHARE * Math.abs(look[at] ?? 0) ? 1 : 0,
  )
  const count = (pixels: Uint8Array): number => pixels.reduce((sum, value) => sum + value, 0)
  return count(own) < LEAST_OWN * count(mask) ? strokes : { box, mask: own, look }
}

/** From this visibility a text counts as shown; remains in later frames do not. */
const PRESENT = 0.12

/** The first and last frame of a text, around frames that surely show it, within `limits`. */
export function presentRange(
  luma: (frame: number) => Plane,
  strokes: Strokes,
  sure: { first: number; last: number },
  limits: { first: number; last: number },
): { first: number; last: number } {
  let { first, last } = sure
  const before = ownStrokes(strokes, luma(limits.first))
  const after = ownStrokes(strokes, luma(limits.last))
  while (first > limits.first && presence(luma(first - 1), before) > PRESENT) first--
  while (last < limits.last && presence(luma(last + 1), after) > PRESENT) last++
  return { first, last }
}

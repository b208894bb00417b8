import { type Box, grownBox, type Plane } from './plane.ts'
import type { FramePart } from './temporal.ts'
import { type Model, modelOf, type Point, type Veil, type VeiledText } from './veil.ts'

/** Pixels on both sides of an edge blended by compression. */
const SOFT = 2
/** Largest distance of an edge above or below its text, in line heights. */
const REACH = 2.6
/** How much better the veil must explain the step across an edge than no veil. */
const NEARER = 0.6
/** Largest disagreement of two edges about the veil. */
const SAME_SHARE = 0.15
const SAME_LEVEL = 20

/** One side of a searched box: pixels just outside and inside at a position. */
interface Side {
  readonly places: readonly number[]
  /** Pixel pairs outside and inside, at this distance from the edge. */
  readonly across: (place: number, picture: Plane, gap: number) => Point[]
}

/**
 * The veil behind a text that is never seen without it, from the step across its edges. `known`: effects of other texts'
 * veils on luma. Undefined if the box's four edges disagree.
 */
export function veilByEdges(
  text: VeiledText,
  shown: readonly FramePart[],
  known: readonly Model[] = [],
): Veil | undefined {
  const lumas = shown.map(({ luma }) => luma)
  const [first] = lumas
  if (!first) return undefined
  const from = grownBox(text.box, 0, first)
  const reach = Math.ceil(REACH * text.height)
  const top = bestEdge(sideOf(from, reach, first, 'top'), lumas, known)
  const bottom = bestEdge(sideOf(from, reach, first, 'bottom'), lumas, known)
  if (!top || !bottom || !isSame(top.model, bottom.model)) return undefined
  const model = {
    share: (top.model.share + bottom.model.share) / 2,
    level: (top.model.level + bottom.model.level) / 2,
  }
  const rows = { ...from, y: top.place, height: bottom.place - top.place }
  const left = bestEdge(sideOf(rows, first.width, first, 'left'), lumas, [model])
  const right = bestEdge(sideOf(rows, first.width, first, 'right'), lumas, [model])
  if (!left || !right) return undefined
  const box = { x: left.place, y: rows.y, width: right.place - left.place, height: rows.height }
  const [u, v] = [0, 1].map((at) => colourLevel(box, shown, at as 0 | 1, model.share)) as [number, number]
  return { box, share: model.share, levels: [model.level, u, v] }
}

const isSame = (a: Model, b: Model): boolean =>
  Math.abs(a.share - b.share) <= SAME_SHARE && Math.abs(a.level - b.level) <= SAME_LEVEL

/**
 * Positions outwards from the text; a position is the first row or column inside (top, left) or outside (bottom, right).
 */
function sideOf(from: Box, reach: number, { width, height }: Plane, side: 'top' | 'bottom' | 'left' | 'right'): Side {
  const [right, bottom] = [from.x + from.width, from.y + from.height]
  const isRow = side === 'top' || side === 'bottom'
  const isStart = side === 'top' || side === 'left'
  const edge = { top: from.y, bottom, left: from.x, right }[side]
  const length = isRow ? height : width
  const places = Array.from({ length: reach + 3 }, (_, at) => (isStart ? edge + 2 - at : edge - 2 + at)).filter(
    (place) => place > SOFT && place < length - SOFT,
  )
  const across = (place: number, { data }: Plane, gap: number): Point[] => {
    const [outer, inner] = isStart ? [place - 1 - gap, place + gap] : [place + gap, place - 1 - gap]
    const at = (along: number, of: number): number => data[isRow ? of * width + along : along * width + of] ?? 0
    const [start, end] = isRow ? [from.x, right] : [from.y, bottom]
    return Array.from({ length: end - start }, (_, step): Point => [at(start + step, outer), at(start + step, inner)])
  }
  return { places, across }
}

interface Edge {
  readonly place: number
  readonly model: Model
  /** How much of the step across it the model explains, in luma. */
  readonly gain: number
}

/** Least explained luma of a step. */
const LEAST_GAIN = 3

/** The position at which a veil explains most of the step. */
function bestEdge({ places, across }: Side, lumas: readonly Plane[], known: readonly Model[]): Edge | undefined {
  let best: Edge | undefined
  for (const place of places) {
    const points = lumas.flatMap((luma) => across(place, luma, SOFT))
    const own = known.length > 0 ? undefined : modelOf(points)
    for (const model of own ? [own] : known) {
      const { step, left } = stepOf(points, model)
      if (left < NEARER * step && step - left > (best?.gain ?? LEAST_GAIN)) best = { place, model, gain: step - left }
    }
  }
  if (!best) return undefined
  // Neighbouring positions include the edge in both pixels: the nearest two decide.
  const { place, model } = best
  const near = Array.from({ length: 2 * SOFT + 1 }, (_, at) => place - SOFT + at).map((one) => {
    const { step, left } = stepOf(
      lumas.flatMap((luma) => across(one, luma, 0)),
      model,
    )
    return { place: one, model, gain: step - left }
  })
  return near.reduce((most, one) => (one.gain > most.gain ? one : most))
}

/** Distance of the inside from the outside, and from the veil's prediction. */
function stepOf(points: readonly Point[], { share, level }: Model): { step: number; left: number } {
  return {
    step: medianOf(points.map(([outer, inner]) => Math.abs(inner - outer))),
    left: medianOf(points.map(([outer, inner]) => Math.abs(inner - share * outer - level))),
  }
}

function medianOf(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0
}

/** A colour's level inside, beyond the share of the colour outside. */
function colourLevel({ x, y, width, height }: Box, shown: readonly FramePart[], at: 0 | 1, share: number): number {
  const levels = shown.flatMap(({ colours }) => {
    const { data, width: wide, height: high } = colours[at]
    const [top, bottom] = [y >> 1, Math.min(high - 1, (y + height) >> 1)]
    const step = (column: number, outer: number, inner: number): number =>
      (data[inner * wide + column] ?? 0) - share * (data[outer * wide + column] ?? 0)
    return Array.from({ length: width >> 1 }, (_, along) => (x >> 1) + along).flatMap((column) => [
      step(column, Math.max(0, top - 2), top + 1),
      step(column, Math.min(high - 1, bottom + 1), bottom - 2),
    ])
  })
  return medianOf(levels)
}

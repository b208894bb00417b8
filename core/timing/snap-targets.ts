import type { Cue } from '../subtitle/cue.ts'
import { type FrameRate, frameStart, nearestFrame } from './frames.ts'
import type { Edge } from './rules.ts'
import { type SnapTarget, nearestSnapTarget } from './snap.ts'
import type { TimeRange } from './time-range.ts'

/** In the order in which they win: a shot change before a neighbour, a neighbour before speech, and so on. */
export const snapRanks = ['cut', 'neighbour', 'speech', 'playhead', 'frame'] as const
const rankOf = (name: (typeof snapRanks)[number]): number => snapRanks.indexOf(name)

/** What an edge may be drawn to. Times in ms; shotChanges and speech in order. */
export interface SnapSources {
  /** Neighbours only: the cue that moves is not its own target itself. */
  readonly neighbours: readonly Cue[]
  readonly gap: number
  readonly shotChanges?: readonly number[]
  /** Frames that an out time keeps before a shot change. */
  readonly outGapFrames?: number
  readonly speech?: readonly TimeRange[]
  readonly playhead?: number
  readonly rate?: FrameRate
  /** False: frames only tell how far an out time keeps from a cut. */
  readonly onFrames?: boolean
}

/** How far a key looks for a shot change, in milliseconds: a late out time is more usual than a late in time. */
const KEY_RADIUS = { start: 1000, end: 1500 } as const

/** Where an edge lands at the shot change that is nearest to it; undefined where none is near. */
export function nearestShotChange(
  time: number,
  edge: Edge,
  { shotChanges = [], outGapFrames = 2, rate }: Pick<SnapSources, 'shotChanges' | 'outGapFrames' | 'rate'>,
): number | undefined {
  const near = within(shotChanges, time - KEY_RADIUS[edge], time + KEY_RADIUS[edge])
  const cut = near.toSorted((a, b) => Math.abs(a - time) - Math.abs(b - time))[0]
  return cut === undefined ? undefined : landing(cut, edge, outGapFrames, rate)
}

/**
 * Where an edge is best off near its place, by the order of the targets: a shot change first, then the neighbour, then
 * where speech begins or ends. undefined where nothing of it is near.
 */
export function bestSnap(time: number, edge: Edge, sources: SnapSources): number | undefined {
  const radius = KEY_RADIUS[edge]
  const { shotChanges = [], speech = [] } = sources
  const near = speech.filter(({ start, end }) => start <= time + radius && end >= time - radius)
  const targets = snapTargetsAround(time, edge, radius, { ...sources, shotChanges, speech: near, onFrames: false })
  return nearestSnapTarget(time, targets, radius)?.time
}

/** An in time lands on a shot change, an out time some frames before it. */
function landing(cut: number, edge: Edge, outGapFrames: number, rate: FrameRate | undefined): number {
  return edge === 'start' || !rate ? cut : frameStart(nearestFrame(cut, rate) - outGapFrames, rate)
}

/**
 * Magnets for an edge around a time, within `radius` ms of it. An in time lands on a shot change, an out time some frames
 * before it; a neighbour is met a gap away.
 */
export function snapTargetsAround(time: number, edge: Edge, radius: number, sources: SnapSources): SnapTarget[] {
  const { neighbours, gap, shotChanges = [], outGapFrames = 2, speech = [], playhead, rate, onFrames = true } = sources
  const found: SnapTarget[] = []
  const add = (at: number, name: (typeof snapRanks)[number]): void => {
    if (Math.abs(at - time) <= radius) found.push({ time: at, rank: rankOf(name) })
  }
  for (const cut of within(shotChanges, time - radius, time + 2 * radius + 1000)) {
    add(landing(cut, edge, outGapFrames, rate), 'cut')
  }
  for (const cue of neighbours) {
    add(cue.end + gap, 'neighbour')
    add(cue.start - gap, 'neighbour')
  }
  for (const interval of speech) add(edge === 'start' ? interval.start : interval.end, 'speech')
  if (playhead !== undefined) add(Math.round(playhead), 'playhead')
  if (rate && onFrames) add(frameStart(nearestFrame(time, rate), rate), 'frame')
  return found
}

/** The values of an ordered list between two. */
function within(values: readonly number[], from: number, to: number): readonly number[] {
  let lo = 0
  let hi = values.length
  while (lo < hi) {
    const middle = (lo + hi) >> 1
    if (values[middle]! < from) lo = middle + 1
    else hi = middle
  }
  let end = lo
  while (end < values.length && values[end]! <= to) end++
  return values.slice(lo, end)
}

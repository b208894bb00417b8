import type { Cue } from '../subtitle/cue/cue.ts'
import { type FrameRate, frameStart, nearestFrame } from '../domain/frames.ts'
import type { Edge } from './rules.ts'
import { type SnapTarget, nearestSnapTarget } from './snap.ts'
import type { TimeRange } from './time-range.ts'

/** In order of priority: shot change, neighbour, speech, and so on. */
export const snapRanks = ['shot_change', 'neighbour', 'speech', 'playhead', 'frame'] as const
const rankOf = (name: (typeof snapRanks)[number]): number => snapRanks.indexOf(name)

/** Possible snap targets. Times in ms; shot changes and speech are sorted. */
export interface SnapSources {
  /** Neighbours only, without the moving cue. */
  readonly neighbours: readonly Cue[]
  readonly gap: number
  readonly shotChanges?: readonly number[]
  /** Frames between an out time and a shot change. */
  readonly outGapFrames?: number
  readonly speech?: readonly TimeRange[]
  readonly playhead?: number
  readonly rate?: FrameRate
  /** False: frames only define an out time's distance from a shot change. */
  readonly onFrames?: boolean
}

/** Range of keys that search a shot change, in milliseconds: out times are more often late than in times. */
const KEY_RADIUS = { start: 1000, end: 1500 } as const

/** Snapped time of an edge at the nearest shot change, in milliseconds; undefined if none is near. */
export function nearestShotChange(
  time: number,
  edge: Edge,
  { shotChanges = [], outGapFrames = 2, rate }: Pick<SnapSources, 'shotChanges' | 'outGapFrames' | 'rate'>,
): number | undefined {
  const near = within(shotChanges, time - KEY_RADIUS[edge], time + KEY_RADIUS[edge])
  const nearest = near.toSorted((a, b) => Math.abs(a - time) - Math.abs(b - time))[0]
  return nearest === undefined ? undefined : landing(nearest, edge, outGapFrames, rate)
}

/**
 * The best target near an edge by priority: shot change, neighbour, start or end of speech. Milliseconds; undefined if
 * none is near.
 */
export function bestSnap(time: number, edge: Edge, sources: SnapSources): number | undefined {
  const radius = KEY_RADIUS[edge]
  const { shotChanges = [], speech = [] } = sources
  const near = speech.filter(({ start, end }) => start <= time + radius && end >= time - radius)
  const targets = snapTargetsAround(time, edge, radius, { ...sources, shotChanges, speech: near, onFrames: false })
  return nearestSnapTarget(time, targets, radius)?.time
}

/** An in time lands on a shot change, an out time some frames before it. */
function landing(shotChange: number, edge: Edge, outGapFrames: number, rate: FrameRate | undefined): number {
  return edge === 'start' || !rate ? shotChange : frameStart(nearestFrame(shotChange, rate) - outGapFrames, rate)
}

/**
 * Targets for an edge within `radius` ms of a time. An in time snaps to a shot change, an out time some frames before it,
 * and both to a gap from a neighbour.
 */
export function snapTargetsAround(time: number, edge: Edge, radius: number, sources: SnapSources): SnapTarget[] {
  const { neighbours, gap, shotChanges = [], outGapFrames = 2, speech = [], playhead, rate, onFrames = true } = sources
  const found: SnapTarget[] = []
  const add = (at: number, name: (typeof snapRanks)[number]): void => {
    if (Math.abs(at - time) <= radius) found.push({ time: at, rank: rankOf(name) })
  }
  for (const shotChange of within(shotChanges, time - radius, time + 2 * radius + 1000)) {
    add(landing(shotChange, edge, outGapFrames, rate), 'shot_change')
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

/** The values of a sorted list within limits. */
function within(values: readonly number[], from: number, to: number): readonly number[] {
  let lo = 0
  let hi = values.length
  while (lo < hi) {
    const middle = (lo + hi) >> 1
    if ((values[middle] ?? Infinity) < from) lo = middle + 1
    else hi = middle
  }
  let end = lo
  while ((values[end] ?? Infinity) <= to) end++
  return values.slice(lo, end)
}

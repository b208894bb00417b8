import { frameRates } from '../domain/frames.ts'
import type { Cue } from '../subtitle/cue/cue.ts'
import { plainText } from '../subtitle/text/markup.ts'
import { isTypeset } from '../subtitle/cue/typeset.ts'
import type { TimeRange } from '../timing/time-range.ts'
import { Fourier } from './fourier.ts'
import { bestRuns, doubtfulStretches, peakOfRun, type Run, type Scene, sceneOf, withoutWeak } from './match-parts.ts'
import { lastOf, type Moves, type Peak, peakOf, shownSteps, STEP } from './shown-steps.ts'

/** Cues that now begin at `from` (ms) or later, up to the next part, and their offset after stretching. */
export interface MatchPart {
  readonly from: number
  readonly offset: number
}

/** Where cues belong: t becomes t × scale + its part's offset, in milliseconds. */
export interface TimeMatch {
  readonly scale: number
  /** Of the part with most cues. */
  readonly offset: number
  /** In order, the first from the beginning; a single one if the video has the cues' breaks. */
  readonly parts: readonly MatchPart[]
  /** Significance against all other places, in standard deviations. */
  readonly sureness: number
  /** Stretches of the video in which cues still agree no better than by chance. */
  readonly doubts: readonly TimeRange[]
}

const FINE_STEP = 4
const HOUR = 3_600_000
/** Largest offset in milliseconds besides whole hours: a little over half an hour. */
const FARTHEST = 35 * 60_000
/** Least overlap as a share of the shorter side. */
const LEAST_SHARED = 0.3
/** Significance of a match: standard deviations above chance, and factor above the next best place. */
export const LEAST_SURENESS = 7
const LEAST_LEAD = 1.2
/** In a clip chance varies too much for that: this correlation suffices. */
const ALIKE = 0.6
/** Fewer cues match anywhere. */
const FEWEST = 8
/** Common speed changes: between 23.976, 24 and 25 frames a second, and none. */
export const scales = changesOfSpeed()

function changesOfSpeed(): readonly number[] {
  const slow = frameRates.filter(({ num, den }) => num / den < 25.5).map(({ num, den }) => num / den)
  return [...new Set([1, ...slow.flatMap((from) => slow.map((to) => from / to))])]
}

/** Times of a version's dialogue, in order, without typeset and empty cues, which indicate no speech. */
export function dialogueTimes(cues: readonly Cue[]): TimeRange[] {
  return cues
    .filter((cue) => !isTypeset(cue) && plainText(cue.text).trim() !== '')
    .map(({ start, end }) => ({ start, end }))
    .sort((a, b) => a.start - b.start)
}

/**
 * Finds the offset and speed at which cues coincide with speech, or with another version's cues, in parts if the video
 * has other breaks; undefined if no place is significant. Both lists are in time order.
 */
export function matchTimes(lines: readonly TimeRange[], spoken: readonly TimeRange[]): TimeMatch | undefined {
  if (lines.length < FEWEST || spoken.length < FEWEST) return undefined
  const places = placesOf(lines, spoken)
  places.sort((a, b) => b.peak.sureness - a.peak.sureness)
  const [best] = places
  if (!best) return undefined
  const isClear = (peak: Peak): boolean => peak.sureness >= LEAST_SURENESS && peak.sureness >= peak.next * LEAST_LEAD
  // If a break splits the video no speed is significant alone, so each is tried in parts.
  const near = places.filter(({ peak }) => !isClear(best.peak) || peak.sureness > best.peak.sureness * 0.8)
  const speech = shownSteps(Math.ceil(lastOf(spoken) / STEP), spoken)
  const fits = near.map((place) => {
    const scene = sceneOf(lines, speech, place)
    return { place, scene, ...bestRuns(scene, [place.peak.move]) }
  })
  fits.sort((a, b) => b.score - a.score || Math.abs(a.place.scale - 1) - Math.abs(b.place.scale - 1))
  const most = fits[0]?.score ?? 0
  // Speeds a thousandth apart are distinguished by the finer steps; of equal ones the least change wins.
  const refinedFits = fits
    .filter(({ score }) => score > most * 0.97)
    .sort((a, b) => a.runs.length - b.runs.length || Math.abs(a.place.scale - 1) - Math.abs(b.place.scale - 1))
    .map((fit) => ({ ...fit, runs: withoutWeak(fit.scene, fit.runs) }))
    .map((fit) => ({ ...fit, ...refined(fit.place, fit.runs, lines, spoken) }))
  const fit = refinedFits.reduce((a, b) => (b.overlap > a.overlap ? b : a))
  const main = fit.runs.reduce((a, b) => (b.to - b.from > a.to - a.from ? b : a))
  const peak = fit.runs.length === 1 ? fit.place.peak : peakOfRun(fit.scene, main)
  const alike = fit.runs.length === 1 ? alikeness(fit.place, lines, speech) : 0
  return isClear(peak) || (alike >= ALIKE && peak.sureness >= peak.next * LEAST_LEAD)
    ? matchOf(fit, main, peak.sureness, lines)
    : undefined
}

/** Similarity of cues and speech at a place: correlation of their presence. */
function alikeness({ scale, base, peak }: Place, lines: readonly TimeRange[], speech: Float64Array): number {
  const shown = shownSteps(speech.length, lines, scale, base + peak.move * STEP)
  let [both, own, theirs] = [0, 0, 0]
  for (const [at, value] of speech.entries()) {
    both += value * (shown[at] ?? 0)
    own += (shown[at] ?? 0) ** 2
    theirs += value ** 2
  }
  return both / Math.sqrt(Math.max(1e-12, own * theirs))
}

interface Fit {
  readonly place: Place
  readonly scene: Scene
  readonly runs: readonly Run[]
  readonly offsets: readonly number[]
}

function matchOf(
  { place: { scale }, scene, runs, offsets }: Fit,
  main: Run,
  sureness: number,
  lines: readonly TimeRange[],
): TimeMatch {
  const offsetAt = (line: number): number => offsets[runs.findIndex(({ to }) => line < to)] ?? 0
  const timeOf = (line: number, edge: 'start' | 'end'): number =>
    Math.round((lines[line]?.[edge] ?? 0) * scale + offsetAt(line))
  return {
    scale,
    sureness,
    offset: offsets[runs.indexOf(main)] ?? 0,
    parts: runs.map(({ from }, at) => ({
      from: at === 0 ? -Infinity : (lines[from]?.start ?? 0),
      offset: offsets[at] ?? 0,
    })),
    doubts: doubtfulStretches(scene, runs).map(({ from, to }) => ({
      start: timeOf(from, 'start'),
      end: timeOf(to - 1, 'end'),
    })),
  }
}

/** One speed: t maps to t × scale + base, then moves by steps. */
interface Place {
  readonly scale: number
  readonly base: number
  readonly moves: Moves
  readonly peak: Peak
}

/** The best place at each speed. */
function placesOf(lines: readonly TimeRange[], spoken: readonly TimeRange[]): Place[] {
  const looked = scales.map((scale) => {
    const base = -hoursBetween(lines, spoken, scale)
    return { scale, base, moves: movesBetween(lines, spoken, scale, base) }
  })
  const reach = Math.max(lastOf(spoken), ...looked.map(({ scale, base }) => lastOf(lines) * scale + base))
  let size = 2
  while (size < (reach + FARTHEST) / STEP + 2) size *= 2
  const fourier = new Fourier(size)
  const speech: Spectrum = { real: shownSteps(size, spoken), imaginary: new Float64Array(size) }
  fourier.forward(speech.real, speech.imaginary)
  const places: Place[] = []
  for (let at = 0; at < looked.length; at += 2) {
    const [first, second] = looked.slice(at, at + 2)
    const steps = (speed: typeof first): Float64Array | undefined =>
      speed && shownSteps(size, lines, speed.scale, speed.base)
    const found = agreements(fourier, speech, steps(first) ?? new Float64Array(size), steps(second))
    if (first) places.push({ ...first, peak: bestPeak(found.real, first.moves) })
    if (second) places.push({ ...second, peak: bestPeak(found.imaginary, second.moves) })
  }
  return places
}

/** Whole hours of offset, as tape timecode starts at 1 or 10; a cue far before the others is ignored. */
function hoursBetween(lines: readonly TimeRange[], spoken: readonly TimeRange[], scale: number): number {
  const firstOf = (ranges: readonly TimeRange[]): number => {
    const isAlone = (ranges[1]?.start ?? 0) - (ranges[0]?.start ?? 0) > HOUR / 2
    return ranges[isAlone ? 1 : 0]?.start ?? 0
  }
  return Math.round((firstOf(lines) * scale - firstOf(spoken)) / HOUR) * HOUR
}

/** Offsets at which cues and speech overlap enough. */
function movesBetween(lines: readonly TimeRange[], spoken: readonly TimeRange[], scale: number, base: number): Moves {
  const [from, to] = [(lines[0]?.start ?? 0) * scale + base, lastOf(lines) * scale + base]
  const [first, last] = [spoken[0]?.start ?? 0, lastOf(spoken)]
  const shared = LEAST_SHARED * Math.min(to - from, last - first)
  return {
    first: Math.ceil(Math.max(-FARTHEST, first + shared - to) / STEP),
    last: Math.floor(Math.min(FARTHEST, last - shared - from) / STEP),
  }
}

interface Spectrum {
  readonly real: Float64Array
  readonly imaginary: Float64Array
}

/** Agreement of cues with speech at every offset for two speeds at once, as the parts of a complex number. */
function agreements(
  fourier: Fourier,
  speech: Spectrum,
  real: Float64Array,
  second: Float64Array | undefined,
): Spectrum {
  const { size } = fourier
  const imaginary = second?.map((value) => -value) ?? new Float64Array(size)
  fourier.forward(real, imaginary)
  for (let at = 0; at < size; at++) {
    const [a, b, x, y] = [speech.real[at] ?? 0, speech.imaginary[at] ?? 0, real[at] ?? 0, imaginary[at] ?? 0]
    real[at] = a * x + b * y
    imaginary[at] = b * x - a * y
  }
  fourier.backward(real, imaginary)
  return { real, imaginary }
}

/** The best offset at one speed. */
function bestPeak(values: Float64Array, moves: Moves): Peak {
  const size = values.length
  const count = Math.max(0, moves.last - moves.first + 1)
  return peakOf(
    Float64Array.from({ length: count }, (_, at) => values[(moves.first + at + size) % size] ?? 0),
    moves.first,
  )
}

/** Each run's offset in fine steps, by the overlap of cues and speech; the middle of a plateau. */
function refined(
  { scale, base }: Place,
  runs: readonly Run[],
  lines: readonly TimeRange[],
  spoken: readonly TimeRange[],
): { offsets: number[]; overlap: number } {
  let overlap = 0
  const offsets = runs.map(({ from, to, move }) => {
    const own = lines.slice(from, to)
    const start = base + move * STEP
    let best = { from: start, to: start, overlap: -1 }
    for (let by = -3 * STEP; by <= 3 * STEP; by += FINE_STEP) {
      const offset = start + by
      const shared = together(own, spoken, scale, offset)
      if (shared > best.overlap) best = { from: offset, to: offset, overlap: shared }
      else if (shared === best.overlap) best.to = offset
    }
    overlap += best.overlap
    return Math.round((best.from + best.to) / 2)
  })
  return { offsets, overlap }
}

/** Overlap of cues and speech, in whole milliseconds. */
function together(lines: readonly TimeRange[], spoken: readonly TimeRange[], scale: number, offset: number): number {
  let total = 0
  let at = 0
  for (const { start, end } of lines) {
    const [from, to] = [start * scale + offset, end * scale + offset]
    while (at < spoken.length && (spoken[at]?.end ?? 0) <= from) at++
    for (let other = at; other < spoken.length; other++) {
      const range = spoken[other]
      if (!range || range.start >= to) break
      total += Math.max(0, Math.min(to, range.end) - Math.max(from, range.start))
    }
  }
  return Math.round(total)
}

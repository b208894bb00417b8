import { frameRates } from '../domain/frames.ts'
import type { TimeRange } from '../timing/time-range.ts'
import { Fourier } from './fourier.ts'

/** Where lines belong: a time t goes to t × scale + offset, in milliseconds. */
export interface TimeMatch {
  readonly scale: number
  readonly offset: number
  /** How far the match stands out from all other places, in standard deviations. */
  readonly sureness: number
}

/** Lengths of the steps in which places are compared: all of them, then those around the best; ms. */
const STEP = 80
const FINE_STEP = 4
/** Surroundings of a time, in milliseconds. */
const AROUND = 24_000
/** Lines are moved by this at most, in milliseconds. */
const FARTHEST = 10 * 60_000
/** What is as far from the best place is another place, in milliseconds. */
const APART = 2000
/** A match stands out from chance by so many standard deviations, and from the next best place by this factor. */
const LEAST_SURENESS = 7
const LEAST_LEAD = 1.2
/** Fewer lines than this are found anywhere. */
const FEWEST = 8
/** Changes of speed that a film gets: between 23.976, 24 and 25 frames a second, and none. */
const scales = changesOfSpeed()

function changesOfSpeed(): readonly number[] {
  const film = frameRates.filter(({ num, den }) => num / den < 25.5).map(({ num, den }) => num / den)
  return [...new Set([1, ...film.flatMap((from) => film.map((to) => from / to))])]
}

/**
 * Finds the one move and change of speed with which lines are shown while there is speech, or while the lines of another
 * version are shown; undefined where no place stands out. Both lists are in the order of time.
 */
export function matchTimes(lines: readonly TimeRange[], spoken: readonly TimeRange[]): TimeMatch | undefined {
  if (lines.length < FEWEST || spoken.length < FEWEST) return undefined
  const reach = Math.max(lastOf(lines) * Math.max(...scales), lastOf(spoken))
  let size = 2
  while (size < (reach + FARTHEST) / STEP + 2) size *= 2
  const fourier = new Fourier(size)
  const speech: Spectrum = { real: shownSteps(size, spoken, 1), imaginary: new Float64Array(size) }
  fourier.forward(speech.real, speech.imaginary)
  const places: Place[] = []
  for (let at = 0; at < scales.length; at += 2) {
    const [first = 1, second] = scales.slice(at, at + 2)
    const found = agreements(fourier, speech, lines, first, second)
    places.push(bestPlace(found.real, first))
    if (second !== undefined) places.push(bestPlace(found.imaginary, second))
  }
  places.sort((a, b) => b.sureness - a.sureness)
  const [best] = places
  if (!best || best.sureness < LEAST_SURENESS || best.sureness < best.next * LEAST_LEAD) return undefined
  // Speeds that are a thousandth apart are told apart by the finer steps; of equal ones the least change is right.
  const near = places.filter(({ sureness }) => sureness > best.sureness * 0.8)
  near.sort((a, b) => Math.abs(a.scale - 1) - Math.abs(b.scale - 1))
  const fine = near.map((place) => refined(place, lines, spoken))
  return fine.reduce((most, one) => (one.overlap > most.overlap ? one : most)).match
}

const lastOf = (ranges: readonly TimeRange[]): number => ranges.reduce((last, { end }) => Math.max(last, end), 0)

interface Spectrum {
  readonly real: Float64Array
  readonly imaginary: Float64Array
}

/** Where ranges are, step by step, about the mean of their surroundings. */
function shownSteps(size: number, ranges: readonly TimeRange[], scale: number): Float64Array {
  const real = new Float64Array(size)
  const length = Math.min(size, Math.ceil((lastOf(ranges) * scale) / STEP))
  for (const { start, end } of ranges) {
    const from = Math.max(0, Math.round((start * scale) / STEP))
    real.fill(1, from, Math.max(from, Math.min(length, Math.round((end * scale) / STEP))))
  }
  aboutMean(real, length)
  return real
}

/** How lines at two speeds agree with speech at each move, in one go: as the two parts of a complex number. */
function agreements(
  fourier: Fourier,
  speech: Spectrum,
  lines: readonly TimeRange[],
  first: number,
  second: number | undefined,
): Spectrum {
  const { size } = fourier
  const real = shownSteps(size, lines, first)
  const imaginary =
    second === undefined ? new Float64Array(size) : shownSteps(size, lines, second).map((value) => -value)
  fourier.forward(real, imaginary)
  for (let at = 0; at < size; at++) {
    const [a, b, x, y] = [speech.real[at] ?? 0, speech.imaginary[at] ?? 0, real[at] ?? 0, imaginary[at] ?? 0]
    real[at] = a * x + b * y
    imaginary[at] = b * x - a * y
  }
  fourier.backward(real, imaginary)
  return { real, imaginary }
}

/** Takes the mean of what is around off each value: long scenes with and without speech match anything. */
function aboutMean(values: Float64Array, length: number): void {
  const sums = new Float64Array(length + 1)
  for (let at = 0; at < length; at++) sums[at + 1] = (sums[at] ?? 0) + (values[at] ?? 0)
  const half = AROUND / STEP / 2
  for (let at = 0; at < length; at++) {
    const [from, to] = [Math.max(0, at - half), Math.min(length, at + half)]
    values[at] = (values[at] ?? 0) - ((sums[to] ?? 0) - (sums[from] ?? 0)) / Math.max(1, to - from)
  }
}

interface Place {
  readonly scale: number
  readonly offset: number
  readonly sureness: number
  /** Of the best place that is far from it. */
  readonly next: number
}

/** The move at which lines and speech agree best, at one speed. */
function bestPlace(values: Float64Array, scale: number): Place {
  const size = values.length
  const most = Math.min(Math.floor(FARTHEST / STEP), size / 2 - 1)
  const agreement = (move: number): number => values[(move + size) % size] ?? 0
  let [sum, squares, best] = [0, 0, 0]
  for (let move = -most; move <= most; move++) {
    const value = agreement(move)
    sum += value
    squares += value * value
    if (value > agreement(best)) best = move
  }
  const count = 2 * most + 1
  const mean = sum / count
  const deviation = Math.sqrt(Math.max(1e-12, squares / count - mean * mean))
  let next = -Infinity
  for (let move = -most; move <= most; move++) {
    if (Math.abs(move - best) * STEP > APART) next = Math.max(next, agreement(move))
  }
  return {
    scale,
    offset: best * STEP,
    sureness: (agreement(best) - mean) / deviation,
    next: (next - mean) / deviation,
  }
}

/** The place in fine steps, by how long lines and speech are together; the middle where that is long all the same. */
function refined(place: Place, lines: readonly TimeRange[], spoken: readonly TimeRange[]) {
  const { scale, sureness } = place
  let best = { from: place.offset, to: place.offset, overlap: -1 }
  for (let by = -3 * STEP; by <= 3 * STEP; by += FINE_STEP) {
    const offset = place.offset + by
    const overlap = together(lines, spoken, scale, offset)
    if (overlap > best.overlap) best = { from: offset, to: offset, overlap }
    else if (overlap === best.overlap) best.to = offset
  }
  const match: TimeMatch = { scale, offset: Math.round((best.from + best.to) / 2), sureness }
  return { match, overlap: best.overlap }
}

/** How long lines and speech are at the same time, in whole milliseconds. */
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

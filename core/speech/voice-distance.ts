import { TIMBRE } from './gaussian.ts'
import type { VoiceFrames } from './voice-frames.ts'

/** A second averages out the sounds of a voice; half a second is the least. */
const WHOLE_MS = 1000
const LEAST_MS = 500
/** With fewer seconds the spread of a voice is unknown. */
const FEWEST = 3
/** Coefficients and pitch. */
const NUMBERS = TIMBRE + 1
const LEAST_VARIANCE = 1e-4

interface Second {
  readonly voice: number
  /** Means of the frames; pitch is NaN if none is voiced. */
  readonly numbers: readonly number[]
}

/**
 * Squared Mahalanobis distance (diagonal) between the two nearest voices, from the means of their seconds: about 10
 * within a voice, 25 and more between voices. Undefined if a voice speaks too little.
 */
export function secondsApart(frames: VoiceFrames, heard: Int8Array, voices: number): number | undefined {
  const seconds = secondsOf(frames, heard)
  const groups = Array.from({ length: voices }, (_, voice) => seconds.filter((second) => second.voice === voice))
  if (groups.some(({ length }) => length < FEWEST)) return undefined
  const means = groups.map((group) => numbersOf((at) => mean(group.map(({ numbers }) => numbers[at] ?? Number.NaN))))
  const within = numbersOf((at) => {
    const known = seconds.flatMap(({ voice, numbers }) => {
      const off = (numbers[at] ?? Number.NaN) - (means[voice]?.[at] ?? 0)
      return Number.isNaN(off) ? [] : [off * off]
    })
    return known.reduce((sum, square) => sum + square, 0) / Math.max(1, known.length - voices) + LEAST_VARIANCE
  })
  const pairs = means.flatMap((a, at) => means.slice(at + 1).map((b) => [a, b] as const))
  const distances = pairs.map(([a, b]) => {
    const squares = numbersOf((at) => ((a[at] ?? 0) - (b[at] ?? 0)) ** 2 / (within[at] ?? 1))
    return squares.reduce((sum, square) => sum + (Number.isNaN(square) ? 0 : square), 0)
  })
  return distances.reduce((least, distance) => Math.min(least, distance), Infinity)
}

const numbersOf = (number: (at: number) => number): number[] => Array.from({ length: NUMBERS }, (_, at) => number(at))

/** Mean of the numbers other than NaN; NaN without any. */
function mean(values: readonly number[]): number {
  const known = values.filter((value) => !Number.isNaN(value))
  return known.length > 0 ? known.reduce((sum, value) => sum + value, 0) / known.length : Number.NaN
}

/** Seconds of each voice, and the rest if it is long enough. */
function secondsOf(frames: VoiceFrames, heard: Int8Array): Second[] {
  const found: Second[] = []
  for (let from = 0; from < heard.length;) {
    const voice = heard[from] ?? -1
    let to = from + 1
    while (to < heard.length && heard[to] === voice && (to - from) * frames.stepMs < WHOLE_MS) to++
    if (voice >= 0 && (to - from) * frames.stepMs >= LEAST_MS) found.push({ voice, numbers: meansOf(frames, from, to) })
    from = to
  }
  return found
}

function meansOf({ timbre, pitch }: VoiceFrames, from: number, to: number): number[] {
  const frames = Array.from({ length: to - from }, (_, at) => from + at)
  return numbersOf((at) => mean(frames.map((frame) => (at < TIMBRE ? timbre[frame * TIMBRE + at] : pitch[frame]) ?? 0)))
}

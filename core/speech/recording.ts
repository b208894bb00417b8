import { recordingLimits } from '../domain/recording-limits.ts'
import { itemAt } from '../subtitle/text/item-at.ts'
import type { TimeRange } from '../timing/time-range.ts'

/** One channel of sound from a microphone, full scale being 1. */
export interface Recording {
  readonly samples: Float32Array
  readonly rate: number
}

/** A stretch of a recording, in samples. */
interface Stretch {
  readonly from: number
  readonly to: number
}

const WINDOW_MS = 5
/** Shorter sounds, such as clicks, are no speech. */
const LEAST_MS = 60
/** Speech is this far above the noise between words, and at most this far below the loudest window, in decibels. */
const ABOVE_NOISE_DB = 9
const BELOW_PEAK_DB = 40
/** A microphone that picks up hum alone stays within this range. */
const LEAST_RANGE_DB = 6
/** Nothing quieter is speech. */
const QUIETEST_DB = -60
/** Quieter recordings have no speech; louder ones have, even if their level never changes. */
const SILENT_DB = -45
const EVEN_DB = -30
/** The gate stays open around speech, for soft onsets and endings, and closes in a fade. */
const LEAD_MS = 15
const TAIL_MS = 80
const FADE_MS = 10
/** Samples at full scale in a row, as an overdriven microphone has them. */
const CLIPPED = 0.999
const CLIPPED_RUN = 3

const decibels = (power: number): number => (power > 0 ? 10 * Math.log10(power) : -120)

/** A recording of a line, ready to be its take; empty if it has no speech. */
export type LineRecording =
  | { readonly kind: 'empty' }
  | {
      readonly kind: 'take'
      readonly recording: Recording
      /** Whether the microphone was too loud. */
      readonly isClipped: boolean
      /** From the start of the recording to the onset. */
      readonly onsetMs: number
    }

/** The speech of a recording, gated and moved so that its onset is at the start of its line. */
export function lineRecording(recording: Recording): LineRecording {
  const { samples, rate } = recording
  const runs = speechIn(recording)
  const [first, last] = [runs[0], runs.at(-1)]
  if (!first || !last) return { kind: 'empty' }
  const open = opened(recording, runs)
  const onset = first.from
  const from = Math.max(0, onset - samplesOf(LEAD_MS, rate))
  const to = Math.min(samples.length, last.to + samplesOf(TAIL_MS, rate), from + samplesOf(recordingLimits.ms, rate))
  return {
    kind: 'take',
    recording: { samples: open.slice(from, to), rate },
    isClipped: isClipped(samples.subarray(from, to)),
    onsetMs: (onset / rate) * 1000,
  }
}

/** Where a voice is above the noise, in samples, by start. */
export function speechIn({ samples, rate }: Recording): Stretch[] {
  // Windows count from the first sound, so that silence before it moves everything alike.
  const begin = samples.findIndex((sample) => sample !== 0)
  if (begin < 0) return []
  const size = Math.max(1, samplesOf(WINDOW_MS, rate))
  const levels = levelsOf(samples.subarray(begin, samples.findLastIndex((sample) => sample !== 0) + 1), size)
  const limit = limitOf(levels)
  if (limit === undefined) return []
  const least = LEAST_MS / WINDOW_MS
  const runs: Stretch[] = []
  for (let at = 0; at < levels.length;) {
    let end = at
    while (end < levels.length && itemAt(levels, end) > limit) end++
    if (end - at >= least) runs.push({ from: begin + at * size, to: Math.min(samples.length, begin + end * size) })
    at = end + 1
  }
  return runs
}

function levelsOf(samples: Float32Array, size: number): number[] {
  const levels: number[] = []
  for (let from = 0; from < samples.length; from += size) {
    const window = samples.subarray(from, from + size)
    levels.push(decibels(window.reduce((sum, sample) => sum + sample ** 2, 0) / size))
  }
  return levels
}

/** The level above which a window is speech; undefined if none is. */
function limitOf(levels: readonly number[]): number | undefined {
  const sorted = levels.filter((level) => level > -120).sort((a, b) => a - b)
  const loudest = sorted.at(-1)
  const noise = sorted[Math.floor(sorted.length / 10)]
  if (loudest === undefined || noise === undefined || loudest < SILENT_DB) return undefined
  if (loudest - noise < LEAST_RANGE_DB && loudest < EVEN_DB) return undefined
  const wanted = Math.max(QUIETEST_DB, loudest - BELOW_PEAK_DB, noise + ABOVE_NOISE_DB)
  // Where the voice never rests, its quietest windows are no noise.
  return Math.min(wanted, loudest - 2 * ABOVE_NOISE_DB)
}

/** The samples with all silenced that is not near speech; none is louder than before. */
function opened({ samples, rate }: Recording, runs: readonly Stretch[]): Float32Array {
  const [lead, tail, fade] = [samplesOf(LEAD_MS, rate), samplesOf(TAIL_MS, rate), samplesOf(FADE_MS, rate)]
  const gains = new Float32Array(samples.length)
  for (const { from, to } of runs) {
    const [begin, end] = [from - lead, to + tail]
    for (let at = Math.max(0, begin); at < Math.min(samples.length, end); at++) {
      const gain = Math.min(1, (at - begin + 1) / fade, (end - at) / fade)
      gains[at] = Math.max(gains[at] ?? 0, gain)
    }
  }
  return samples.map((sample, at) => sample * (gains[at] ?? 0))
}

/** Whether the sound is cut off at full scale. */
export function isClipped(samples: Float32Array): boolean {
  let run = 0
  for (const sample of samples) {
    run = Math.abs(sample) >= CLIPPED ? run + 1 : 0
    if (run >= CLIPPED_RUN) return true
  }
  return false
}

/**
 * Cuts a recording of several lines into one for each, by the quietest moment around the gap between two of them. The
 * recording begins at `startMs` of the video; lines are by start.
 */
export function cutPassage(recording: Recording, startMs: number, lines: readonly TimeRange[]): Recording[] {
  const { samples, rate } = recording
  const at = (ms: number): number => Math.min(samples.length, Math.max(0, samplesOf(ms - startMs, rate)))
  const cuts = [0]
  for (const [index, line] of lines.entries()) {
    const next = lines[index + 1]
    if (!next) break
    const [one, other] = [(line.start + line.end) / 2, (next.start + next.end) / 2]
    const [from, to] = [Math.max(cuts.at(-1) ?? 0, at(Math.min(one, other))), at(Math.max(one, other))]
    cuts.push(quietest(samples, { from, to: Math.max(from, to) }, at((line.end + next.start) / 2), rate))
  }
  return cuts.map((from, index) => ({ samples: samples.slice(from, cuts[index + 1] ?? samples.length), rate }))
}

const QUIET_MS = 60

/** The middle of the quietest window of a stretch; of equally quiet ones, the nearest to `wanted`. */
function quietest(samples: Float32Array, { from, to }: Stretch, wanted: number, rate: number): number {
  const size = Math.max(1, samplesOf(QUIET_MS, rate))
  let best = { at: Math.min(to, Math.max(from, wanted)), power: Infinity }
  for (let begin = from; begin + size <= to; begin += Math.max(1, size >> 2)) {
    let power = 0
    for (let at = begin; at < begin + size; at++) power += (samples[at] ?? 0) ** 2
    const middle = begin + (size >> 1)
    const isNearer = Math.abs(middle - wanted) < Math.abs(best.at - wanted)
    if (power < best.power || (power === best.power && isNearer)) best = { at: middle, power }
  }
  return best.at
}

const samplesOf = (ms: number, rate: number): number => Math.round((ms * rate) / 1000)

/** A word of a line, and when the mark of the rhythm band meets it. */
export interface BandWord extends TimeRange {
  readonly text: string
}

/** The words of a line, each as long as its share of the letters; without spaces, its characters. */
export function bandWords(text: string, { start, end }: TimeRange): BandWord[] {
  const words = text.split(/\s+/u).filter((word) => word !== '')
  const parts = words.length === 1 && /[\u3040-\u9fff\uac00-\ud7af]/u.test(text) ? [...itemAt(words, 0)] : words
  const letters = parts.reduce((sum, part) => sum + part.length + 1, 0)
  let at = start
  return parts.map((part) => {
    const from = at
    at += ((part.length + 1) / letters) * (end - start)
    return { text: part, start: from, end: at }
  })
}

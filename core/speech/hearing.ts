/**
 * Support for speech engines without word times: levels sound, detects doubtful results, finds cuts, and assigns times.
 * Samples are from -1 to 1 at `rate` per second.
 */
import type { TimeRange } from '../timing/time-range.ts'
import type { Word } from './words.ts'

/** This many repetitions of the same words show that a model loops. */
export const LOOP_REPEATS = 5

const FRAME_MS = 20
const AROUND = [1, 2, 3, 2, 1]
/** A level this far below the loud parts is a pause. */
const PAUSE_BELOW_DB = 28
/** A shorter pause belongs to a word, such as before a stop consonant. */
const LEAST_PAUSE_MS = 200
/** Speech models are trained on sound of about this level. */
const LEVEL_DB = -20
const MOST_GAIN_DB = 40
/** Speech has two to four words per second. */
const LEAST_WORDS_A_SECOND = 1
const MOST_WORDS_A_SECOND = 6
/** Less speech gives no reliable word rate. */
const LEAST_SPEECH_MS = 1000

export interface Sound {
  readonly samples: Float32Array
  readonly rate: number
}

/** A word of an engine without times. */
export type UntimedWord = Pick<Word, 'text' | 'confidence'>

/** Loud ranges in milliseconds, in order, separated by pauses of at least 0.2 s. None in silence. */
export function loudSpans(sound: Sound): TimeRange[] {
  const levels = loudnessOf(sound)
  const loudest = levels.toSorted((a, b) => a - b)[Math.floor(levels.length * 0.95)] ?? -Infinity
  if (loudest === -Infinity) return []
  const spans: { start: number; end: number }[] = []
  for (const [at, level] of levels.entries()) {
    if (level < loudest - PAUSE_BELOW_DB) continue
    const last = spans.at(-1)
    const start = at * FRAME_MS
    if (last && start - last.end < LEAST_PAUSE_MS) last.end = start + FRAME_MS
    else spans.push({ start, end: start + FRAME_MS })
  }
  return spans.filter(({ start, end }) => end - start > 2 * FRAME_MS)
}

const lengthOf = (spans: readonly TimeRange[]): number => spans.reduce((sum, { start, end }) => sum + end - start, 0)

/** Decibels of each 20 ms; 0 is a full-scale square wave. */
export function loudnessOf({ samples, rate }: Sound): number[] {
  const size = Math.round((rate * FRAME_MS) / 1000)
  return Array.from({ length: Math.floor(samples.length / size) }, (_, at) =>
    decibels(samples.subarray(at * size, (at + 1) * size)),
  )
}

function decibels(samples: Float32Array): number {
  let sum = 0
  for (const sample of samples) sum += sample * sample
  return 10 * Math.log10(sum / samples.length)
}

/** The sound with its loud parts at -20 dB, and this much silence before and after. */
export function levelled(sound: Sound, silenceMs = 0): Sound {
  const { samples, rate } = sound
  const spans = loudSpans(sound)
  let [sum, count] = [0, 0]
  for (const { start, end } of spans) {
    for (const sample of samples.subarray((start * rate) / 1000, (end * rate) / 1000)) {
      sum += sample * sample
      count++
    }
  }
  const gainDb = count === 0 ? 0 : Math.min(MOST_GAIN_DB, LEVEL_DB - 10 * Math.log10(sum / count))
  const gain = 10 ** (gainDb / 20)
  const silence = Math.round((silenceMs * rate) / 1000)
  const made = new Float32Array(samples.length + 2 * silence)
  for (const [at, sample] of samples.entries()) made[silence + at] = Math.max(-1, Math.min(1, sample * gain))
  return { samples: made, rate }
}

/** Whether the number of words is implausible, or the engine did not finish. */
export function isDoubtful(sound: Sound, { words, isCut }: { words: number; isCut: boolean }): boolean {
  if (isCut) return true
  const spokenMs = lengthOf(loudSpans(sound))
  if (spokenMs < LEAST_SPEECH_MS) return false
  const rate = (words * 1000) / spokenMs
  return rate < LEAST_WORDS_A_SECOND || rate > MOST_WORDS_A_SECOND
}

/** Measures the level of sound in pieces of any length. */
export class LoudnessMeter {
  readonly levels: number[] = []
  private readonly frame: Float32Array
  private filled = 0

  constructor(rate: number) {
    this.frame = new Float32Array(Math.round((rate * FRAME_MS) / 1000))
  }

  /** Samples are from -`full` to `full`. */
  take(samples: Float32Array | Int16Array, full = 1): void {
    for (const sample of samples) {
      this.frame[this.filled++] = sample / full
      if (this.filled < this.frame.length) continue
      this.levels.push(decibels(this.frame))
      this.filled = 0
    }
  }
}

/** The quietest time in a range of milliseconds, by the level of each 20 ms. */
export function quietestMs(loudness: ArrayLike<number>, { start, end }: TimeRange): number {
  const from = Math.max(0, Math.floor(start / FRAME_MS))
  const to = Math.min(loudness.length, Math.ceil(end / FRAME_MS))
  // Five frames are longer than a stop within a word. The middle has most weight, so that the cut is in the quiet part.
  const around = (at: number): number =>
    AROUND.reduce((sum, weight, index) => sum + weight * 10 ** ((loudness[at + index - 2] ?? -Infinity) / 10), 0)
  let best = from
  for (let at = from; at < to; at++) if (around(at) < around(best)) best = at
  return (best + 0.5) * FRAME_MS
}

/** Two parts of a sound, cut at the quietest place near its middle. */
export function cutInTwo({ samples, rate }: Sound): [Sound, Sound] {
  const levels = loudnessOf({ samples, rate })
  const lengthMs = levels.length * FRAME_MS
  const cut = Math.round(quietestMs(levels, { start: lengthMs * 0.3, end: lengthMs * 0.7 }) * (rate / 1000))
  return [
    { samples: samples.slice(0, cut), rate },
    { samples: samples.slice(cut), rate },
  ]
}

/**
 * Assigns times to words: pauses are placed between words, rather after sentences, so that letters match the time
 * between pauses. Words share that time by their letters.
 */
export function spreadWords(words: readonly UntimedWord[], sound: Sound): Word[] {
  const whole = { start: 0, end: Math.round((sound.samples.length * 1000) / sound.rate) }
  const loud = loudSpans(sound)
  const spans = loud.length > 0 ? loud : [whole]
  const ends = dealtWords(words, spans)
  return spans.flatMap((span, at) => spreadWithin(words.slice(ends[at - 1] ?? 0, ends[at]), span))
}

function spreadWithin(words: readonly UntimedWord[], { start, end }: TimeRange): Word[] {
  const weights = words.map(weightOf)
  const all = weights.reduce((sum, weight) => sum + weight, 0)
  let spent = 0
  const at = (): number => Math.round(start + ((end - start) * spent) / all)
  return words.map((word, index) => {
    const from = at()
    spent += weights[index] ?? 0
    return { ...word, start: from, end: at() }
  })
}

/** Cost of half a second of pause within a clause, and within a sentence, in units of `misfit`. */
const WITHIN_CLAUSE = 4
const WITHIN_SENTENCE = 1.5
const SENTENCE_END = /[.?!…]["'”’)]*$/
const CLAUSE_END = /[,;:–—]["'”’)]*$/
const PAUSE_MS = 500

/** Number of words up to the end of each span, by the cheapest distribution in order. */
function dealtWords(words: readonly UntimedWord[], spans: readonly TimeRange[]): number[] {
  const sums = [0]
  for (const word of words) sums.push((sums.at(-1) ?? 0) + weightOf(word))
  const perMs = (sums.at(-1) ?? 0) / Math.max(1, lengthOf(spans))
  // By the number of words so far.
  let costs = sums.map((_, count) => (count === 0 ? 0 : Infinity))
  const firsts = spans.map(({ start, end }, at) => {
    const pauseMs = start - (spans[at - 1]?.end ?? start)
    const begun = costs.map((cost, count) => cost + pauseCost(words[count - 1], words[count], pauseMs))
    const dealt = sums.map((_, count) => cheapestFirst(begun, sums, count, (end - start) * perMs))
    costs = dealt.map(({ cost }) => cost)
    return dealt.map(({ first }) => first)
  })
  const ends: number[] = []
  let end = words.length
  for (const first of firsts.toReversed()) {
    ends.unshift(end)
    end = first[end] ?? 0
  }
  return ends
}

/** First word of a span that ends before the word `end`, given its time in letters. */
function cheapestFirst(begun: readonly number[], sums: readonly number[], end: number, letters: number) {
  let best = { cost: Infinity, first: 0 }
  for (let first = 0; first <= end; first++) {
    const cost = (begun[first] ?? Infinity) + misfit((sums[end] ?? 0) - (sums[first] ?? 0), letters)
    if (cost < best.cost) best = { cost, first }
  }
  return best
}

/** Cost of a letter count that differs from the expected one. */
const misfit = (letters: number, expected: number): number => (letters - expected) ** 2 / (expected + 4)

/** Cost of a pause between two words; none before the first and after the last. */
function pauseCost(last: UntimedWord | undefined, next: UntimedWord | undefined, pauseMs: number): number {
  if (!last || !next || SENTENCE_END.test(last.text)) return 0
  return (CLAUSE_END.test(last.text) ? WITHIN_SENTENCE : WITHIN_CLAUSE) * Math.min(2, pauseMs / PAUSE_MS)
}

/** Spoken length of a word in letters; a digit counts as several, punctuation as none. */
function weightOf({ text }: UntimedWord): number {
  let sum = 1
  for (const letter of text) {
    if (/\p{N}/u.test(letter)) sum += 4
    else if (/\p{L}/u.test(letter)) sum += 1
  }
  return sum
}

/**
 * What a speech engine that gives text without times needs around it: sound brought to one level, doubt about what came out,
 * places to cut, and times for the words. Sound is samples from -1 to 1 at `rate` a second.
 */
import type { TimeRange } from '../timing/time-range.ts'
import type { Word } from './words.ts'

/** So often one after the other are the same words a model that loops. */
export const LOOP_REPEATS = 5

const FRAME_MS = 20
const AROUND = [1, 2, 3, 2, 1]
/** What is so much quieter than the loud parts is a pause. */
const PAUSE_BELOW_DB = 28
/** A shorter pause is part of a word: the silence of a stop. */
const LEAST_PAUSE_MS = 200
/** Speech models are trained on sound of about this level. */
const LEVEL_DB = -20
const MOST_GAIN_DB = 40
/** People say two to four words a second. */
const LEAST_WORDS_A_SECOND = 1
const MOST_WORDS_A_SECOND = 6
/** In less speech a second says nothing about its words. */
const LEAST_SPEECH_MS = 1000

export interface Sound {
  readonly samples: Float32Array
  readonly rate: number
}

/** A word as an engine without times gives it. */
export type UntimedWord = Pick<Word, 'text' | 'confidence'>

/** Where it is loud, in order, in milliseconds; pauses of at least 0.2 s lie between. None in silence. */
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

/** Decibels of each 20 ms, 0 for a full square wave. */
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

/** The same sound with its loud parts at -20 dB, and silence of so many milliseconds before and after. */
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

/** Whether so few or so many words can't be all that is said, or the engine did not come to an end. */
export function isDoubtful(sound: Sound, { words, isCut }: { words: number; isCut: boolean }): boolean {
  if (isCut) return true
  const spokenMs = lengthOf(loudSpans(sound))
  if (spokenMs < LEAST_SPEECH_MS) return false
  const rate = (words * 1000) / spokenMs
  return rate < LEAST_WORDS_A_SECOND || rate > MOST_WORDS_A_SECOND
}

/** Loudness of sound that comes in pieces of any length. */
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

/** The quietest time in a range of milliseconds, by the loudness of each 20 ms. */
export function quietestMs(loudness: ArrayLike<number>, { start, end }: TimeRange): number {
  const from = Math.max(0, Math.floor(start / FRAME_MS))
  const to = Math.min(loudness.length, Math.ceil(end / FRAME_MS))
  // Over five frames: a stop within a word is shorter. The middle counts most, so that the cut lies in the quiet.
  const around = (at: number): number =>
    AROUND.reduce((sum, weight, index) => sum + weight * 10 ** ((loudness[at + index - 2] ?? -Infinity) / 10), 0)
  let best = from
  for (let at = from; at < to; at++) if (around(at) < around(best)) best = at
  return (best + 0.5) * FRAME_MS
}

/** Both parts of a sound, cut at its quietest place in the middle. */
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
 * Words with times: each pause lies between two words, rather after the end of a sentence than within one, so that the words
 * between two pauses are about as many letters as they take time; they share that time by their letters.
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

/** What half a second of pause costs within a clause, and within a sentence, beside `misfit`. */
const WITHIN_CLAUSE = 4
const WITHIN_SENTENCE = 1.5
const SENTENCE_END = /[.?!…]["'”’)]*$/
const CLAUSE_END = /[,;:–—]["'”’)]*$/
const PAUSE_MS = 500

/** How many words are said up to the end of each span: the cheapest way to deal them out in their order. */
function dealtWords(words: readonly UntimedWord[], spans: readonly TimeRange[]): number[] {
  const sums = [0]
  for (const word of words) sums.push((sums.at(-1) ?? 0) + weightOf(word))
  const perMs = (sums.at(-1) ?? 0) / Math.max(1, lengthOf(spans))
  // By how many words are said so far.
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

/** With which word a span begins that ends before the word `end`, where it has time for so many letters. */
function cheapestFirst(begun: readonly number[], sums: readonly number[], end: number, letters: number) {
  let best = { cost: Infinity, first: 0 }
  for (let first = 0; first <= end; first++) {
    const cost = (begun[first] ?? Infinity) + misfit((sums[end] ?? 0) - (sums[first] ?? 0), letters)
    if (cost < best.cost) best = { cost, first }
  }
  return best
}

/** What it costs that so many letters are said where there is time for others. */
const misfit = (letters: number, expected: number): number => (letters - expected) ** 2 / (expected + 4)

/** What it costs that a pause lies between two words; nothing before the first and after the last. */
function pauseCost(last: UntimedWord | undefined, next: UntimedWord | undefined, pauseMs: number): number {
  if (!last || !next || SENTENCE_END.test(last.text)) return 0
  return (CLAUSE_END.test(last.text) ? WITHIN_SENTENCE : WITHIN_CLAUSE) * Math.min(2, pauseMs / PAUSE_MS)
}

/** How long a word is said, in letters; a digit is a word of some letters, and marks are silent. */
function weightOf({ text }: UntimedWord): number {
  let sum = 1
  for (const letter of text) {
    if (/\p{N}/u.test(letter)) sum += 4
    else if (/\p{L}/u.test(letter)) sum += 1
  }
  return sum
}

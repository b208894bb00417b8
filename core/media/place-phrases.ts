import { type Cepstra, distance, evened, framesOf, joined } from './cepstra.ts'

/** A frame range of the sound, the end exclusive. */
export interface FrameRange {
  readonly from: number
  readonly to: number
}

/** Each phrase's place, undefined if unspoken; the cost per speech frame, lower for similar voices. */
export interface PlacedPhrases {
  readonly ranges: readonly (FrameRange | undefined)[]
  readonly cost: number
}

/** Frame distance: near 1 for any two, about 0.65 for the same sound by two voices. */
const OTHER_SPEECH = 0.72
/** Costs of skipping a text frame, and of repeating one. */
const LEFT_OUT = 0.12
const HELD = 0.25
const HURRIED = 0.25
/** Reward of a fitting frame. */
const USUAL_COST = 0.66

/** The last element of the cheapest path to a frame between two phrases. */
const OTHER = -1
const SKIPPED = -2

interface Level {
  /** First frame of the window. */
  readonly first: number
  /** Per frame of the window: the predecessor, or the frame at which the previous phrase began. */
  readonly came: Int32Array
}

/**
 * Finds phrases spoken by another voice in a sound, in order and with other speech between, by dynamic time warping
 * (Sakoe and Chiba, 1978) within `reach` frames of the expected place. `isSpeech` marks speech frames.
 */
export function placePhrases(
  sound: Cepstra,
  phrases: readonly Cepstra[],
  { reach, isSpeech }: { readonly reach: number; readonly isSpeech: Uint8Array },
): PlacedPhrases {
  const spoken = Int32Array.from([...isSpeech.keys()].filter((at) => isSpeech[at] === 1 && at < sound.frames))
  const speech = evened(framesOf(sound, spoken))
  const text = evened(joined(phrases))
  const levels: Level[] = []
  let costs = new Float64Array(Math.min(speech.frames, reach) + 1)
  for (const at of costs.keys()) costs[at] = at * OTHER_SPEECH
  let first = 0
  let begin = 0
  for (const { frames } of phrases) {
    const phrase = { text, from: begin, frames }
    begin += frames
    const { costs: after, level } = pass(speech, phrase, { costs, first, reach })
    levels.push(level)
    costs = after
    first = level.first
  }
  const { end, cost } = lastFrame(costs, first, speech.frames)
  const ranges = walkBack(levels, end).map((range) => {
    const [from, to] = [spoken[range?.from ?? -1], spoken[(range?.to ?? 0) - 1]]
    return from === undefined || to === undefined ? undefined : { from, to: to + 1 }
  })
  return { ranges, cost: cost / Math.max(1, speech.frames) }
}

interface Phrase {
  readonly text: Cepstra
  readonly from: number
  readonly frames: number
}
interface Before {
  readonly costs: Float64Array<ArrayBuffer>
  readonly first: number
  readonly reach: number
}

/** One phrase: the cost per end frame, spoken or skipped. */
function pass(speech: Cepstra, phrase: Phrase, { costs, first, reach }: Before) {
  const { frames } = phrase
  const center = expected(costs, first) + frames
  const low = Math.max(first, center - reach)
  const high = Math.min(speech.frames, Math.max(center + reach, low))
  const after = new Float64Array(high - low + 1).fill(Infinity)
  const came = new Int32Array(high - low + 1).fill(OTHER)
  let [row, next] = [new Float64Array(frames).fill(Infinity), new Float64Array(frames)]
  let [starts, nextStarts] = [new Int32Array(frames), new Int32Array(frames)]
  for (let at = first; at < high; at++) {
    const enter = costs[at - first] ?? Infinity
    for (let i = 0; i < frames; i++) {
      let best = (row[i] ?? Infinity) + HELD
      let start = starts[i] ?? 0
      const one = i > 0 ? (row[i - 1] ?? Infinity) : enter
      if (one < best) {
        best = one
        start = i > 0 ? (starts[i - 1] ?? 0) : at
      }
      const two = i > 1 ? (row[i - 2] ?? Infinity) + HURRIED : i === 1 ? enter + HURRIED : Infinity
      if (two < best) {
        best = two
        start = i > 1 ? (starts[i - 2] ?? 0) : at
      }
      next[i] = best === Infinity ? Infinity : best + distance(phrase.text, phrase.from + i, speech, at)
      nextStarts[i] = start
    }
    const end = next[frames - 1] ?? Infinity
    if (at + 1 >= low && end < (after[at + 1 - low] ?? Infinity)) {
      after[at + 1 - low] = end
      came[at + 1 - low] = nextStarts[frames - 1] ?? 0
    }
    ;[row, next] = [next, row]
    ;[starts, nextStarts] = [nextStarts, starts]
  }
  for (let at = low; at <= high; at++) {
    const left = (costs[at - first] ?? Infinity) + LEFT_OUT * frames
    if (left < (after[at - low] ?? Infinity)) {
      after[at - low] = left
      came[at - low] = SKIPPED
    }
    const other = at > low ? (after[at - low - 1] ?? Infinity) + OTHER_SPEECH : Infinity
    if (other < (after[at - low] ?? Infinity)) {
      after[at - low] = other
      came[at - low] = OTHER
    }
  }
  return { costs: after, level: { first: low, came } }
}

/** The frame up to which most was found: costs grow per frame, faster if it does not fit. */
function expected(costs: Float64Array, first: number): number {
  let best = 0
  for (const at of costs.keys())
    if ((costs[at] ?? Infinity) - USUAL_COST * at < (costs[best] ?? Infinity) - USUAL_COST * best) best = at
  return first + best
}

function lastFrame(costs: Float64Array, first: number, frames: number): { end: number; cost: number } {
  let [end, least] = [first, Infinity]
  for (const [at, cost] of costs.entries()) {
    const whole = cost + (frames - first - at) * OTHER_SPEECH
    if (whole < least) [end, least] = [first + at, whole]
  }
  return { end, cost: least }
}

function walkBack(levels: readonly Level[], end: number): (FrameRange | undefined)[] {
  const found: (FrameRange | undefined)[] = []
  let at = end
  for (const { first, came } of levels.toReversed()) {
    while (came[at - first] === OTHER && at > first) at--
    const start = came[at - first] ?? SKIPPED
    found.push(start >= 0 ? { from: start, to: at } : undefined)
    if (start >= 0) at = start
  }
  return found.reverse()
}

import { type Cepstra, distance, evened, framesOf, joined } from './cepstra.ts'

/** From one frame to another of the sound, the last one not included. */
export interface FrameRange {
  readonly from: number
  readonly to: number
}

/** Where each phrase is, undefined where it is not said; what a frame of speech costs: less where the voices are alike. */
export interface PlacedPhrases {
  readonly ranges: readonly (FrameRange | undefined)[]
  readonly cost: number
}

/** Between any two frames the distance is near 1, between those of the same sound by two voices about 0.65. */
const OTHER_SPEECH = 0.72
/** What it costs to leave out a frame of the text, and to hear one for more than one frame of the sound. */
const LEFT_OUT = 0.12
const HELD = 0.25
const HURRIED = 0.25
/** What a frame costs that fits. */
const USUAL_COST = 0.66

/** The last thing on the cheapest way to a frame between two phrases. */
const OTHER = -1
const SKIPPED = -2

interface Level {
  /** First frame of the window. */
  readonly first: number
  /** For each frame of the window: what came before it, or the frame in which the phrase before it began. */
  readonly came: Int32Array
}

/**
 * Finds phrases, as another voice speaks them, in a sound: in order, each at most once, with other speech between them where
 * there is some. Dynamic time warping (Sakoe and Chiba, 1978) phrase by phrase within `reach` frames of where each is expected.
 * `isSpeech` tells which frames of the sound count.
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

/** One phrase: what each frame costs when it is over, said or left out. */
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

/** The frame up to which most was found: costs grow with each frame, more than usual where it does not fit. */
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

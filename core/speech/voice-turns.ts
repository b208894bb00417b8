import type { TimeRange } from '../timing/time-range.ts'
import { bicDistance, FrameSums, TIMBRE } from './gaussian.ts'
import { secondsApart } from './voice-distance.ts'
import type { VoiceFrames } from './voice-frames.ts'

export interface VoiceTurn extends TimeRange {
  /** From 0 in the order of their first words. */
  readonly speaker: number
}

/** Who speaks when. */
export interface FoundVoices {
  readonly turns: readonly VoiceTurn[]
  /** From 0 to 1: how clear it is that there are so many speakers, and which one each second is. */
  readonly sure: number
  /** A number that is nearly as likely, if there is one. */
  readonly maybe?: number
}

/** Speech is at most so far below the loudest of it, and so far above the noise, in decibels. */
const BELOW_LOUDEST = 30
const ABOVE_NOISE = 8
/** Below this there is nothing to hear. */
const SILENT = -60
/** Milliseconds: shorter silences are within a word, shorter sounds are none of speech, and pauses part what is said. */
const GAP_MS = 120
const BLIP_MS = 60
const PAUSE_MS = 250
/** Pieces that begin as a voice each: long enough for a covariance, short enough to hold one speaker. */
const PIECE_MS = 2000
const SHORTEST_PIECE_MS = 700
/** Of a longer recording, so many pieces are grouped by themselves first. */
const MOST_PIECES = 400
/** Weight of the criterion's penalty, measured on mixes of two to four voices (`npm run bench -- speech`). */
const WEIGHT = 12
/** The least length of a voice in milliseconds, and its least voiced part; other groups are noise, or of another voice. */
const LEAST_VOICE_MS = 1500
const LEAST_VOICED = 0.25
/** What a change of speaker costs, in likelihood of frames: about half a second has to speak for it. */
const CHANGE_COST = 300
/** Likelihood per frame by which a voice wins clearly over the second best. */
const CLEAR = 1
const ROUNDS = 3
/** Voices of a recording at most. */
const MOST_VOICES = 8
/**
 * Voices are different where the criterion speaks for two by this for each frame (the product of their counts by the sum)
 * and their seconds are so far apart. Measured on voices of Flite: different ones 8 and 28 at least, one voice that is cut in
 * two 9 and 19 at most, and no recording of one voice reaches both.
 */
const APART = 7
const SECONDS_APART = 23
/** The likelihood of a further voice that speaks too little to be compared, or differs by noise. */
const UNKNOWN = 0.5
/** Below this confidence, one voice more or fewer is nearly as likely. */
const UNSURE = 0.6

/**
 * Turns of the speakers of a recording, without a model of voices: speech is cut at pauses, pieces whose timbre and pitch are
 * better described together become one voice (agglomerative clustering by BIC), and each frame goes to the voice that it is
 * most like, with a cost for each change (Viterbi). `speakers`: how many there are, where that is known.
 */
export function voiceTurns(
  frames: VoiceFrames,
  { speakers }: { readonly speakers?: number | undefined } = {},
): FoundVoices {
  const spoken = speechRuns(frames)
  const pieces = spoken.flatMap((run) => piecesOf(run, frames)).filter(({ sums }) => sums.count > 0)
  const long = pieces.filter(({ sums }) => sums.count * frames.stepMs >= SHORTEST_PIECE_MS)
  const first = (long.length > 0 ? long : pieces).map(({ sums }) => sums)
  if (first.length === 0) return { turns: [], sure: 1 }
  const groups = groupings(first)
  const { voices, heard, certainty, maybe } =
    speakers === undefined ? asManyAsApart(frames, spoken, groups) : asManyAsGiven(frames, spoken, groups, speakers)
  const sure = certainty * clearness(frames, spoken, voices)
  return { turns: turnsOf(heard, spoken, frames.stepMs), sure, ...(maybe !== undefined && { maybe }) }
}

interface Found extends Settled {
  /** From 0 to 1: how clear it is that there are so many. */
  readonly certainty: number
  readonly maybe?: number | undefined
}

/** A given number of voices, from the fewest groups that make them: a group of noises is no voice. */
function asManyAsGiven(
  frames: VoiceFrames,
  spoken: readonly Run[],
  groups: ReadonlyMap<number, readonly FrameSums[]>,
  count: number,
): Found {
  let best = settled(frames, spoken, groups.get(1) ?? [])
  for (let size = 2; size <= groups.size && best.voices.length < count; size++) {
    const way = settled(frames, spoken, groups.get(size) ?? [])
    if (way.voices.length > best.voices.length && way.voices.length <= count) best = way
  }
  return { ...best, certainty: 1 }
}

/**
 * As many voices as there are: one more as long as all of them are apart, once each frame went to the one that it is most
 * like. More than there are would be sounds of one voice, not voices.
 */
function asManyAsApart(
  frames: VoiceFrames,
  spoken: readonly Run[],
  groups: ReadonlyMap<number, readonly FrameSums[]>,
): Found {
  let best: Found = { ...settled(frames, spoken, groups.get(1) ?? []), certainty: 1 }
  for (let size = 2; size <= Math.min(MOST_VOICES, groups.size); size++) {
    const more = settled(frames, spoken, groups.get(size) ?? [])
    // The new group is noise; the next one may be a voice.
    if (more.voices.length <= best.voices.length) continue
    if (leastApart(more.voices) < APART) break
    // Beside noise, two groups may be one voice with the noise and without it.
    const isNoisy = more.voices.length < size
    const apart = isNoisy ? undefined : secondsApart(frames, more.heard, more.voices.length)
    const likely = apart === undefined ? UNKNOWN : apart / (SECONDS_APART + apart)
    const [fewer, many] = [best.voices.length, more.voices.length]
    if (apart === undefined || apart < SECONDS_APART) {
      const certainty = Math.min(best.certainty, 1 - likely)
      return { ...best, certainty, maybe: 1 - likely < UNSURE ? many : best.maybe }
    }
    best = { ...more, certainty: likely, maybe: likely < UNSURE ? fewer : undefined }
  }
  return best
}

interface Settled {
  readonly voices: readonly FrameSums[]
  /** Which of them each frame is, -1 where nobody speaks. */
  readonly heard: Int8Array
}

/** The voices as they are once each frame went to the one that it is most like; those that say next to nothing are none. */
function settled(frames: VoiceFrames, spoken: readonly Run[], first: readonly FrameSums[]): Settled {
  let voices = [...first]
  for (let round = 0; round < ROUNDS; round++) {
    const sums = sumsOf(frames, spokenBy(frames, spoken, voices), voices.length)
    const long = sums.filter(
      ({ count, voiced }) => count * frames.stepMs >= LEAST_VOICE_MS && voiced >= LEAST_VOICED * count,
    )
    voices = long.length > 0 ? long : sums
  }
  return { voices, heard: spokenBy(frames, spoken, voices) }
}

/** How far the two voices are apart that are least; infinitely where there is one only. */
function leastApart(voices: readonly FrameSums[]): number {
  const pairs = voices.flatMap((a, at) =>
    voices.slice(at + 1).map((b) => (bicDistance(a, b, 1) * (a.count + b.count)) / (a.count * b.count)),
  )
  return pairs.reduce((least, distance) => Math.min(least, distance), Infinity)
}

interface Run {
  readonly from: number
  readonly to: number
}

/** Runs of frames that hold speech. */
function speechRuns({ level, stepMs }: VoiceFrames): Run[] {
  const sorted = Float32Array.from(level).sort()
  const at = (share: number): number => sorted[Math.floor(share * (sorted.length - 1))] ?? -Infinity
  const least = Math.max(SILENT, at(0.95) - BELOW_LOUDEST, Math.min(at(0.05) + ABOVE_NOISE, at(0.95) - ABOVE_NOISE))
  const runs: { from: number; to: number }[] = []
  for (const [frame, decibels] of level.entries()) {
    if (decibels < least) continue
    const last = runs.at(-1)
    if (last && frame - last.to <= GAP_MS / stepMs) last.to = frame + 1
    else runs.push({ from: frame, to: frame + 1 })
  }
  return runs.filter(({ from, to }) => (to - from) * stepMs >= BLIP_MS)
}

interface Piece extends Run {
  readonly sums: FrameSums
}

function piecesOf({ from, to }: Run, frames: VoiceFrames): Piece[] {
  const count = Math.max(1, Math.round(((to - from) * frames.stepMs) / PIECE_MS))
  return Array.from({ length: count }, (_, at) => {
    const [start, end] = [
      from + Math.floor(((to - from) * at) / count),
      from + Math.floor(((to - from) * (at + 1)) / count),
    ]
    const sums = new FrameSums()
    for (let frame = start; frame < end; frame++) add(sums, frames, frame)
    return { from: start, to: end, sums }
  })
}

function add(sums: FrameSums, { timbre, pitch }: VoiceFrames, frame: number): void {
  sums.add(timbre, frame * TIMBRE, pitch[frame] ?? Number.NaN)
}

/** The pieces grouped into each number of voices up to `MOST_VOICES`; those of a long recording part by part first. */
function groupings(pieces: readonly FrameSums[]): ReadonlyMap<number, readonly FrameSums[]> {
  const parts = Math.ceil(pieces.length / MOST_PIECES)
  const size = Math.ceil(pieces.length / parts)
  const joined =
    parts < 2
      ? pieces
      : Array.from({ length: parts }, (_, at) => {
          const part = pieces.slice(at * size, (at + 1) * size)
          return clustered(part).get(Math.min(part.length, MOST_VOICES)) ?? part
        }).flat()
  return clustered(joined)
}

/** Joins the two that are most alike until one is left; what there is along the way, by how many there are. */
function clustered(pieces: readonly FrameSums[]): Map<number, readonly FrameSums[]> {
  const voices: (FrameSums | undefined)[] = [...pieces]
  const groups = new Map<number, readonly FrameSums[]>()
  /** The nearest of those behind each. */
  const nearest = voices.map((_, at) => nearestOf(voices, at))
  for (let left = voices.length; left > 0; left--) {
    if (left <= MOST_VOICES)
      groups.set(
        left,
        voices.filter((voice) => voice !== undefined),
      )
    let best = -1
    for (const [at, near] of nearest.entries())
      if (near && near.distance < (nearest[best]?.distance ?? Infinity)) best = at
    const near = nearest[best]
    const [a, b] = [voices[best], near && voices[near.at]]
    if (!near || !a || !b) break
    voices[best] = FrameSums.joined(a, b)
    voices[near.at] = undefined
    for (const [at, old] of nearest.entries()) {
      if (!voices[at]) nearest[at] = undefined
      else if (at === best || old?.at === best || old?.at === near.at) nearest[at] = nearestOf(voices, at)
      else if (at < best) nearest[at] = closer(old, nearestOf(voices, at, best, best + 1))
    }
  }
  return groups
}

interface Near {
  readonly at: number
  readonly distance: number
}

function nearestOf(
  voices: readonly (FrameSums | undefined)[],
  at: number,
  from = at + 1,
  to = voices.length,
): Near | undefined {
  const voice = voices[at]
  let best: Near | undefined
  if (!voice) return undefined
  for (let other = from; other < to; other++) {
    const candidate = voices[other]
    const distance = candidate ? bicDistance(voice, candidate, WEIGHT) : Infinity
    if (distance < (best?.distance ?? Infinity)) best = { at: other, distance }
  }
  return best
}

const closer = (a: Near | undefined, b: Near | undefined): Near | undefined =>
  (b?.distance ?? Infinity) < (a?.distance ?? Infinity) ? b : a

/** The voice of each frame that is speech, -1 elsewhere: the likeliest way through all voices. */
function spokenBy(frames: VoiceFrames, spoken: readonly Run[], voices: readonly FrameSums[]): Int8Array {
  const likelihoods = voices.map((voice) => voice.likelihood())
  const heard = new Int8Array(frames.level.length).fill(-1)
  let scores = voices.map(() => 0)
  // One array each for all frames: hours have more of them than objects are good for.
  const count = spoken.reduce((sum, { from, to }) => sum + to - from, 0)
  const back = new Int8Array(count * voices.length)
  const order = new Int32Array(count)
  let passed = 0
  let last = -Infinity
  for (const { from, to } of spoken)
    for (let frame = from; frame < to; frame++) {
      // After a pause a change costs nothing more.
      const cost = frame - last > PAUSE_MS / frames.stepMs ? CHANGE_COST / 4 : CHANGE_COST
      last = frame
      const best = scores.reduce((most, score, at) => (score > (scores[most] ?? -Infinity) ? at : most), 0)
      scores = scores.map((score, at) => {
        const changed = (scores[best] ?? 0) - cost
        back[passed * voices.length + at] = changed > score ? best : at
        const here = likelihoods[at]?.(frames.timbre, frame * TIMBRE, frames.pitch[frame] ?? Number.NaN) ?? 0
        return Math.max(changed, score) + here
      })
      order[passed++] = frame
    }
  let at = scores.reduce((most, score, voice) => (score > (scores[most] ?? -Infinity) ? voice : most), 0)
  for (let index = count - 1; index >= 0; index--) {
    heard[order[index] ?? 0] = at
    at = back[index * voices.length + at] ?? at
  }
  return heard
}

function sumsOf(frames: VoiceFrames, heard: Int8Array, voices: number): FrameSums[] {
  const sums = Array.from({ length: voices }, () => new FrameSums())
  for (const [frame, who] of heard.entries()) {
    const own = sums[who]
    if (own) add(own, frames, frame)
  }
  return sums.filter(({ count }) => count > 0)
}

/** Turns in order; a pause within what one speaker says is theirs. */
function turnsOf(heard: Int8Array, spoken: readonly Run[], stepMs: number): VoiceTurn[] {
  const numbers = new Map<number, number>()
  const turns: { start: number; end: number; speaker: number }[] = []
  for (const { from, to } of spoken)
    for (let frame = from; frame < to; frame++) {
      const voice = heard[frame] ?? 0
      if (!numbers.has(voice)) numbers.set(voice, numbers.size)
      const speaker = numbers.get(voice) ?? 0
      const [start, end] = [Math.round(frame * stepMs), Math.round((frame + 1) * stepMs)]
      const last = turns.at(-1)
      if (last?.speaker === speaker && start - last.end <= PAUSE_MS) last.end = end
      else turns.push({ start, end, speaker })
    }
  return turns
}

/** The share of speech that is clearly one voice; of a single voice, all of it. */
function clearness(frames: VoiceFrames, spoken: readonly Run[], voices: readonly FrameSums[]): number {
  if (voices.length < 2) return 1
  const likelihoods = voices.map((voice) => voice.likelihood())
  const window = Math.max(1, Math.round(1000 / frames.stepMs))
  let [clear, all] = [0, 0]
  for (const { from, to } of spoken)
    for (let start = from; start < to; start += window) {
      const end = Math.min(to, start + window)
      const means = likelihoods.map((likelihood) => {
        let sum = 0
        for (let frame = start; frame < end; frame++)
          sum += likelihood(frames.timbre, frame * TIMBRE, frames.pitch[frame] ?? Number.NaN)
        return sum / (end - start)
      })
      const [best = 0, second = 0] = means.sort((a, b) => b - a)
      all += end - start
      clear += (end - start) * Math.min(1, (best - second) / CLEAR)
    }
  return all === 0 ? 1 : clear / all
}

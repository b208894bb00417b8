import type { TimeRange } from '../timing/time-range.ts'
import { bicDistance, FrameSums, TIMBRE } from './gaussian.ts'
import { secondsApart } from './voice-distance.ts'
import type { VoiceFrames } from './voice-frames.ts'

export interface VoiceTurn extends TimeRange {
  /** From 0, in order of first words. */
  readonly speaker: number
}

/** Speakers with their times. */
export interface FoundVoices {
  readonly turns: readonly VoiceTurn[]
  /** From 0 to 1: how clear the number of speakers is, and the speaker of each second. */
  readonly sure: number
  /** A number that is nearly as likely, if there is one. */
  readonly maybe?: number
}

/** Speech is at most this far below its loudest part, and at least this far above the noise, in decibels. */
const BELOW_LOUDEST = 30
const ABOVE_NOISE = 8
/** Lower levels are silence. */
const SILENT = -60
/**
 * In milliseconds: shorter silences belong to a word, shorter sounds are not speech, and longer pauses separate pieces.
 */
const GAP_MS = 120
const BLIP_MS = 60
const PAUSE_MS = 250
/** Initial pieces: long enough for a covariance, short enough for one speaker. */
const PIECE_MS = 2000
const SHORTEST_PIECE_MS = 700
/** In a longer recording, groups of this many pieces are clustered first. */
const MOST_PIECES = 400
/** Weight of the criterion's penalty, measured on mixes of two to four voices (`npm run bench -- speech`). */
const WEIGHT = 12
/** The least length of a voice in milliseconds, and its least voiced part; other groups are noise, or of another voice. */
const LEAST_VOICE_MS = 1500
const LEAST_VOICED = 0.25
/** Cost of a speaker change in log-likelihood, outweighed by about half a second of frames. */
const CHANGE_COST = 300
/** Log-likelihood per frame by which a voice clearly wins. */
const CLEAR = 1
const ROUNDS = 3
/** Maximum number of voices. */
const MOST_VOICES = 8
/**
 * Voices differ above this criterion per frame and this distance of their seconds. On voices of Flite, different ones
 * reach 8 and 28, one voice cut in two at most 9 and 19, never both.
 */
const APART = 7
const SECONDS_APART = 23
/** The likelihood of a further voice that speaks too little to be compared, or differs by noise. */
const UNKNOWN = 0.5
/** Below this confidence, one voice more or fewer is nearly as likely. */
const UNSURE = 0.6

/**
 * Speaker turns without a voice model: pieces are clustered by timbre and pitch (BIC), then frames are assigned by
 * Viterbi with a cost per change. `speakers`: their number, if known.
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

interface Found extends Assignment {
  /** From 0 to 1: how clear their number is. */
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
  let best = assigned(frames, spoken, groups.get(1) ?? [])
  for (let size = 2; size <= groups.size && best.voices.length < count; size++) {
    const way = assigned(frames, spoken, groups.get(size) ?? [])
    if (way.voices.length > best.voices.length && way.voices.length <= count) best = way
  }
  return { ...best, certainty: 1 }
}

/** Adds voices as long as all of them differ after assigning frames: further ones would be sounds of one voice. */
function asManyAsApart(
  frames: VoiceFrames,
  spoken: readonly Run[],
  groups: ReadonlyMap<number, readonly FrameSums[]>,
): Found {
  let best: Found = { ...assigned(frames, spoken, groups.get(1) ?? []), certainty: 1 }
  for (let size = 2; size <= Math.min(MOST_VOICES, groups.size); size++) {
    const more = assigned(frames, spoken, groups.get(size) ?? [])
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

interface Assignment {
  readonly voices: readonly FrameSums[]
  /** Voice of each frame, -1 without speech. */
  readonly heard: Int8Array
}

/** The voices after assigning each frame to its most likely one, without those that barely speak. */
function assigned(frames: VoiceFrames, spoken: readonly Run[], first: readonly FrameSums[]): Assignment {
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

/** Distance of the two nearest voices; infinite for one. */
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

/** Runs of frames with speech. */
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

/** The pieces grouped into each number of voices up to `MOST_VOICES`; in long recordings part by part first. */
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

/** Repeatedly joins the two most similar voices; returns every stage by the number of voices. */
function clustered(pieces: readonly FrameSums[]): Map<number, readonly FrameSums[]> {
  const voices: (FrameSums | undefined)[] = [...pieces]
  const groups = new Map<number, readonly FrameSums[]>()
  /** The nearest of the later voices for each. */
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

/** The voice of each speech frame, -1 elsewhere: the most likely path. */
function spokenBy(frames: VoiceFrames, spoken: readonly Run[], voices: readonly FrameSums[]): Int8Array {
  const likelihoods = voices.map((voice) => voice.likelihood())
  const heard = new Int8Array(frames.level.length).fill(-1)
  let scores = voices.map(() => 0)
  // One array for all frames, since hours of them are too many objects.
  const count = spoken.reduce((sum, { from, to }) => sum + to - from, 0)
  const back = new Int8Array(count * voices.length)
  const order = new Int32Array(count)
  let passed = 0
  let last = -Infinity
  for (const { from, to } of spoken)
    for (let frame = from; frame < to; frame++) {
      // After a pause a change is cheap.
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

/** Turns in order; a pause between two runs of one speaker belongs to their turn. */
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

/** The share of speech that clearly belongs to one voice; all of it for a single voice. */
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

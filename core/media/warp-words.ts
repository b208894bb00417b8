import type { TimeRange } from '../timing/time-range.ts'
import { type Cepstra, type PlainSound, cepstraOf, distance, evened, joined } from './cepstra.ts'

/** A text spoken by another voice: whole, and each of its words alone. */
export interface SpokenText {
  readonly whole: PlainSound
  readonly words: readonly PlainSound[]
}

/** Word times in milliseconds, and the voices' distance: less is surer. */
export interface WarpedWords {
  readonly times: readonly TimeRange[]
  readonly cost: number
}

const HOP_MS = 10
/** Samples this far below the loudest are silence. */
const SILENCE = 0.02

/**
 * Word times of a text in a sound, by dynamic time warping with another voice's speech (Sakoe and Chiba, 1978; as in
 * aeneas). The single words locate the word starts in that speech. Undefined without sound.
 */
export function warpWords(sound: PlainSound, { whole, words }: SpokenText): WarpedWords | undefined {
  const edges = loudPart(sound)
  const heard = evened(cepstraOf(cutOut(sound, edges), HOP_MS))
  const spoken = evened(cepstraOf(cutOut(whole, loudPart(whole)), HOP_MS))
  const alone = words.map((word) => cepstraOf(cutOut(word, loudPart(word)), HOP_MS))
  const all = joined(alone)
  if (heard.frames === 0 || spoken.frames === 0 || all.frames === 0) return undefined
  const inWhole = warp(evened(all), spoken).path
  const { path, cost } = warp(spoken, heard)
  const lead = (edges.start * 1000) / sound.rate
  const timeAt = (frame: number): number => {
    const own = inWhole[Math.min(inWhole.length - 1, frame)] ?? 0
    return Math.round(lead + (path[own] ?? 0) * HOP_MS)
  }
  let frame = 0
  const starts = alone.map(({ frames }) => {
    const start = timeAt(frame)
    frame += frames
    return start
  })
  const end = Math.round((edges.end * 1000) / sound.rate)
  return { times: starts.map((start, at) => ({ start, end: Math.max(start, starts[at + 1] ?? end) })), cost }
}

/** From the first to the last audible sample. */
function loudPart({ samples }: PlainSound): TimeRange {
  let most = 0
  for (const sample of samples) most = Math.max(most, Math.abs(sample))
  const least = most * SILENCE
  let [start, end] = [0, samples.length]
  while (start < end && Math.abs(samples[start] ?? 0) <= least) start++
  while (end > start && Math.abs(samples[end - 1] ?? 0) <= least) end--
  return { start, end }
}

const cutOut = ({ samples, rate }: PlainSound, { start, end }: TimeRange): PlainSound => ({
  samples: samples.subarray(start, end),
  rate,
})

/** The same sound without silence around it. */
export function withoutEdges(sound: PlainSound): PlainSound {
  return cutOut(sound, loudPart(sound))
}

const DIAGONAL = 0
const UP = 1
const LEFT = 2

/** Per frame of `a` the first frame of `b` on the cheapest path, and that path's cost per frame. */
function warp(a: Cepstra, b: Cepstra): { path: Int32Array; cost: number } {
  const width = b.frames
  const ways = new Uint8Array(a.frames * width)
  let above = new Float64Array(width).fill(Infinity)
  for (let i = 0; i < a.frames; i++) {
    const row = new Float64Array(width)
    for (let j = 0; j < width; j++) {
      const own = distance(a, i, b, j)
      // A diagonal step counts twice, so that no path is cheaper for being shorter.
      const both = i === 0 && j === 0 ? own : (j > 0 ? (above[j - 1] ?? Infinity) : Infinity) + 2 * own
      const up = (above[j] ?? Infinity) + own
      const left = (j > 0 ? (row[j - 1] ?? Infinity) : Infinity) + own
      const least = Math.min(both, up, left)
      row[j] = least
      ways[i * width + j] = least === both ? DIAGONAL : least === up ? UP : LEFT
    }
    above = row
  }
  const path = new Int32Array(a.frames)
  let [i, j] = [a.frames - 1, width - 1]
  while (i >= 0 && j >= 0) {
    path[i] = j
    const way = ways[i * width + j]
    if (way !== LEFT) i--
    if (way !== UP) j--
  }
  return { path, cost: (above[width - 1] ?? 0) / (a.frames + width) }
}

import type { TimeRange } from '../timing/time-range.ts'
import { type Moves, peakOf, spreadOf, STEP } from './shown-steps.ts'

/*
 * Splits cues into parts with an offset each, as videos with breaks need. Dynamic programming maximises the speech under
 * the cues, with a penalty per change of offset (split penalty of "alass", Kaegi 2019).
 */

/** Cues at a speed, in steps, with the video's speech. */
export interface Scene {
  readonly starts: Float64Array
  readonly ends: Float64Array
  /** Prefix sums of mean-free speech at each reachable step; step 0 is at `zero`. */
  readonly sums: Float64Array
  readonly zero: number
  readonly moves: Moves
}

/** Cues from one index up to another with the same offset, in steps. */
export interface Run {
  readonly from: number
  readonly to: number
  readonly move: number
}

/** Maps times: t becomes t × scale + base, then moves by whole steps; `speech` is mean-free. */
export function sceneOf(
  lines: readonly TimeRange[],
  speech: Float64Array,
  { scale, base, moves }: { readonly scale: number; readonly base: number; readonly moves: Moves },
): Scene {
  const steps = (edge: 'start' | 'end'): Float64Array =>
    Float64Array.from(lines, (line) => Math.round((line[edge] * scale + base) / STEP))
  const [starts, ends] = [steps('start'), steps('end')]
  const zero = Math.max(0, -(starts.reduce((least, start) => Math.min(least, start), 0) + moves.first))
  const last = Math.max(speech.length, ends.reduce((most, end) => Math.max(most, end), 0) + moves.last)
  const sums = new Float64Array(zero + last + 1)
  for (let at = 0; at < last; at++) sums[zero + at + 1] = (sums[zero + at] ?? 0) + (speech[at] ?? 0)
  return { starts, ends, sums, zero, moves }
}

/** Speech under a cue at an offset, mean-free. */
function scoreOf({ starts, ends, sums, zero }: Scene, line: number, move: number): number {
  return (sums[(ends[line] ?? 0) + move + zero] ?? 0) - (sums[(starts[line] ?? 0) + move + zero] ?? 0)
}

/** The same for cues from one index up to another, at every offset. */
function scoresOf({ starts, ends, sums, zero, moves }: Scene, from: number, to: number): Float64Array {
  const scores = new Float64Array(Math.max(0, moves.last - moves.first + 1))
  for (let line = from; line < to; line++) {
    const [start, end] = [(starts[line] ?? 0) + moves.first + zero, (ends[line] ?? 0) + moves.first + zero]
    for (let at = 0; at < scores.length; at++) {
      scores[at] = (scores[at] ?? 0) + (sums[end + at] ?? 0) - (sums[start + at] ?? 0)
    }
  }
  return scores
}

/** Cues scored together, and how many of their best offsets are tried. */
const WINDOW = 24
const TRIED = 3
/** Offsets within this many steps count as equal. */
const NEAR = 5
/** Penalty of a change of offset, in mean cue lengths. */
const SPLIT_LINES = 4
/** Fewest cues of a part. */
const FEWEST = 8
/** Significance of a part: standard deviations above chance, and factor above the next best offset. */
const LEAST_SURENESS = 4
const LEAST_LEAD = 1.2
/** Longest missing scene of the video, in steps. */
const FARTHEST_BACK = 120_000 / STEP

/** The best runs of cues with their score, in steps; `known` offsets are tried too. */
export function bestRuns(scene: Scene, known: readonly number[]): { runs: Run[]; score: number } {
  const count = scene.starts.length
  const moves = [...new Set([...known, ...movesOfWindows(scene)])]
  const length = scene.ends.reduce((sum, end, at) => sum + end - (scene.starts[at] ?? 0), 0) / Math.max(1, count)
  return cheapestRuns(scene, moves, SPLIT_LINES * length)
}

function movesOfWindows(scene: Scene): number[] {
  const count = scene.starts.length
  const found: number[] = []
  for (let from = 0; from < count; from += WINDOW / 2) {
    const scores = scoresOf(scene, Math.max(0, Math.min(from, count - WINDOW)), Math.min(count, from + WINDOW))
    for (let nth = 0; nth < TRIED; nth++) {
      const { move } = peakOf(scores, scene.moves.first)
      found.push(move)
      const at = move - scene.moves.first
      scores.fill(0, Math.max(0, at - NEAR), at + NEAR)
    }
  }
  return found
}

function cheapestRuns(scene: Scene, moves: readonly number[], penalty: number): { runs: Run[]; score: number } {
  const count = scene.starts.length
  /** By cue and offset: the offset of the cue before. */
  const before = moves.map(() => new Int32Array(count))
  let totals = moves.map(() => 0)
  for (let line = 0; line < count; line++) {
    const best = indexOfMost(totals)
    const most = (totals[best] ?? 0) - penalty
    totals = moves.map((move, at) => {
      const stays = line === 0 || (totals[at] ?? 0) >= most
      const column = before[at]
      if (column) column[line] = stays ? at : best
      return (stays ? (totals[at] ?? 0) : most) + scoreOf(scene, line, move)
    })
  }
  let at = indexOfMost(totals)
  const score = totals[at] ?? 0
  const runs: Run[] = []
  let to = count
  for (let line = count - 1; line >= 0; line--) {
    const other = before[at]?.[line] ?? at
    if (other === at && line > 0) continue
    runs.unshift({ from: line, to, move: moves[at] ?? 0 })
    ;[at, to] = [other, line]
  }
  return { runs, score }
}

const indexOfMost = (values: readonly number[]): number =>
  values.reduce((best, value, at) => (value > (values[best] ?? -Infinity) ? at : best), 0)

/** How far a run may begin before the previous one's end, in steps: the longest missing scene. */
const goesBack = ({ starts, ends }: Scene, before: Run, run: Run): number =>
  (ends[before.to - 1] ?? 0) + before.move - (starts[run.from] ?? 0) - run.move

/** Significant runs; cues of others join the better fitting neighbour. */
export function withoutWeak(scene: Scene, runs: readonly Run[]): Run[] {
  const left = joined(runs)
  const known = new Map<Run, number>()
  const sureness = (run: Run, before: Run | undefined): number => {
    if (run.to - run.from < FEWEST || (before && goesBack(scene, before, run) > FARTHEST_BACK)) return 0
    const found = known.get(run) ?? surenessOf(scene, run)
    known.set(run, found)
    return found
  }
  for (;;) {
    if (left.length < 2) return left
    const weakest = left
      .map((run, at) => ({ at, sureness: sureness(run, left[at - 1]) }))
      .reduce((least, one) => (one.sureness < least.sureness ? one : least))
    if (weakest.sureness >= LEAST_SURENESS) return left
    const [before, run, after] = [left[weakest.at - 1], left[weakest.at], left[weakest.at + 1]]
    if (!run) return left
    const suits = (other: Run | undefined): number =>
      other ? runScore(scene, { ...run, move: other.move }) : -Infinity
    const move = (suits(before) >= suits(after) ? before : after)?.move ?? run.move
    left.splice(0, left.length, ...joined(left.map((one) => (one === run ? { ...run, move } : one))))
  }
}

/** Merges neighbours with nearly equal offsets into that of the longer. */
function joined(runs: readonly Run[]): Run[] {
  const out: Run[] = []
  for (const run of runs) {
    const last = out.at(-1)
    if (!last || Math.abs(last.move - run.move) > 2) out.push(run)
    else {
      const longer = run.to - run.from > last.to - last.from ? run : last
      out[out.length - 1] = { from: last.from, to: run.to, move: longer.move }
    }
  }
  return out
}

function runScore(scene: Scene, { from, to, move }: Run): number {
  let score = 0
  for (let line = from; line < to; line++) score += scoreOf(scene, line, move)
  return score
}

/** Significance of a run against all other offsets, in standard deviations; 0 if another fits as well. */
function surenessOf(scene: Scene, run: Run): number {
  const { move, sureness, next } = peakOfRun(scene, run)
  return Math.abs(move - run.move) <= NEAR && sureness >= next * LEAST_LEAD ? sureness : 0
}

/** The best offset of a run's cues alone, against all others. */
export const peakOfRun = (scene: Scene, { from, to }: Run) => peakOf(scoresOf(scene, from, to), scene.moves.first)

/** Fewest cues to judge agreement, and the number of stretches that a video is divided into. */
const STRETCH = 20
const STRETCHES = 10
/** Cues below this agreement, or this share of the median stretch's, may belong elsewhere. */
const BY_CHANCE = 1
const LEAST_OF_MEDIAN = 1 / 3

/** Stretches of cues that disagree with the video at their place, each from one index up to another. */
export function doubtfulStretches(scene: Scene, runs: readonly Run[]): { from: number; to: number }[] {
  const count = scene.starts.length
  const stretches = Math.min(STRETCHES, Math.floor(count / STRETCH))
  if (stretches < 2) return []
  const judged = Array.from({ length: stretches }, (_, nth) => {
    const [from, to] = [Math.floor((count * nth) / stretches), Math.floor((count * (nth + 1)) / stretches)]
    const { mean, deviation } = spreadOf(scoresOf(scene, from, to))
    const own = runs
      .map((run) => ({ ...run, from: Math.max(run.from, from), to: Math.min(run.to, to) }))
      .reduce((sum, run) => sum + runScore(scene, run), 0)
    return { from, to, sureness: (own - mean) / deviation }
  })
  const median = judged.map(({ sureness }) => sureness).sort((a, b) => a - b)[Math.floor(stretches / 2)] ?? 0
  return judged.filter(({ sureness }) => sureness < Math.max(BY_CHANCE, median * LEAST_OF_MEDIAN))
}

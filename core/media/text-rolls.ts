import type { TimeRange } from '../timing/time-range.ts'
import type { TextSegment } from './text-segments.ts'

/** Frames of rolling text: the first, and the one after the last. */
export interface RollingFrames {
  readonly first: number
  readonly end: number
}

interface RollOptions {
  /** In pixels. */
  readonly lineHeight: number
  /** Frames a second. */
  readonly rate: number
}

/** Rolling text never stays for longer than this (ms), nor vanishes for this many frames. */
const LONGEST_MS = 1000
const LONGEST_BREAK = 6
/** From this many consecutive shifted segments on, everything beside them rolls too. */
const LEAST_STEPS = 4
/** Segments without a shift after which waiting ends. */
const LONGEST_RUN = 16
/** Longest shift in line heights, and shortest in pixels. */
const FURTHEST = 1.5
const NEAREST = 2
/** Brief segments between rolling stretches within this pause (ms) roll as well. */
const SAME_ROLL_MS = 4000
/** Share of strokes found shifted, and its least advantage over unshifted ones. */
const SAME = 0.6
const OVER_STANDING = 0.2

/** Pixels to the right and down. */
interface Step {
  readonly x: number
  readonly y: number
}

/**
 * Separates rolling text, such as credits and tickers, from still cues: the gate splits it into brief segments, each
 * shifted against the one before. Still segments are emitted once that is certain.
 */
export class RollFilter {
  private readonly options: RollOptions
  private readonly stands: (segment: TextSegment) => void
  private readonly rolls: (frames: RollingFrames) => void
  /** Consecutive brief undecided segments; of a rolling run the last one. */
  private run: TextSegment[] = []
  private way: Step | undefined
  /** Consecutive segments shifted in the same direction. */
  private steps = 0
  /** The first frame of a rolling run. */
  private since: number | undefined
  /** A rolling stretch that may continue, and undecided segments. */
  private rolling: RollingFrames | undefined
  private between: TextSegment[] = []

  constructor(
    options: RollOptions,
    to: { stands: (segment: TextSegment) => void; rolls: (frames: RollingFrames) => void },
  ) {
    this.options = options
    this.stands = to.stands
    this.rolls = to.rolls
  }

  take(segment: TextSegment): void {
    const last = this.run.at(-1)
    if (last && !this.follows(last, segment)) this.release()
    const step = last && this.run.length > 0 ? stepBetween(last, segment, this.options) : undefined
    const goesOn = step && this.way && isSameWay(this.way, step)
    this.steps = step ? (goesOn ? this.steps : 1) + 1 : 1
    this.way = step
    this.run.push(segment)
    if (this.steps >= LEAST_STEPS) this.since ??= this.run[0]?.first
    if (this.since !== undefined) this.run = [segment]
    else if (this.run.length > LONGEST_RUN) this.run.splice(0, 1).forEach((first) => this.stand(first))
  }

  /** After the last segment. */
  end(): void {
    this.release()
    this.endRoll()
  }

  private follows(last: TextSegment, segment: TextSegment): boolean {
    return this.isBrief(last) && this.isBrief(segment) && segment.first - last.end <= LONGEST_BREAK
  }

  private isBrief({ first, end }: TextSegment): boolean {
    return (end - first) * 1000 < LONGEST_MS * this.options.rate
  }

  private release(): void {
    const last = this.run.at(-1)
    if (last && this.since !== undefined) this.roll({ first: this.since, end: last.end })
    else for (const segment of this.run) this.stand(segment)
    this.run = []
    this.way = undefined
    this.steps = 0
    this.since = undefined
  }

  private roll({ first, end }: RollingFrames): void {
    if (!this.goesOn(first)) this.endRoll()
    this.rolling = { first: this.rolling?.first ?? first, end }
    this.between = []
  }

  private stand(segment: TextSegment): void {
    if (this.rolling && this.isBrief(segment) && this.goesOn(segment.first)) this.between.push(segment)
    else {
      this.endRoll()
      this.stands(segment)
    }
  }

  /** Whether the pause since the last rolling text is short enough to continue it. */
  private goesOn(first: number): boolean {
    return this.rolling !== undefined && (first - this.rolling.end) * 1000 <= SAME_ROLL_MS * this.options.rate
  }

  private endRoll(): void {
    if (this.rolling) this.rolls(this.rolling)
    for (const segment of this.between) this.stands(segment)
    this.rolling = undefined
    this.between = []
  }
}

/** Rolling stretches in order, joined across pieces and short pauses. */
export function joinedRolls(rolls: readonly TimeRange[]): TimeRange[] {
  const joined: TimeRange[] = []
  for (const roll of [...rolls].sort((a, b) => a.start - b.start)) {
    const last = joined.at(-1)
    if (last && roll.start - last.end <= SAME_ROLL_MS)
      joined[joined.length - 1] = { start: last.start, end: Math.max(last.end, roll.end) }
    else joined.push(roll)
  }
  return joined
}

const isSameWay = (a: Step, b: Step): boolean => Math.sign(a.x) === Math.sign(b.x) && Math.sign(a.y) === Math.sign(b.y)

/** Shift of one segment's strokes in the next; undefined if not found. */
function stepBetween(a: TextSegment, b: TextSegment, { lineHeight }: RollOptions): Step | undefined {
  const { width, height } = a.picture
  const before = widened(a)
  const pixels = b.strokes.at
  const columns = Int32Array.from(pixels, (at) => at % width)
  const rows = Int32Array.from(pixels, (at) => Math.floor(at / width))
  const shareAt = ({ x, y }: Step): number => {
    let [inside, hits] = [0, 0]
    for (let index = 0; index < columns.length; index++) {
      const [column, row] = [(columns[index] ?? 0) - x, (rows[index] ?? 0) - y]
      if (column < 0 || row < 0 || column >= width || row >= height) continue
      inside++
      hits += before[row * width + column] ?? 0
    }
    return inside * 2 < pixels.length ? 0 : hits / inside
  }
  const least = Math.max(SAME, shareAt({ x: 0, y: 0 }) + OVER_STANDING)
  let best: (Step & { share: number }) | undefined
  for (let far = NEAREST; far <= FURTHEST * lineHeight; far++) {
    for (const step of [
      { x: 0, y: -far },
      { x: 0, y: far },
      { x: -far, y: 0 },
      { x: far, y: 0 },
    ]) {
      const share = shareAt(step)
      if (share >= (best?.share ?? least)) best = { ...step, share }
    }
  }
  return best
}

/** Strokes with their neighbours: a shift is no whole number of pixels. */
function widened(segment: TextSegment): Uint8Array {
  const { width, height } = segment.picture
  const wide = new Uint8Array(width * height)
  for (const at of segment.strokes.at) {
    const [x, y] = [at % width, Math.floor(at / width)]
    for (let row = Math.max(0, y - 1); row <= Math.min(height - 1, y + 1); row++)
      wide.fill(1, row * width + Math.max(0, x - 1), row * width + Math.min(width, x + 2))
  }
  return wide
}

import type { TimeRange } from '../timing/time-range.ts'
import type { TextSegment } from './text-segments.ts'

/** Frames in which text rolls: the first one, and the one after the last. */
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

/** Text that rolls is never the same for longer than this (ms), nor gone for so many frames. */
const LONGEST_MS = 1000
const LONGEST_BREAK = 6
/** Where so many segments one after another are each a step further than the one before it, all beside them roll. */
const LEAST_STEPS = 4
/** What does not roll for so many segments is not waited for any longer. */
const LONGEST_RUN = 16
/** A step is no longer than so many heights of a line, and no shorter than so many pixels. */
const FURTHEST = 1.5
const NEAREST = 2
/** Brief segments between two stretches that roll, with no longer break than this (ms), roll as well. */
const SAME_ROLL_MS = 4000
/** This share of the strokes is there again a step further on, and so much more than where they were. */
const SAME = 0.6
const OVER_STANDING = 0.2

/** Pixels to the right and down. */
interface Step {
  readonly x: number
  readonly y: number
}

/**
 * Tells text that rolls through the picture, as credits and tickers do, from lines that stand: the gate cuts it into brief
 * segments, each of which shows the one before it a little further on. What stands is handed on when it is known that it
 * does not roll.
 */
export class RollFilter {
  private readonly options: RollOptions
  private readonly stands: (segment: TextSegment) => void
  private readonly rolls: (frames: RollingFrames) => void
  /** Brief segments one after another, of which it is not known yet what they are; where they roll, the last one. */
  private run: TextSegment[] = []
  private way: Step | undefined
  /** Segments up to the last one that are each a step further on the same way. */
  private steps = 0
  /** The first frame of a run that rolls. */
  private since: number | undefined
  /** A stretch that rolls and may go on, and what is not known to belong to it. */
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

  /** Whether so little time is between what rolled last and a frame that it may be the same text that rolls on. */
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

/** Stretches that roll, in their order: one that goes on over a border of pieces, or after a short break, is one. */
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

/** By how much the strokes of one segment are further on in the next one; undefined where they are not. */
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

/** Strokes and the pixels beside them: a step is no whole number of pixels. */
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

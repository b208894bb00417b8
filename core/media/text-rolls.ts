import type { TextSegment } from './text-gate.ts'

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
/** So many segments one after another, each a step further than the one before it, are text that rolls. */
const LEAST_STEPS = 4
/** A step is no longer than so many heights of a line, and no shorter than so many pixels. */
const FURTHEST = 1.5
const NEAREST = 2
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
 * segments, each of which shows the one before it a little further on. What stands is handed on, one segment later.
 */
export class RollFilter {
  private readonly options: RollOptions
  private readonly stands: (segment: TextSegment) => void
  private readonly rolls: (frames: RollingFrames) => void
  private run: TextSegment[] = []
  private way: Step | undefined

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
    const step = last && this.follows(last, segment) ? stepBetween(last, segment, this.options) : undefined
    if (!step || (this.way && !isSameWay(this.way, step))) this.release()
    this.way = this.run.length > 0 ? step : undefined
    this.run.push(segment)
  }

  /** After the last segment. */
  end(): void {
    this.release()
  }

  private follows(last: TextSegment, segment: TextSegment): boolean {
    const isBrief = ({ first, end }: TextSegment): boolean => (end - first) * 1000 < LONGEST_MS * this.options.rate
    return isBrief(last) && isBrief(segment) && segment.first - last.end <= LONGEST_BREAK
  }

  private release(): void {
    const [first, last] = [this.run[0], this.run.at(-1)]
    if (first && last && this.run.length >= LEAST_STEPS) this.rolls({ first: first.first, end: last.end })
    else for (const segment of this.run) this.stands(segment)
    this.run = []
    this.way = undefined
  }
}

const isSameWay = (a: Step, b: Step): boolean => Math.sign(a.x) === Math.sign(b.x) && Math.sign(a.y) === Math.sign(b.y)

/** By how much the strokes of one segment are further on in the next one; undefined where they are not. */
function stepBetween(a: TextSegment, b: TextSegment, { lineHeight }: RollOptions): Step | undefined {
  const { width, height } = a.picture
  const before = widened(a)
  const pixels = strokesOf(b)
  const shareAt = ({ x, y }: Step): number => {
    let [inside, hits] = [0, 0]
    for (const at of pixels) {
      const [column, row] = [(at % width) - x, Math.floor(at / width) - y]
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

function strokesOf({ strokes }: TextSegment): number[] {
  const pixels: number[] = []
  for (let at = 0; at < strokes.length; at++) if (strokes[at] === 1) pixels.push(at)
  return pixels
}

/** Strokes and the pixels beside them: a step is no whole number of pixels. */
function widened(segment: TextSegment): Uint8Array {
  const { width, height } = segment.picture
  const wide = new Uint8Array(width * height)
  for (const at of strokesOf(segment)) {
    const [x, y] = [at % width, Math.floor(at / width)]
    for (let row = Math.max(0, y - 1); row <= Math.min(height - 1, y + 1); row++)
      wide.fill(1, row * width + Math.max(0, x - 1), row * width + Math.min(width, x + 2))
  }
  return wide
}

import type { PixelArea } from '../domain/picture-region.ts'
import { type GreyPicture, markInk, type TextInk } from './text-ink.ts'

/** A stretch of frames in which the same text stands. */
export interface TextSegment {
  /** The first frame that shows it, and the one after the last. */
  readonly first: number
  readonly end: number
  /** The text without what moves behind it: the darkest of each pixel over time, for dark letters the brightest. */
  readonly picture: GreyPicture
  /** 1 for each pixel that is a stroke for at least half of the time. */
  readonly strokes: Uint8Array
}

export interface TextGateOptions {
  readonly width: number
  readonly height: number
  readonly ink: TextInk
  /** Height of a line in pixels. */
  readonly lineHeight: number
}

/** Strokes count where they stay for so many frames: what moves behind them does not. */
const STEADY_FRAMES = 3
/** The smallest text, in squares of a line's height. */
const LEAST_INK = 0.04
/** Less than this share of a text's strokes is left: it is gone. */
const GONE = 0.6
/** A change is larger than the smallest text by this, than this share of the text, and than what flickers anyhow. */
const CHANGE = 1.2
const CHANGE_SHARE = 0.08
const OVER_FLICKER = 4
/** Two segments with a break of so many frames at most are one where no stroke of either is this far from the other's. */
const LONGEST_BREAK = 3
const NEAR = 2
/** Frames of a segment that are laid over each other. */
const MOST_FRAMES = 12

interface OpenSegment {
  first: number
  end: number
  /** How often each pixel was a stroke, over so many frames. */
  readonly hits: Uint16Array
  count: number
  /** Usual number of pixels that come and go from frame to frame. */
  flicker: { gained: number; lost: number }
  kept: { at: number; data: Uint8Array }[]
  step: number
}

/**
 * Cuts the part of a video in which subtitles stand into stretches of one text each, frame by frame, without reading
 * them: a text changes where steady strokes come or go. Starts and ends are exact to the frame.
 */
export class TextGate {
  private readonly options: TextGateOptions
  private readonly emit: (segment: TextSegment) => void
  private readonly least: number
  private readonly frames: Uint8Array[] = []
  private readonly masks: Uint8Array[] = []
  private readonly steady: Uint8Array
  private pushed = 0
  private judged = 0
  private open: OpenSegment | undefined
  private closed: OpenSegment | undefined

  constructor(options: TextGateOptions, emit: (segment: TextSegment) => void) {
    this.options = options
    this.emit = emit
    this.least = Math.max(6, LEAST_INK * options.lineHeight ** 2)
    const area = options.width * options.height
    this.steady = new Uint8Array(area)
    for (let at = 0; at < STEADY_FRAMES; at++) {
      this.frames.push(new Uint8Array(area))
      this.masks.push(new Uint8Array(area))
    }
  }

  /** Takes the next frame, which is copied. */
  push(frame: Uint8Array): void {
    const slot = this.pushed % STEADY_FRAMES
    this.frames[slot]?.set(frame)
    markInk(frame, this.options, this.options.ink, this.mask(this.pushed))
    this.pushed++
    if (this.pushed >= STEADY_FRAMES) this.judge()
  }

  /** After the last frame: what is still there ends with it. */
  end(): void {
    this.close(this.pushed)
    this.release()
  }

  private mask(frame: number): Uint8Array {
    return this.masks[frame % STEADY_FRAMES] ?? this.steady
  }

  /** Looks at one frame with those after it. */
  private judge(): void {
    const at = this.judged++
    const area = this.markSteady()
    if (this.open) {
      const change = this.compare(this.open)
      if (change === 'gone') this.close(at + STEADY_FRAMES - 1)
      else if (change === 'new') this.close(at)
      else this.extend(this.open, at)
    }
    if (!this.open && area >= this.least) this.begin(at)
  }

  private markSteady(): number {
    const [a, b, c] = this.masks
    const { steady } = this
    if (!a || !b || !c) return 0
    let area = 0
    for (let at = 0; at < steady.length; at++) {
      const value = (a[at] ?? 0) & (b[at] ?? 0) & (c[at] ?? 0)
      steady[at] = value
      area += value
    }
    return area
  }

  /** What became of a segment's text in the frame that is looked at. */
  private compare(segment: OpenSegment): 'gone' | 'new' | 'same' {
    const { hits, count, flicker } = segment
    const { steady, least } = this
    let [strokes, kept, gained] = [0, 0, 0]
    for (let at = 0; at < steady.length; at++) {
      const hit = hits[at] ?? 0
      if (hit > 0 && hit * 2 >= count) {
        strokes++
        kept += steady[at] ?? 0
      } else gained += steady[at] ?? 0
    }
    const lost = strokes - kept
    const limit = (usual: number): number => Math.max(CHANGE * least, CHANGE_SHARE * strokes, OVER_FLICKER * usual)
    if (kept < GONE * strokes || lost > limit(flicker.lost)) return 'gone'
    if (gained > limit(flicker.gained)) return 'new'
    flicker.gained = count === 1 ? gained : 0.8 * flicker.gained + 0.2 * gained
    flicker.lost = count === 1 ? lost : 0.8 * flicker.lost + 0.2 * lost
    return 'same'
  }

  private begin(at: number): void {
    const hits = Uint16Array.from(this.steady)
    this.open = { first: at, end: at, hits, count: 1, flicker: { gained: 0, lost: 0 }, kept: [], step: 1 }
    this.keep(this.open, at)
  }

  private extend(segment: OpenSegment, at: number): void {
    segment.count++
    const { hits } = segment
    for (let pixel = 0; pixel < hits.length; pixel++) hits[pixel] = (hits[pixel] ?? 0) + (this.steady[pixel] ?? 0)
    // Counts stay far below what 16 bits hold; only their share of the frames matters.
    if (segment.count > 4096) {
      segment.count >>= 1
      for (let pixel = 0; pixel < hits.length; pixel++) hits[pixel] = (hits[pixel] ?? 0) >> 1
    }
    if ((at - segment.first) % segment.step === 0) this.keep(segment, at)
  }

  /** Frames of a segment at even distances, however long it gets. */
  private keep(segment: OpenSegment, at: number): void {
    const frame = this.frames[at % STEADY_FRAMES]
    if (!frame) return
    segment.kept.push({ at, data: frame.slice() })
    if (segment.kept.length <= MOST_FRAMES) return
    segment.kept = segment.kept.filter((_, index) => index % 2 === 0)
    segment.step *= 2
  }

  private close(end: number): void {
    const segment = this.open
    this.open = undefined
    if (!segment) return
    segment.end = Math.min(end, this.pushed)
    if (segment.end - segment.first < STEADY_FRAMES) return
    const before = this.closed
    if (before && segment.first - before.end <= LONGEST_BREAK && this.isSameText(before, segment)) {
      before.end = segment.end
      return
    }
    this.release()
    this.closed = segment
  }

  /** Flicker at the edges of letters is near their strokes; a word that comes or goes is not. */
  private isSameText(a: OpenSegment, b: OpenSegment): boolean {
    const [before, after] = [strokesOf(a), strokesOf(b)]
    const stray =
      countOf(strayStrokes(before, after, this.options)) + countOf(strayStrokes(after, before, this.options))
    return stray < Math.max(this.least, CHANGE_SHARE * countOf(before))
  }

  private release(): void {
    const segment = this.closed
    this.closed = undefined
    if (!segment) return
    const { width, height } = this.options
    const { first, end } = segment
    const strokes = strokesOf(segment)
    this.emit({ first, end, strokes, picture: { width, height, data: this.laidOver(segment.kept) } })
  }

  /** Letters stay through all frames; what is behind them shows its darkest (for dark letters brightest). */
  private laidOver(kept: OpenSegment['kept']): Uint8Array {
    // At its edges a text may still be fading.
    const edge = kept.length >= 6 ? Math.floor(kept.length / 6) : 0
    const [first, ...others] = kept.slice(edge, kept.length - edge)
    const result = first?.data.slice() ?? new Uint8Array(0)
    const isLight = this.options.ink.isLight
    for (const { data } of others) {
      for (let at = 0; at < result.length; at++) {
        const [a, b] = [result[at] ?? 0, data[at] ?? 0]
        result[at] = isLight === a < b ? a : b
      }
    }
    return result
  }
}

/** Marks the pixels that are strokes in at least half of a segment's frames. */
function strokesOf({ hits, count }: OpenSegment): Uint8Array {
  return Uint8Array.from(hits, (hit) => (hit > 0 && hit * 2 >= count ? 1 : 0))
}

function countOf(mask: Uint8Array): number {
  let count = 0
  for (const value of mask) count += value
  return count
}

interface Size {
  readonly width: number
  readonly height: number
}

/** The strokes of one picture that are not near any of another one. */
function strayStrokes(of: Uint8Array, from: Uint8Array, { width, height }: Size): Uint8Array {
  const stray = of.slice()
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (from[y * width + x] !== 1) continue
      const [left, right] = [Math.max(0, x - NEAR), Math.min(width, x + NEAR + 1)]
      for (let row = Math.max(0, y - NEAR); row <= Math.min(height - 1, y + NEAR); row++)
        stray.fill(0, row * width + left, row * width + right)
    }
  }
  return stray
}

/** Where a segment has strokes that the one before it (none: an empty picture) does not have; undefined where nowhere. */
export function freshArea(segment: TextSegment, before: TextSegment | undefined): PixelArea | undefined {
  const { width, height } = segment.picture
  const stray = before ? strayStrokes(segment.strokes, before.strokes, segment.picture) : segment.strokes
  let [left, right, top, bottom] = [width, -1, height, -1]
  for (let at = 0; at < stray.length; at++) {
    if (stray[at] !== 1) continue
    const [x, y] = [at % width, Math.floor(at / width)]
    left = Math.min(left, x)
    right = Math.max(right, x)
    top = Math.min(top, y)
    bottom = Math.max(bottom, y)
  }
  return right < 0 ? undefined : { x: left, y: top, width: right - left + 1, height: bottom - top + 1 }
}

/** Whether two segments have the same strokes in an area, to this share, whatever is around it. */
export function sharesText(a: TextSegment, b: TextSegment, area: PixelArea, share: number): boolean {
  const { width, height } = a.picture
  let [common, either] = [0, 0]
  for (let y = Math.max(0, Math.floor(area.y)); y < Math.min(height, area.y + area.height); y++) {
    for (let x = Math.max(0, Math.floor(area.x)); x < Math.min(width, area.x + area.width); x++) {
      const [one, other] = [a.strokes[y * width + x] ?? 0, b.strokes[y * width + x] ?? 0]
      common += one & other
      either += one | other
    }
  }
  return either > 0 && common >= share * either
}

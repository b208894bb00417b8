import { BYTES_PER_WORD, notSmaller } from './byte-words.ts'
import { inkAmong, markInk, type TextInk } from './text-ink.ts'
import type { TextSegment } from './text-segments.ts'
import { isLaidOver, STILL_THERE, strayCount, type Strokes, withoutPatterns } from './text-strokes.ts'

export interface TextGateOptions {
  readonly width: number
  readonly height: number
  readonly ink: TextInk
  /** Height of a line in pixels. */
  readonly lineHeight: number
  /** Frames a second. */
  readonly rate: number
}

/** Strokes count where they stay for so many frames: what moves behind them does not. */
const STEADY_FRAMES = 3
/** The smallest text, in squares of a line's height. */
const LEAST_INK = 0.04
/** A change is larger than the smallest text by this, than this share of the text, and than what flickers anyhow. */
const CHANGE = 1.2
const CHANGE_SHARE = 0.08
const OVER_FLICKER = 4
/** Two segments with a break of so many frames at most are one where they show the same text. */
const LONGEST_BREAK = 3
/** Frames of a segment that are laid over each other. */
const MOST_FRAMES = 12
const MANY_FRAMES = 4
/** Strokes that come for less time than this (ms), or leave so soon after a text came, are of what moves behind it. */
const BRIEF_MS = 400
/** What stands for less time is no text unless it has so many times the ink of the smallest one: a word, not a speck. */
const BRIEF_INK = 5
/** A text is there where this share of its strokes is. */
const SAME_TEXT = 0.85

interface OpenSegment {
  first: number
  end: number
  /** How often each pixel was a stroke, over so many frames. */
  readonly hits: Uint16Array
  /** The pixels that were ever a stroke: few of all. */
  touched: number[]
  count: number
  /** Once it is closed: its strokes without patterns. */
  strokes?: Strokes | undefined
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
  /** Where the first of `frames` has strokes: of all frames in a row that are compared it is one, so what stays is among them. */
  private readonly inkAt: Int32Array
  private inkCount = 0
  private readonly steady: Uint8Array
  /** The pixels of `steady`, of which most are none, and how many there are. */
  private readonly steadyAt: Int32Array
  private steadyCount = 0
  private pushed = 0
  private judged = 0
  /** Memory of segments that are over, for those to come: counts that are all 0, and frames. */
  private readonly spareHits: Uint16Array[] = []
  private readonly spareFrames: Uint8Array[] = []
  private open: OpenSegment | undefined
  private closed: OpenSegment | undefined
  /** A brief one after `closed`, which is part of it where the next one is. */
  private brief: OpenSegment | undefined

  constructor(options: TextGateOptions, emit: (segment: TextSegment) => void) {
    this.options = options
    this.emit = emit
    this.least = Math.max(6, LEAST_INK * options.lineHeight ** 2)
    const area = options.width * options.height
    this.steady = new Uint8Array(area)
    this.steadyAt = new Int32Array(area)
    this.inkAt = new Int32Array(area)
    for (let at = 0; at < STEADY_FRAMES; at++) this.frames.push(new Uint8Array(area))
  }

  /** Takes the next frame, which is copied. */
  push(frame: Uint8Array): void {
    const slot = this.pushed % STEADY_FRAMES
    this.frames[slot]?.set(frame)
    if (slot === 0) this.inkCount = markInk(frame, this.options, this.options.ink, undefined, this.inkAt)
    this.pushed++
    if (this.pushed >= STEADY_FRAMES) this.judge()
  }

  /** After the last frame: what is still there ends with it. */
  end(): void {
    this.close(this.pushed)
    this.release()
  }

  /** Looks at one frame with those after it. */
  private judge(): void {
    const at = this.judged++
    this.markSteady()
    if (this.open) {
      const change = this.compare(this.open)
      if (change === 'gone') this.close(at + STEADY_FRAMES - 1)
      else if (change === 'new') this.close(at)
      else this.extend(this.open, at)
    }
    if (!this.open && this.steadyCount >= this.least) this.begin(at)
  }

  /** The strokes that all of the newest frames have. */
  private markSteady(): void {
    const { steady, steadyAt, inkAt, inkCount, options } = this
    for (let index = 0; index < this.steadyCount; index++) steady[steadyAt[index] ?? 0] = 0
    let [places, count] = [inkAt, inkCount]
    for (let slot = 1; slot < STEADY_FRAMES; slot++) {
      count = inkAmong(this.frames[slot]!, options, options.ink, places, count, steadyAt)
      places = steadyAt
    }
    this.steadyCount = count
    for (let index = 0; index < this.steadyCount; index++) steady[steadyAt[index] ?? 0] = 1
  }

  /** What became of a segment's text in the frame that is looked at. */
  private compare(segment: OpenSegment): 'gone' | 'new' | 'same' {
    const { hits, touched, count, flicker } = segment
    const { steady, steadyCount, least } = this
    let [strokes, kept] = [0, 0]
    for (const at of touched) {
      if ((hits[at] ?? 0) * 2 < count) continue
      strokes++
      kept += steady[at] ?? 0
    }
    const gained = steadyCount - kept
    const lost = strokes - kept
    const limit = (usual: number): number => Math.max(CHANGE * least, CHANGE_SHARE * strokes, OVER_FLICKER * usual)
    if (kept < STILL_THERE * strokes || lost > limit(flicker.lost)) return 'gone'
    if (gained > limit(flicker.gained)) return 'new'
    flicker.gained = count === 1 ? gained : 0.8 * flicker.gained + 0.2 * gained
    flicker.lost = count === 1 ? lost : 0.8 * flicker.lost + 0.2 * lost
    return 'same'
  }

  private begin(at: number): void {
    const hits = this.spareHits.pop() ?? new Uint16Array(this.steady.length)
    this.open = { first: at, end: at, hits, touched: [], count: 1, flicker: { gained: 0, lost: 0 }, kept: [], step: 1 }
    this.hit(this.open)
    this.keep(this.open, at)
  }

  private extend(segment: OpenSegment, at: number): void {
    segment.count++
    this.hit(segment)
    keepSmall(segment)
    if ((at - segment.first) % segment.step === 0) this.keep(segment, at)
  }

  private hit({ hits, touched }: OpenSegment): void {
    for (let index = 0; index < this.steadyCount; index++) {
      const at = this.steadyAt[index] ?? 0
      const before = hits[at] ?? 0
      if (before === 0) touched.push(at)
      hits[at] = before + 1
    }
  }

  /** Frames of a segment at even distances, however long it gets. */
  private keep(segment: OpenSegment, at: number): void {
    const frame = this.frames[at % STEADY_FRAMES]
    if (!frame) return
    const data = this.spareFrames.pop() ?? wholeWords(frame.length)
    data.set(frame)
    segment.kept.push({ at, data })
    if (segment.kept.length <= MOST_FRAMES) return
    this.thin(segment)
    segment.step *= 2
  }

  /** Keeps every second frame. */
  private thin(segment: OpenSegment): void {
    for (const [index, { data }] of segment.kept.entries()) if (index % 2 === 1) this.spareFrames.push(data)
    segment.kept = segment.kept.filter((_, index) => index % 2 === 0)
  }

  /** Takes back the memory of a segment that is over; frames that went over to another one are not its own any more. */
  private recycle({ hits, touched, kept }: OpenSegment): void {
    for (const at of touched) hits[at] = 0
    this.spareHits.push(hits)
    for (const { data } of kept) this.spareFrames.push(data)
  }

  private close(end: number): void {
    const segment = this.open
    this.open = undefined
    if (!segment) return
    segment.end = Math.min(end, this.pushed)
    if (segment.end - segment.first < STEADY_FRAMES) this.recycle(segment)
    else this.take(segment)
  }

  /** Puts a segment to those before it that show the same text, or hands these over. */
  private take(segment: OpenSegment): void {
    const { closed, brief } = this
    if (closed && brief && this.follows(closed, segment, brief.end - closed.end) && this.isSameText(closed, segment)) {
      this.brief = undefined
      this.recycle(brief)
      this.join(closed, segment)
      return
    }
    const last = brief ?? closed
    if (last && this.follows(last, segment) && this.isSameText(last, segment)) return this.join(last, segment)
    if (last && this.follows(last, segment) && this.isBrief(last) && this.isWithin(segment, last)) {
      // What left with the first moments was not of the text.
      segment.first = last.first
      this.recycle(last)
      if (brief) this.brief = segment
      else this.closed = segment
      return
    }
    if (closed && !brief && this.follows(closed, segment) && this.isBrief(segment)) {
      this.brief = segment
      return
    }
    this.release()
    this.closed = segment
  }

  /** Puts a later segment of the same text to one: what is behind it at either time is gone from the picture of both. */
  private join(segment: OpenSegment, later: OpenSegment): void {
    segment.end = later.end
    segment.kept = [...segment.kept, ...later.kept]
    while (segment.kept.length > MOST_FRAMES) this.thin(segment)
    segment.count += later.count
    segment.strokes = undefined
    const { hits, touched } = segment
    for (const at of later.touched) {
      const before = hits[at] ?? 0
      if (before === 0) touched.push(at)
      hits[at] = before + (later.hits[at] ?? 0)
    }
    keepSmall(segment)
    this.recycle({ ...later, kept: [] })
  }

  private follows(before: OpenSegment, { first }: OpenSegment, between = 0): boolean {
    return first - before.end <= LONGEST_BREAK + between
  }

  private isBrief({ first, end }: OpenSegment): boolean {
    return (end - first) * 1000 < BRIEF_MS * this.options.rate
  }

  private strokesOf(segment: OpenSegment): Strokes {
    return (segment.strokes ??= withoutPatterns(strokesOf(segment), this.options))
  }

  /** Whether nearly all strokes of one segment are in another one. */
  private isWithin(inner: OpenSegment, outer: OpenSegment): boolean {
    const strokes = this.strokesOf(inner)
    const around = this.strokesOf(outer)
    const most = (1 - SAME_TEXT) * strokes.at.length
    return strayCount(strokes, around, this.options) <= most
  }

  /** Flicker at the edges of letters is near their strokes; a word that comes or goes is not. */
  private isSameText(a: OpenSegment, b: OpenSegment): boolean {
    const [before, after] = [this.strokesOf(a), this.strokesOf(b)]
    const limit = Math.max(this.least, CHANGE_SHARE * before.at.length)
    const stray = strayCount(before, after, this.options)
    if (stray >= limit || stray + strayCount(after, before, this.options) >= limit) return false
    // Text that rolls is cut into brief ones, each a step from the one before it.
    return (this.isBrief(a) && this.isBrief(b)) || isLaidOver(before, after)
  }

  /** Hands over what waits. */
  private release(): void {
    for (const segment of [this.closed, this.brief]) if (segment) this.hand(segment)
    this.closed = undefined
    this.brief = undefined
  }

  private hand(segment: OpenSegment): void {
    const { width, height } = this.options
    const { first, end } = segment
    const strokes = this.strokesOf(segment)
    const ink = strokes.at.length
    const isText = ink >= this.least && !(this.isBrief(segment) && ink < BRIEF_INK * this.least)
    const data = isText ? this.laidOver(segment.kept) : undefined
    this.recycle(segment)
    if (data) this.emit({ first, end, strokes, picture: { width, height, data } })
  }

  /**
   * Letters stay through all frames; what is behind them shows its darkest (for dark letters brightest). Of many frames the
   * second darkest counts: a faint dot is lost in one or the other.
   */
  private laidOver(kept: OpenSegment['kept']): Uint8Array {
    // At its edges a text may still be fading.
    const edge = kept.length >= 6 ? Math.floor(kept.length / 6) : 0
    const frames = kept.slice(edge, kept.length - edge)
    const { width, height, ink } = this.options
    const flip = ink.isLight ? 0 : -1
    const darkest = new Int32Array(Math.ceil((width * height) / BYTES_PER_WORD)).fill(-1)
    const second = darkest.slice()
    for (const { data } of frames) layUnder(new Int32Array(data.buffer, 0, darkest.length), flip, darkest, second)
    const chosen = frames.length >= MANY_FRAMES ? second : darkest
    if (flip !== 0) for (let at = 0; at < chosen.length; at++) chosen[at] = ~(chosen[at] ?? 0)
    return new Uint8Array(chosen.buffer, 0, width * height)
  }
}

/** Memory for so many bytes that can be read word by word. */
function wholeWords(length: number): Uint8Array {
  return new Uint8Array(Math.ceil(length / BYTES_PER_WORD) * BYTES_PER_WORD).subarray(0, length)
}

/** Takes a frame into the darkest and the second darkest of those before it; four pixels a word. */
function layUnder(words: Int32Array, flip: number, darkest: Int32Array, second: Int32Array): void {
  for (let at = 0; at < darkest.length; at++) {
    const value = (words[at] ?? 0) ^ flip
    const dark = darkest[at] ?? 0
    const isBrighter = notSmaller(value, dark)
    const brighter = (value & isBrighter) | (dark & ~isBrighter)
    darkest[at] = value ^ dark ^ brighter
    const next = second[at] ?? 0
    const isMore = notSmaller(brighter, next)
    second[at] = (next & isMore) | (brighter & ~isMore)
  }
}

/** Counts stay far below what 16 bits hold; only their share of the frames matters. */
function keepSmall(segment: OpenSegment): void {
  if (segment.count <= 4096) return
  const { hits } = segment
  segment.count >>= 1
  for (const at of segment.touched) hits[at] = (hits[at] ?? 0) >> 1
  segment.touched = segment.touched.filter((at) => (hits[at] ?? 0) > 0)
}

/** The pixels that are strokes in at least half of a segment's frames. */
function strokesOf({ hits, touched, count }: OpenSegment): Strokes {
  const mask = new Uint8Array(hits.length)
  const least = Math.max(1, Math.ceil(count / 2))
  const at = touched.filter((pixel) => (hits[pixel] ?? 0) >= least)
  for (const pixel of at) mask[pixel] = 1
  return { mask, at }
}

import { hasOtherLetter } from './text-changes.ts'
import { laidOver, wholeWords } from './text-layers.ts'
import { type GreyPicture, inkAmong, markInk, type TextInk } from './text-ink.ts'
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

/** Strokes count if they stay for this many frames; motion behind them does not. */
const STEADY_FRAMES = 3
/** The smallest text, in squares of the line height. */
const LEAST_INK = 0.04
/** A change exceeds the smallest text by this, this share of the text, and the usual flicker. */
const CHANGE = 1.2
const CHANGE_SHARE = 0.08
const OVER_FLICKER = 4
/**
 * A change of one letter, in squares of the line height, in a text shown for this many frames; `take` checks it closely.
 */
const LETTER_INK = 0.018
const LETTER_PIXELS = 4
const LETTER_FRAMES = 8
/** Factor above the motion behind it. */
const STILL = 6
/** Consecutive frames that must show it. */
const DOUBT_FRAMES = 4
/** Letters' strokes are present in this share of a text's frames, despite motion. */
const ALWAYS = 0.95
/** Segments of the same text within this many frames are merged. */
const LONGEST_BREAK = 3
/** Sampled frames of a segment. */
const MOST_FRAMES = 12
/** Strokes that appear for less time than this (ms), or vanish so soon after a text's start, are background. */
const BRIEF_MS = 400
/** Shorter segments need this many times the ink of the smallest text: a word, not a speck. */
const BRIEF_INK = 5
/** A text is present if this share of its strokes is. */
const SAME_TEXT = 0.85

interface OpenSegment {
  first: number
  end: number
  /** How often each pixel was a stroke, over this many frames. */
  readonly hits: Uint16Array
  /** Pixels that were ever a stroke: few of all. */
  touched: number[]
  count: number
  /** After closing: its strokes without patterns. */
  strokes?: Strokes | undefined
  /** Usual number of pixels that change per frame; firm ones are of permanent strokes. */
  flicker: { gained: number; lost: number; firm: number }
  kept: { at: number; data: Uint8Array }[]
  step: number
  /** It began at an apparent change of a letter. */
  readonly isDoubted: boolean
  /** Where it may have ended by a changed letter, and for how many frames. */
  doubt?: { readonly end: number; frames: number } | undefined
}

/**
 * Divides a region's frames into segments of one text each without reading: a text changes where steady strokes appear or
 * vanish. Starts and ends are frame-exact.
 */
export class TextGate {
  private readonly options: TextGateOptions
  private readonly emit: (segment: TextSegment) => void
  private readonly least: number
  private readonly letterInk: number
  private readonly frames: Uint8Array[] = []
  /** Strokes of the first of `frames` that are strokes in all compared frames. */
  private readonly inkAt: Int32Array
  private inkCount = 0
  private readonly steady: Uint8Array
  /** The pixels of `steady`, mostly none, and their number. */
  private readonly steadyAt: Int32Array
  private steadyCount = 0
  private pushed = 0
  private judged = 0
  /** Reusable memory of finished segments: cleared counts, and frames. */
  private readonly spareHits: Uint16Array[] = []
  private readonly spareFrames: Uint8Array[] = []
  private open: OpenSegment | undefined
  private closed: OpenSegment | undefined
  /** A brief segment after `closed`, which joins it if the next one does. */
  private brief: OpenSegment | undefined

  constructor(options: TextGateOptions, emit: (segment: TextSegment) => void) {
    this.options = options
    this.emit = emit
    this.least = Math.max(6, LEAST_INK * options.lineHeight ** 2)
    this.letterInk = Math.max(LETTER_PIXELS, LETTER_INK * options.lineHeight ** 2)
    const area = options.width * options.height
    this.steady = new Uint8Array(area)
    this.steadyAt = new Int32Array(area)
    this.inkAt = new Int32Array(area)
    for (let at = 0; at < STEADY_FRAMES; at++) this.frames.push(new Uint8Array(area))
  }

  /** Adds the next frame, which is copied. */
  push(frame: Uint8Array): void {
    const slot = this.pushed % STEADY_FRAMES
    this.frames[slot]?.set(frame)
    if (slot === 0) this.inkCount = markInk(frame, this.options, this.options.ink, undefined, this.inkAt)
    this.pushed++
    if (this.pushed >= STEADY_FRAMES) this.judge()
  }

  /** After the last frame: open segments end with it. */
  end(): void {
    this.close(this.pushed)
    this.release()
  }

  /** Processes one frame with its successors. */
  private judge(): void {
    const at = this.judged++
    this.markSteady()
    if (this.open) {
      const { change, isSmall } = this.compare(this.open)
      const end = change === 'gone' ? at + STEADY_FRAMES - 1 : at
      if (change === 'same') this.extend(this.open, at)
      else if (isSmall) this.doubt(this.open, at, end)
      else this.close(end)
    }
    if (!this.open && this.steadyCount >= this.least) this.begin(at)
  }

  /** A changed letter stays changed; brief changes are ignored. */
  private doubt(segment: OpenSegment, at: number, end: number): void {
    const doubt = (segment.doubt ??= { end, frames: 0 })
    if (++doubt.frames < DOUBT_FRAMES) return
    this.close(doubt.end)
    if (this.steadyCount >= this.least) this.begin(at, { first: doubt.end, isDoubted: true })
  }

  /** Strokes common to the newest frames. */
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

  /** State of a segment's text in a frame; a small change is letter-sized. */
  private compare(segment: OpenSegment): { change: 'gone' | 'new' | 'same'; isSmall: boolean } {
    const { hits, touched, count, flicker } = segment
    const { steady, steadyCount, least } = this
    let [strokes, kept, firm] = [0, 0, 0]
    const always = ALWAYS * count
    for (const at of touched) {
      const seen = hits[at] ?? 0
      if (seen * 2 < count) continue
      strokes++
      const isKept = steady[at] ?? 0
      kept += isKept
      if (seen >= always) firm += 1 - isKept
    }
    const gained = steadyCount - kept
    const lost = strokes - kept
    const limit = (usual: number): number => Math.max(CHANGE * least, CHANGE_SHARE * strokes, OVER_FLICKER * usual)
    if (kept < STILL_THERE * strokes || lost > limit(flicker.lost)) return { change: 'gone', isSmall: false }
    if (gained > limit(flicker.gained)) return { change: 'new', isSmall: false }
    if (count >= LETTER_FRAMES) {
      if (firm > Math.max(this.letterInk, OVER_FLICKER * flicker.firm)) return { change: 'gone', isSmall: true }
      // With motion behind a text, a new stroke is hardly a letter.
      const isStill = flicker.gained * STILL < this.letterInk
      if (isStill && gained > this.letterInk) return { change: 'new', isSmall: true }
    }
    flicker.firm = count === 1 ? firm : 0.8 * flicker.firm + 0.2 * firm
    flicker.gained = count === 1 ? gained : 0.8 * flicker.gained + 0.2 * gained
    flicker.lost = count === 1 ? lost : 0.8 * flicker.lost + 0.2 * lost
    segment.doubt = undefined
    return { change: 'same', isSmall: false }
  }

  private begin(at: number, { first, isDoubted } = { first: at, isDoubted: false }): void {
    const hits = this.spareHits.pop() ?? new Uint16Array(this.steady.length)
    this.open = {
      first,
      isDoubted,
      end: at,
      hits,
      touched: [],
      count: 1,
      flicker: { gained: 0, lost: 0, firm: 0 },
      kept: [],
      step: 1,
    }
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

  /** Evenly spaced frames of a segment of any length. */
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

  /** Releases a finished segment's memory; frames passed to another one are excluded. */
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

  /** Merges a segment with earlier ones of the same text, or emits those. */
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
    if (last && segment.isDoubted && this.isBrief(segment)) {
      // No new line: motion behind the last one.
      last.end = segment.end
      return this.recycle(segment)
    }
    if (last && this.follows(last, segment) && this.isBrief(last) && this.isWithin(segment, last)) {
      // Strokes that vanished after the first moments are not the text's.
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

  /** Merges a later segment of the same text: each removes the other's background. */
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

  /** Whether nearly all strokes of one segment are in another. */
  private isWithin(inner: OpenSegment, outer: OpenSegment): boolean {
    const strokes = this.strokesOf(inner)
    const around = this.strokesOf(outer)
    const most = (1 - SAME_TEXT) * strokes.at.length
    return strayCount(strokes, around, this.options) <= most
  }

  /** Flicker at letters' edges is near their strokes; a changed word is not. */
  private isSameText(a: OpenSegment, b: OpenSegment): boolean {
    const [before, after] = [this.strokesOf(a), this.strokesOf(b)]
    const limit = Math.max(this.least, CHANGE_SHARE * before.at.length)
    const stray = strayCount(before, after, this.options)
    if (stray >= limit || stray + strayCount(after, before, this.options) >= limit) return false
    // Rolling text becomes brief segments, each shifted against the one before.
    if (this.isBrief(a) && this.isBrief(b)) return true
    return isLaidOver(before, after) && !this.hasOtherLetter(a, b)
  }

  /** Brief segments reveal too little of the motion behind them. */
  private hasOtherLetter(a: OpenSegment, b: OpenSegment): boolean {
    if (this.isBrief(a) || this.isBrief(b)) return false
    const { ink, lineHeight } = this.options
    const still = (segment: OpenSegment): Pick<TextSegment, 'picture' | 'strokes'> => ({
      picture: this.pictureOf(segment),
      strokes: this.strokesOf(segment),
    })
    return hasOtherLetter(still(a), still(b), { isLight: ink.isLight, lineHeight })
  }

  private pictureOf({ kept }: OpenSegment): GreyPicture {
    const { width, height, ink } = this.options
    return laidOver(
      kept.map(({ data }) => data),
      { width, height },
      ink.isLight,
    )
  }

  /** Emits waiting segments. */
  private release(): void {
    for (const segment of [this.closed, this.brief]) if (segment) this.hand(segment)
    this.closed = undefined
    this.brief = undefined
  }

  private hand(segment: OpenSegment): void {
    const { first, end } = segment
    const strokes = this.strokesOf(segment)
    const ink = strokes.at.length
    const isText = ink >= this.least && !(this.isBrief(segment) && ink < BRIEF_INK * this.least)
    const picture = isText ? this.pictureOf(segment) : undefined
    this.recycle(segment)
    if (picture) this.emit({ first, end, strokes, picture })
  }
}

/** Counts stay far below 16 bits; only their share of frames matters. */
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

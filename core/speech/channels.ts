import type { Word } from './words.ts'

/** Sample rate that suffices to separate talkers of two channels. */
export const CHANNEL_RATE = 8000
const FRAME = CHANNEL_RATE / 20
/** Mean square of 16-bit samples above which a frame is not silent (-46 dB). */
const SILENT = (32768 * 10 ** (-46 / 20)) ** 2
/** A channel leads a frame in which it is stronger by this factor (10 dB). */
const LEADS = 10
/** Frames of a second of speech: fewer on a channel are noise. */
const FEWEST = 20
/** The least share of non-silent frames that a channel leads. */
const LEAST_SHARE = 0.08
/** Below this, neither samples nor levels of the channels correlate. */
const LOW = 0.3

/** How the two channels of a sound correlate. */
export interface ChannelFacts {
  /** Correlation of their samples, from -1 to 1. */
  readonly correlation: number
  /** Correlation of their levels per frame, in decibels. */
  readonly levels: number
  /** Number of non-silent frames, and of those that one channel leads. */
  readonly frames: number
  readonly left: number
  readonly right: number
}

/** Measures two channels from interleaved samples, left first; whole pairs in each call. */
export class ChannelMeter {
  private readonly samples = new Pairs()
  private readonly levels = new Pairs()
  private frames = 0
  private readonly leading = { left: 0, right: 0 }
  private at = 0
  private left = 0
  private right = 0
  private both = 0

  take(pairs: Int16Array): void {
    for (let index = 0; index + 1 < pairs.length; index += 2) {
      const l = pairs[index] ?? 0
      const r = pairs[index + 1] ?? 0
      this.left += l * l
      this.right += r * r
      this.both += l * r
      if (++this.at === FRAME) this.endFrame()
    }
  }

  private endFrame(): void {
    const [left, right] = [this.left / FRAME, this.right / FRAME]
    if (Math.max(left, right) >= SILENT) {
      this.frames++
      if (left > right * LEADS) this.leading.left++
      if (right > left * LEADS) this.leading.right++
      this.samples.addProducts(left, right, this.both / FRAME)
      this.levels.add(decibels(left), decibels(right))
    }
    ;[this.at, this.left, this.right, this.both] = [0, 0, 0, 0]
  }

  get facts(): ChannelFacts {
    return {
      correlation: this.samples.correlation(false),
      levels: this.levels.correlation(true),
      frames: this.frames,
      ...this.leading,
    }
  }
}

const decibels = (power: number): number => 10 * Math.log10(power + 1)

/** Sums of two compared series. */
class Pairs {
  private count = 0
  private readonly sum = { x: 0, y: 0 }
  private xx = 0
  private yy = 0
  private xy = 0

  add(x: number, y: number): void {
    this.count++
    this.sum.x += x
    this.sum.y += y
    this.addProducts(x * x, y * y, x * y)
  }

  addProducts(xx: number, yy: number, xy: number): void {
    this.xx += xx
    this.yy += yy
    this.xy += xy
  }

  /** From -1 to 1, around the means or around 0; 0 if one series is constant. */
  correlation(isCentred: boolean): number {
    const { x, y } = this.sum
    const n = Math.max(1, this.count)
    const [meanX, meanY] = isCentred ? [x / n, y / n] : [0, 0]
    const [xx, yy] = [this.xx - n * meanX * meanX, this.yy - n * meanY * meanY]
    const spread = Math.sqrt(Math.max(0, xx) * Math.max(0, yy))
    return spread > 1e-9 * (this.xx + this.yy) ? Math.max(-1, Math.min(1, (this.xy - n * meanX * meanY) / spread)) : 0
  }
}

/**
 * Whether each channel has a separate talker: their waves and levels are unrelated and each leads for a while. Two
 * microphones before one talker have equal levels; a silent channel never leads.
 */
export function areApart({ correlation, levels, frames, left, right }: ChannelFacts): boolean {
  const least = Math.max(FEWEST, frames * LEAST_SHARE)
  return Math.abs(correlation) < LOW && levels < LOW && left >= least && right >= least
}

/** Speaker of each channel. */
export const channelSpeakers = ['left', 'right'] as const
export type ChannelSpeaker = (typeof channelSpeakers)[number]

/** Words of both channels by start, each with the speaker of its channel. */
export function joinChannels(left: readonly Word[], right: readonly Word[]): Word[] {
  const said = (words: readonly Word[], speaker: ChannelSpeaker): Word[] => words.map((word) => ({ ...word, speaker }))
  return [...said(left, 'left'), ...said(right, 'right')].sort((a, b) => a.start - b.start || a.end - b.end)
}

/**
 * Words of each channel separately, if they come from `joinChannels`: a line has one talker, even if the other
 * interrupts.
 */
export function wordsByTalker(words: readonly Word[]): Word[][] {
  const isOnChannel = ({ speaker }: Word): boolean => channelSpeakers.some((channel) => channel === speaker)
  if (!words.every(isOnChannel)) return [[...words]]
  return [...Map.groupBy(words, ({ speaker }) => speaker).values()]
}

import type { Word } from './words.ts'

/** Samples a second that are enough to tell talkers of two channels apart. */
export const CHANNEL_RATE = 8000
const FRAME = CHANNEL_RATE / 20
/** Mean square of samples of 16 bits above which a frame is not silent (-46 dB). */
const SILENT = (32768 * 10 ** (-46 / 20)) ** 2
/** A channel leads a frame in which it is so many times as strong (10 dB). */
const LEADS = 10
/** Frames of a second of speech: fewer on a channel are a noise. */
const FEWEST = 20
/** Of all frames that are not silent, those that a channel leads at least. */
const LEAST_SHARE = 0.08
/** Below this, neither samples nor levels of the channels go together. */
const LOW = 0.3

/** How the two channels of a sound go together. */
export interface ChannelFacts {
  /** Of their samples, from -1 to 1. */
  readonly correlation: number
  /** Of their levels, frame by frame, in decibels. */
  readonly levels: number
  /** Frames that are not silent, and those of them that one channel leads. */
  readonly frames: number
  readonly left: number
  readonly right: number
}

/** Measures two channels as their samples come, left and right by turns; whole pairs each time. */
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

/** Sums of two series that are compared. */
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

  /** From -1 to 1, around the means or around 0; 0 where one of them does not change. */
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
 * Whether two talkers have a channel each: what the channels hold has little to do with each other, neither wave by wave nor
 * in when it is loud, and each of them leads for a while. One talker before two microphones is as loud in both at the same
 * time, however the waves are shifted; a channel that is silent leads nowhere.
 */
export function areApart({ correlation, levels, frames, left, right }: ChannelFacts): boolean {
  const least = Math.max(FEWEST, frames * LEAST_SHARE)
  return Math.abs(correlation) < LOW && levels < LOW && left >= least && right >= least
}

/** Who speaks on which channel. */
export const channelSpeakers = ['left', 'right'] as const
export type ChannelSpeaker = (typeof channelSpeakers)[number]

/** Words of both channels in the order in which they begin, each with the speaker of its channel. */
export function joinChannels(left: readonly Word[], right: readonly Word[]): Word[] {
  const said = (words: readonly Word[], speaker: ChannelSpeaker): Word[] => words.map((word) => ({ ...word, speaker }))
  return [...said(left, 'left'), ...said(right, 'right')].sort((a, b) => a.start - b.start || a.end - b.end)
}

/** Words of each channel by itself, where they come from `joinChannels`: lines hold one talker each, also where the other breaks in. */
export function wordsByTalker(words: readonly Word[]): Word[][] {
  const isOnChannel = ({ speaker }: Word): boolean => channelSpeakers.some((channel) => channel === speaker)
  if (!words.every(isOnChannel)) return [[...words]]
  return [...Map.groupBy(words, ({ speaker }) => speaker).values()]
}

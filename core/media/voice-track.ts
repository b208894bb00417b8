import type { TimeRange } from '../timing/time-range.ts'

const BLOCK = 65_536
const MOST = 32_767

/**
 * A track of spoken lines, each at its sample, made from its beginning to its end: it holds no more than the lines that
 * are spoken at once. Lines are added in the order of their starts; what is done of the track is handed out.
 */
export class VoiceTrack {
  private readonly rate: number
  /** Samples that were handed out. */
  private done = 0
  /** Sums of the lines from there on. */
  private waiting = new Int32Array(0)

  constructor(rate: number) {
    this.rate = rate
  }

  /** Adds a line at a time in milliseconds and hands out what lies before it. */
  *add(atMs: number, samples: Int16Array): Generator<Int16Array> {
    const at = Math.round((atMs * this.rate) / 1000)
    yield* this.upTo(at)
    const offset = at - this.done
    if (this.waiting.length < offset + samples.length) {
      const longer = new Int32Array(offset + samples.length)
      longer.set(this.waiting)
      this.waiting = longer
    }
    for (const [index, sample] of samples.entries()) {
      const place = offset + index
      this.waiting[place] = (this.waiting[place] ?? 0) + sample
    }
  }

  /** Hands out the rest, with silence up to a time in milliseconds. */
  *end(totalMs: number): Generator<Int16Array> {
    yield* this.upTo(Math.max(this.done + this.waiting.length, Math.round((totalMs * this.rate) / 1000)))
  }

  private *upTo(sample: number): Generator<Int16Array> {
    while (this.done < sample) {
      const block = new Int16Array(Math.min(BLOCK, sample - this.done))
      const sums = this.waiting.subarray(0, block.length)
      for (const [index, sum] of sums.entries()) block[index] = Math.max(-MOST, Math.min(MOST, sum))
      this.waiting = this.waiting.slice(block.length)
      this.done += block.length
      yield block
    }
  }
}

/** Samples a second of the key that the original steps back by. */
export const KEY_RATE = 1000
/** Its level while somebody speaks, as a share of full scale. */
const KEY_LEVEL = 0.2
/** The original steps back this long before a line and comes back this long after it, in milliseconds. */
const KEY_PAD_MS = 80

/**
 * A steady signal wherever the dub or the original speaks: the original's voice is not heard where the dub of its line is
 * shorter. `ranges` in any order.
 */
export function* duckingKey(ranges: readonly TimeRange[], totalMs: number): Generator<Int16Array> {
  const samples = Math.ceil((totalMs * KEY_RATE) / 1000)
  const on = ranges
    .map(({ start, end }) => ({ start: Math.max(0, start - KEY_PAD_MS), end: end + KEY_PAD_MS }))
    .sort((a, b) => a.start - b.start)
  let first = 0
  for (let at = 0; at < samples; at += BLOCK) {
    const block = new Int16Array(Math.min(BLOCK, samples - at))
    while (first < on.length && (on[first]?.end ?? 0) <= at) first++
    for (const { start, end } of on.slice(first)) {
      if (start >= at + block.length) break
      block.fill(Math.round(KEY_LEVEL * MOST), Math.max(0, start - at), Math.max(0, end - at))
    }
    yield block
  }
}

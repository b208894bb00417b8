const BLOCK = 65_536
const MOST = 32_767

/**
 * A track of spoken cues, written from start to end, with only simultaneous cues in memory. Cues are added in the order
 * of their starts; finished parts are emitted.
 */
export class VoiceTrack {
  private readonly rate: number
  /** Emitted samples. */
  private done = 0
  /** Sums of the cues from there on. */
  private waiting = new Int32Array(0)

  constructor(rate: number) {
    this.rate = rate
  }

  /** Adds a cue at a time in milliseconds and emits everything before it. */
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

  /** Emits the rest, padded with silence to a time in milliseconds. */
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

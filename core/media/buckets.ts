/** Values of one bucket in order: least sample, greatest sample, root mean square. */
export const BUCKET_VALUES = 3

/** Buckets that are emitted together. */
const PIECE_BUCKETS = 512

export interface ReducerOptions {
  /** Hertz of the samples. */
  readonly rate: number
  readonly perSecond: number
  /** Samples of the first bucket before the first given one. */
  readonly phase?: number
}

/**
 * Reduces 16-bit mono sound to min, max and RMS per bucket as it arrives. Bucket bounds are computed from the start, not
 * added up: at 44.1 kHz a bucket of 8 ms holds 352.8 samples.
 */
export class BucketReducer {
  private readonly perBucket: number
  private readonly emit: (buckets: Int16Array<ArrayBuffer>) => void
  private piece = new Int16Array(PIECE_BUCKETS * BUCKET_VALUES)
  private inPiece = 0
  private bucket = 0
  /** Samples since the first bucket's start, and the end of the current bucket. */
  private taken: number
  private bound: number
  private count = 0
  private min = 0
  private max = 0
  private squares = 0

  constructor({ rate, perSecond, phase = 0 }: ReducerOptions, emit: (buckets: Int16Array<ArrayBuffer>) => void) {
    this.perBucket = rate / perSecond
    this.emit = emit
    this.taken = phase
    this.bound = Math.round(this.perBucket)
  }

  write(samples: Int16Array): void {
    let at = 0
    while (at < samples.length) {
      const end = Math.min(samples.length, at + this.bound - this.taken)
      this.fold(samples, at, end)
      this.taken += end - at
      at = end
      if (this.taken >= this.bound) this.close()
    }
  }

  private fold(samples: Int16Array, from: number, to: number): void {
    let { min, max, squares } = this
    for (let i = from; i < to; i++) {
      const value = samples[i] ?? 0
      if (value < min) min = value
      else if (value > max) max = value
      squares += value * value
    }
    this.min = min
    this.max = max
    this.squares = squares
    this.count += to - from
  }

  private close(): void {
    const at = this.inPiece * BUCKET_VALUES
    this.piece[at] = this.min
    this.piece[at + 1] = this.max
    this.piece[at + 2] = this.count > 0 ? Math.sqrt(this.squares / this.count) : 0
    this.min = this.max = this.squares = this.count = 0
    this.bucket++
    this.bound = Math.round((this.bucket + 1) * this.perBucket)
    if (++this.inPiece === PIECE_BUCKETS) this.flush()
  }

  private flush(): void {
    this.emit(this.piece.slice(0, this.inPiece * BUCKET_VALUES))
    this.inPiece = 0
  }

  /** Ends the sound: emits the rest, including an incomplete bucket. */
  end(): void {
    if (this.count > 0) this.close()
    if (this.inPiece > 0) this.flush()
  }
}

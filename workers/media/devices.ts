import { PEAKS_PER_SECOND } from '#core/media/peaks.ts'

/** Takes what ffmpeg writes to a device file while it runs. */
export interface Device {
  write(bytes: Uint8Array): void
  /** The command ended: hand out what is left. */
  end(): void
}

export type Emit = (buffer: ArrayBuffer) => void

/** Buckets handed out together: about five seconds. */
const TILE_BUCKETS = 512

/** Reduces 16-bit mono sound to min and max of each hundredth of a second as it arrives. */
export class PeaksDevice implements Device {
  private readonly rate: number
  private readonly emit: Emit
  private tile = new Int16Array(TILE_BUCKETS * 2)
  private inTile = 0
  private samples = 0
  private bucket = 0
  private min = 0
  private max = 0
  private carry: number | undefined

  constructor(rate: number, emit: Emit) {
    this.rate = rate
    this.emit = emit
  }

  write(bytes: Uint8Array): void {
    let at = 0
    if (this.carry !== undefined && bytes.length > 0) {
      this.sample(this.carry | (bytes[0]! << 8))
      this.carry = undefined
      at = 1
    }
    for (; at + 1 < bytes.length; at += 2) this.sample(bytes[at]! | (bytes[at + 1]! << 8))
    if (at < bytes.length) this.carry = bytes[at]
  }

  private sample(unsigned: number): void {
    const value = (unsigned << 16) >> 16
    if (value < this.min) this.min = value
    if (value > this.max) this.max = value
    this.samples++
    // Bounds are computed, not added up: 22.05 kHz has 220.5 samples a bucket.
    if (this.samples >= Math.round(((this.bucket + 1) * this.rate) / PEAKS_PER_SECOND)) this.closeBucket()
  }

  private closeBucket(): void {
    this.tile[this.inTile * 2] = this.min
    this.tile[this.inTile * 2 + 1] = this.max
    this.min = 0
    this.max = 0
    this.bucket++
    if (++this.inTile === TILE_BUCKETS) this.flush()
  }

  private flush(): void {
    this.emit(this.tile.slice(0, this.inTile * 2).buffer)
    this.inTile = 0
  }

  end(): void {
    if (this.inTile > 0) this.flush()
  }
}

/** Cuts a stream of raw pictures into single ones. */
export class FramesDevice implements Device {
  private readonly frameBytes: number
  private readonly emit: Emit
  private frame: Uint8Array<ArrayBuffer>
  private filled = 0

  constructor(frameBytes: number, emit: Emit) {
    this.frameBytes = frameBytes
    this.emit = emit
    this.frame = new Uint8Array(frameBytes)
  }

  write(bytes: Uint8Array): void {
    let at = 0
    while (at < bytes.length) {
      const piece = bytes.subarray(at, at + this.frameBytes - this.filled)
      this.frame.set(piece, this.filled)
      this.filled += piece.length
      at += piece.length
      if (this.filled === this.frameBytes) this.handOut()
    }
  }

  private handOut(): void {
    this.emit(this.frame.buffer)
    this.frame = new Uint8Array(this.frameBytes)
    this.filled = 0
  }

  end(): void {
    this.filled = 0
  }
}

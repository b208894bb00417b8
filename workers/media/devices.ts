import { BucketReducer } from '#core/media/buckets.ts'
import type { DeviceMount } from './protocol.ts'

/** Receives ffmpeg's output to a device file while it runs. */
export interface Device {
  write(bytes: Uint8Array): void
  /** The command ended: emit the rest. */
  end(): void
}

export type Emit = (buffer: ArrayBuffer) => void

/** The device described by JSON; an Error if invalid. */
export function readDeviceMount(json: string): DeviceMount {
  const mount: DeviceMount = JSON.parse(json)
  if (!['buckets', 'frames', 'bytes'].includes(mount.kind)) throw new Error(`No such device: ${json}`)
  return mount
}

/** Opens a device whose results go to `emit`. */
export function makeDevice(mount: DeviceMount, emit: Emit): Device {
  switch (mount.kind) {
    case 'buckets':
      return new BucketsDevice(mount, emit)
    case 'frames':
      return new FramesDevice(mount.frameBytes, emit)
    case 'bytes':
      return new BytesDevice(emit)
  }
}

/** Reduces 16-bit mono sound as it arrives. */
export class BucketsDevice implements Device {
  private readonly reducer: BucketReducer
  private carry: number | undefined

  constructor(options: { rate: number; perSecond: number; phase: number }, emit: Emit) {
    this.reducer = new BucketReducer(options, (buckets) => emit(buckets.buffer))
  }

  write(bytes: Uint8Array): void {
    const isWhole = this.carry === undefined && bytes.byteOffset % 2 === 0 && bytes.length % 2 === 0
    if (isWhole) this.reducer.write(new Int16Array(bytes.buffer, bytes.byteOffset, bytes.length / 2))
    else this.writeOdd(bytes)
  }

  /** A write may end inside a sample, or continue one. */
  private writeOdd(bytes: Uint8Array): void {
    const before = this.carry === undefined ? [] : [this.carry]
    const joined = Uint8Array.from([...before, ...bytes])
    const whole = joined.length - (joined.length % 2)
    this.carry = whole < joined.length ? joined[whole] : undefined
    this.reducer.write(new Int16Array(joined.buffer, 0, whole / 2))
  }

  end(): void {
    this.reducer.end()
  }
}

/** Splits a stream of raw pictures. */
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

const PIECE_BYTES = 256 * 1024

/** Emits bytes in pieces large enough for a message. */
export class BytesDevice implements Device {
  private readonly emit: Emit
  private piece = new Uint8Array(PIECE_BYTES)
  private filled = 0

  constructor(emit: Emit) {
    this.emit = emit
  }

  write(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length;) {
      const part = bytes.subarray(at, at + PIECE_BYTES - this.filled)
      this.piece.set(part, this.filled)
      this.filled += part.length
      at += part.length
      if (this.filled === PIECE_BYTES) this.end()
    }
  }

  end(): void {
    if (this.filled > 0) this.emit(this.piece.slice(0, this.filled).buffer)
    this.filled = 0
  }
}

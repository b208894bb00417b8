/** Joins arbitrary pieces of a pipe into blocks of whole 16-bit samples. */
export class SampleStream {
  private rest = Buffer.alloc(0)
  private readonly bytes: number
  private readonly take: (samples: Int16Array) => void
  constructor(channels: number, take: (samples: Int16Array) => void) {
    this.bytes = 2 * channels
    this.take = take
  }

  write(bytes: Buffer): void {
    const joined = this.rest.length > 0 || bytes.byteOffset % 2 === 1 ? Buffer.concat([this.rest, bytes]) : bytes
    const aligned = joined.byteOffset % 2 === 0 ? joined : Buffer.from(Uint8Array.from(joined).buffer)
    const whole = aligned.length - (aligned.length % this.bytes)
    this.take(new Int16Array(aligned.buffer, aligned.byteOffset, whole / 2))
    this.rest = Buffer.from(aligned.subarray(whole))
  }
}

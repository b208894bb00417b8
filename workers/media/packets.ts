import {
  ALL_FORMATS,
  BufferTarget,
  CanvasSink,
  CustomSource,
  EncodedPacketSink,
  type EncodedPacket,
  EncodedVideoPacketSource,
  Input,
  type InputVideoTrack,
  MATROSKA,
  MkvOutputFormat,
  MP4,
  OGG,
  Output,
  QTFF,
  type VideoSample,
  VideoSampleSink,
  WEBM,
} from 'mediabunny'
import { largestVideo } from '#core/media/facts.ts'
import { MediaFailed } from '#core/media/fault.ts'
import type { SourceMount } from './protocol.ts'

const TRIES = 3
const CACHE_BYTES = 16 * 1024 ** 2

/** Seconds of the video's own clock. */
type Seconds = number

/** Reads a video's packets and, by the browser's decoders, its pictures. */
export class PacketReader {
  readonly reads: { bytes: number; requests: number }
  private readonly input: Input
  private readonly track: InputVideoTrack
  private readonly sink: EncodedPacketSink

  private constructor(input: Input, track: InputVideoTrack, reads: { bytes: number; requests: number }) {
    this.input = input
    this.track = track
    this.reads = reads
    this.sink = new EncodedPacketSink(track)
  }

  /** Undefined if the container is unknown or has no pictures of a known codec. */
  static async open(source: SourceMount): Promise<PacketReader | undefined> {
    const reads = { bytes: 0, requests: 0 }
    const input = new Input({ source: byteSource(source, reads), formats: ALL_FORMATS })
    try {
      if (!(await input.canRead())) return undefined
      const track = await chosenTrack(input)
      return track && (await track.getCodec()) ? new PacketReader(input, track, reads) : undefined
    } catch (error) {
      if (error instanceof MediaFailed) throw error
      return undefined
    }
  }

  close(): void {
    this.input.dispose()
  }

  canDecode(): Promise<boolean> {
    return this.track.canDecode()
  }

  /** Whether players show the container's times: then a time on their clock is one of the packets'. */
  keepsClock(): Promise<boolean> {
    return keepsClock(this.input)
  }

  /** End of the last packet of all tracks, in milliseconds of the packets' clock; may read the whole file. */
  async lastMs(): Promise<number> {
    return (await this.input.computeDuration()) * 1000
  }

  /** Displayed size in pixels. */
  async shownSize(): Promise<{ width: number; height: number }> {
    return { width: await this.track.getDisplayWidth(), height: await this.track.getDisplayHeight() }
  }

  /** Time of the keyframe at or before each time; the first one for earlier times. */
  async keyTimes(times: readonly Seconds[], signal: AbortSignal): Promise<Seconds[]> {
    const found: Seconds[] = []
    for (const time of times) {
      signal.throwIfAborted()
      found.push((await this.keyPacket(time, true))?.timestamp ?? time)
    }
    return found
  }

  /** Undefined if the file is truncated before it. */
  private async keyPacket(time: Seconds, metadataOnly: boolean): Promise<EncodedPacket | undefined> {
    const packet = await this.sink.getKeyPacket(time, { metadataOnly })
    if (packet) return packet
    const first = await this.sink.getFirstKeyPacket({ metadataOnly })
    return first && first.timestamp > time ? first : undefined
  }

  /**
   * A small Matroska video of the keyframes at or before some times, each at the second of its index; keyframes missing
   * in a truncated file are left out.
   */
  async keyFrames(times: readonly Seconds[], signal: AbortSignal): Promise<Uint8Array<ArrayBuffer>> {
    const codec = await this.track.getCodec()
    const decoderConfig = await this.track.getDecoderConfig()
    // In transport streams codec parameters are in the pictures: such packets can't be copied.
    const isWhole = decoderConfig && (codec !== 'avc' || decoderConfig.description)
    if (!codec || !isWhole) throw new MediaFailed('unsupported')
    const target = new BufferTarget()
    const output = new Output({ format: new MkvOutputFormat(), target })
    const pictures = new EncodedVideoPacketSource(codec)
    output.addVideoTrack(pictures)
    await output.start()
    let count = 0
    // Requested concurrently: remote ones each wait for an answer.
    const packets = await Promise.all(times.map((time) => this.keyPacket(time, false)))
    for (const [at, packet] of packets.entries()) {
      signal.throwIfAborted()
      if (!packet) continue
      await pictures.add(packet.clone({ timestamp: at, duration: 1 }), { decoderConfig })
      count++
    }
    if (count === 0) throw new MediaFailed('unreadable', 'no key frame')
    await output.finalize()
    if (!target.buffer) throw new MediaFailed('unreadable', 'no key frame')
    return new Uint8Array(target.buffer)
  }

  /** Pictures at some times, decoded by the browser, as displayed. */
  async *pictures(times: readonly Seconds[], width: number, height: number): AsyncGenerator<ImageBitmap | undefined> {
    const sink = new CanvasSink(this.track, { width, height, fit: 'fill', poolSize: 2 })
    for await (const wrapped of sink.canvasesAtTimestamps(times)) {
      yield wrapped ? await createImageBitmap(wrapped.canvas) : undefined
    }
  }

  /** Every picture between two times, small and grey, with its time. */
  async *greys(from: Seconds, to: Seconds, width: number): AsyncGenerator<{ time: Seconds; luma: Uint8Array }> {
    const shrink = new Shrink(width)
    for await (const sample of new VideoSampleSink(this.track).samples(Math.max(0, from), to)) {
      try {
        yield { time: sample.timestamp, luma: await shrink.grey(sample) }
      } finally {
        sample.close()
      }
    }
  }
}

/** Of several videos the one that ffmpeg uses. */
async function chosenTrack(input: Input): Promise<InputVideoTrack | undefined> {
  const tracks = await Promise.all(
    (await input.getVideoTracks()).map(async (track) => ({
      track,
      codedWidth: await track.getCodedWidth(),
      codedHeight: await track.getCodedHeight(),
      isDefault: (await track.getDisposition()).default,
    })),
  )
  return largestVideo(tracks)?.track
}

/** Makes small grey pictures of decoded ones. */
class Shrink {
  private readonly width: number
  private plane = new Uint8Array(0)

  constructor(width: number) {
    this.width = width
  }

  async grey(sample: VideoSample): Promise<Uint8Array> {
    // Planar and half-planar formats begin with luma; others are converted by the browser.
    const isLumaFirst = /^(?:I4|NV12)/.test(sample.format ?? '') && !/P1/.test(sample.format ?? '')
    const options = isLumaFirst ? {} : ({ format: 'RGBA' } as const)
    const size = sample.allocationSize(options)
    if (this.plane.length < size) this.plane = new Uint8Array(size)
    const [layout] = await sample.copyTo(this.plane.subarray(0, size), options)
    const bytesPerPixel = isLumaFirst ? 1 : 4
    if (!layout) throw new MediaFailed('unreadable', 'no picture')
    // Of RGBA the green byte serves as luma.
    return this.sampled(sample, layout.offset + (isLumaFirst ? 0 : 1), layout.stride, bytesPerPixel)
  }

  /** Four samples per small pixel: noise averages out, and reading all would cost more than decoding. */
  private sampled(sample: VideoSample, offset: number, stride: number, bytesPerPixel: number): Uint8Array {
    const { plane } = this
    const [wide, tall] = [sample.visibleRect.width, sample.visibleRect.height]
    const step = Math.max(1, wide / this.width)
    const [columns, rows] = [Math.floor(wide / step), Math.max(1, Math.floor(tall / step))]
    const [near, far] = [Math.floor(step / 4), Math.floor((step * 3) / 4)]
    const small = new Uint8Array(columns * rows)
    for (let row = 0, at = 0; row < rows; row++) {
      const top = offset + (Math.floor(row * step) + near) * stride
      const bottom = offset + Math.min(tall - 1, Math.floor(row * step) + far) * stride
      for (let column = 0; column < columns; column++, at++) {
        const left = (Math.floor(column * step) + near) * bytesPerPixel
        const right = (Math.floor(column * step) + far) * bytesPerPixel
        const above = (plane[top + left] ?? 0) + (plane[top + right] ?? 0)
        small[at] = (above + (plane[bottom + left] ?? 0) + (plane[bottom + right] ?? 0)) >> 2
      }
    }
    return small
  }
}

/** Whether players show a container's times unchanged. */
export async function keepsClock(input: Input): Promise<boolean> {
  return [MP4, QTFF, MATROSKA, WEBM, OGG].includes(await input.getFormat())
}

/** A file or address for the library, counting the bytes read. */
export function byteSource({ file, url = '' }: SourceMount, reads: { bytes: number; requests: number }): CustomSource {
  const count = (bytes: Uint8Array): Uint8Array => {
    reads.bytes += bytes.length
    reads.requests++
    return bytes
  }
  // Random reads are answered here; the library reads ahead for sequential ones.
  const options = { maxCacheSize: CACHE_BYTES, prefetchProfile: 'fileSystem' as const }
  if (file) {
    const read = async (from: number, to: number): Promise<Uint8Array> =>
      count(new Uint8Array(await file.slice(from, to).arrayBuffer()))
    return new CustomSource({ ...options, getSize: () => file.size, read })
  }
  return new CustomSource({
    ...options,
    getSize: async () => Number(/\/(\d+)$/.exec((await fetchRange(url, 0, 1)).headers.get('content-range') ?? '')?.[1]),
    read: async (from, to) => count(new Uint8Array(await (await fetchRange(url, from, to)).arrayBuffer())),
  })
}

async function fetchRange(url: string, from: number, to: number): Promise<Response> {
  for (let attempt = 1; ; attempt++) {
    const response = await fetch(url, { headers: { range: `bytes=${from}-${to - 1}` } }).catch(
      (error: unknown) => error,
    )
    if (response instanceof Response && response.status === 206) return response
    const text = response instanceof Response ? `the server answered ${response.status}` : String(response)
    const mayPass = !(response instanceof Response) || response.status >= 500
    if (response instanceof Response) await response.body?.cancel()
    if (!mayPass || attempt === TRIES) throw new MediaFailed('source_lost', text, { mayPass })
    await new Promise((resolve) => setTimeout(resolve, attempt * 300))
  }
}

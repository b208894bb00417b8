import { ALL_FORMATS, AudioSampleSink, Input, type InputAudioTrack } from 'mediabunny'
import type { SoundPiece } from '#core/media/grains.ts'
import type { TimeRange } from '#core/timing/time-range.ts'
import { byteSource, keepsClock } from './packets.ts'
import type { SourceMount } from './protocol.ts'

/** Most decoders need some packets before the first valid sample. */
const LEAD_IN_S = 0.08

/** Reads the first sound track of a file by the browser's decoders. */
export class SoundPackets {
  private readonly input: Input
  private readonly track: InputAudioTrack

  private constructor(input: Input, track: InputAudioTrack) {
    this.input = input
    this.track = track
  }

  /** Undefined if the browser can't read the container or decode its sound. */
  static async open(source: SourceMount): Promise<SoundPackets | undefined> {
    const input = new Input({ source: byteSource(source, { bytes: 0, requests: 0 }), formats: ALL_FORMATS })
    const track = (await input.canRead()) ? (await input.getAudioTracks())[0] : undefined
    if (track && (await track.canDecode())) return new SoundPackets(input, track)
    input.dispose()
    return undefined
  }

  close(): void {
    this.input.dispose()
  }

  /** Whether players show the container's times. */
  keepsClock(): Promise<boolean> {
    return keepsClock(this.input)
  }

  /** A range of milliseconds of the packets' clock, all channels mixed or two of them apart; silence without sound. */
  async read({ start, end }: TimeRange, signal: AbortSignal, isStereo = false): Promise<SoundPiece> {
    const rate = await this.track.getSampleRate()
    const isApart = isStereo && (await this.track.getNumberOfChannels()) === 2
    const silence = (): Float32Array<ArrayBuffer> => new Float32Array(Math.round(((end - start) * rate) / 1000))
    const samples = silence()
    const right = isApart ? silence() : undefined
    const sink = new AudioSampleSink(this.track)
    for await (const sample of sink.samples(Math.max(0, start / 1000 - LEAD_IN_S), end / 1000)) {
      try {
        signal.throwIfAborted()
        const at = Math.round((sample.timestamp - start / 1000) * rate)
        const plane = new Float32Array(sample.numberOfFrames)
        for (let channel = 0; channel < sample.numberOfChannels; channel++) {
          sample.copyTo(plane, { planeIndex: channel, format: 'f32-planar' })
          if (right) add(channel === 0 ? samples : right, plane, at, 1)
          else add(samples, plane, at, 1 / sample.numberOfChannels)
        }
      } finally {
        sample.close()
      }
    }
    return { rate, samples, right }
  }
}

function add(samples: Float32Array, plane: Float32Array, at: number, share: number): void {
  const last = Math.min(plane.length, samples.length - at)
  for (let from = Math.max(0, -at); from < last; from++)
    samples[at + from] = (samples[at + from] ?? 0) + (plane[from] ?? 0) * share
}

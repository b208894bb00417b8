import * as z from 'zod/mini'
import { resampled } from '#core/media/resample.ts'
import { recordingLimits } from '#core/domain/recording-limits.ts'
import type { Recording } from '#core/speech/recording.ts'
import { stored } from '#src/ui/stored.ts'
import captureUrl from './capture.worklet.ts?worker&url'

/** Why there is no sound to record. */
export type MicFault = 'mic_insecure' | 'mic_refused' | 'mic_missing' | 'mic_busy'

export class MicFailed extends Error {
  readonly fault: MicFault
  constructor(fault: MicFault) {
    super(fault)
    this.fault = fault
  }
}

/** The user’s correction of each microphone’s delay in milliseconds, kept on this device. */
const corrections = stored('cuelane-mic-delays', z.record(z.string(), z.number()), {})
export const correctionOf = (device: string): number => corrections.get()[device] ?? 0
export const keepCorrection = (device: string, ms: number): void =>
  corrections.set({ ...corrections.get(), [device]: ms })

interface Block {
  readonly atS: number
  readonly samples: Float32Array
}

/** The voice itself, as the microphone has it: filters for calls would change it and delay it. */
const asIs = { echoCancellation: false, noiseSuppression: false, autoGainControl: false, channelCount: 1 }

/** An open microphone that keeps its sound. */
export class Microphone {
  readonly device: string
  /** Delay of the sound in milliseconds: as reported, else as that of the output, which is made alike. */
  readonly latencyMs: number
  /** Loudest sample of the last block, from 0 to 1. */
  level = 0
  private readonly context: AudioContext
  private readonly stream: MediaStream
  private readonly blocks: Block[] = []

  private constructor(context: AudioContext, stream: MediaStream, node: AudioWorkletNode) {
    this.context = context
    this.stream = stream
    const [track] = stream.getAudioTracks()
    const { latency = context.outputLatency || context.baseLatency, deviceId = '' } = (track?.getSettings() ??
      {}) as MediaTrackSettings & {
      latency?: number
    }
    this.device = deviceId
    this.latencyMs = Math.round(latency * 1000)
    node.port.addEventListener('message', ({ data }: MessageEvent<Block>) => {
      this.level = data.samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0)
      this.blocks.push(data)
    })
    node.port.start()
  }

  /** Asks for the microphone. Throws MicFailed. */
  static async open(): Promise<Microphone> {
    // Without a secure context browsers have no such property.
    const devices = (navigator as { mediaDevices?: MediaDevices }).mediaDevices
    if (!devices) throw new MicFailed('mic_insecure')
    const stream = await devices.getUserMedia({ audio: asIs }).catch((error: unknown) => {
      throw new MicFailed(faultOf(error))
    })
    const context = new AudioContext({ latencyHint: 'interactive' })
    try {
      await context.audioWorklet.addModule(captureUrl)
      const node = new AudioWorkletNode(context, 'capture', {
        ...{ numberOfOutputs: 0, channelCount: 1, channelCountMode: 'explicit' },
      })
      context.createMediaStreamSource(stream).connect(node)
      await context.resume()
      return new Microphone(context, stream, node)
    } catch (error) {
      for (const track of stream.getTracks()) track.stop()
      void context.close()
      throw error
    }
  }

  /** The clock of the samples, in seconds. */
  get nowS(): number {
    return this.context.currentTime
  }

  /** Calls the listener if the microphone is unplugged. */
  onEnd(listener: () => void): void {
    this.stream.getAudioTracks()[0]?.addEventListener('ended', listener)
  }

  /** What was heard between two moments of its clock. */
  between(fromS: number, toS: number): Recording {
    const { sampleRate } = this.context
    const [first] = this.blocks
    const begin = first ? Math.round((fromS - first.atS) * sampleRate) : 0
    const count = Math.max(0, Math.round((toS - fromS) * sampleRate))
    const samples = new Float32Array(count)
    let at = -begin
    for (const block of this.blocks) {
      const skip = Math.max(0, -at)
      if (at < count && skip < block.samples.length)
        samples.set(block.samples.subarray(skip, Math.min(block.samples.length, count - at)), at + skip)
      at += block.samples.length
    }
    const { max } = recordingLimits.rate
    if (sampleRate <= max) return { samples, rate: sampleRate }
    return { samples: resampled({ at: 0, samples }, sampleRate, max).samples, rate: max }
  }

  close(): void {
    for (const track of this.stream.getTracks()) track.stop()
    void this.context.close()
  }
}

function faultOf(error: unknown): MicFault {
  const name = error instanceof Error ? error.name : ''
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'mic_refused'
  return name === 'NotFoundError' || name === 'OverconstrainedError' ? 'mic_missing' : 'mic_busy'
}

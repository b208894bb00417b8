import { StepPowers } from '#core/media/r128.ts'

// The scope of an audio worklet, which no library of types has.
declare const sampleRate: number
declare function registerProcessor(name: string, processor: new () => Processor): void
declare class AudioWorkletProcessor {
  readonly port: MessagePort
}

interface Processor {
  process(inputs: Float32Array[][]): boolean
}

/** Measures the weighted power of the sound that reaches it, step by step. */
class LoudnessProcessor extends AudioWorkletProcessor implements Processor {
  private readonly powers = new StepPowers(sampleRate)

  process([input]: Float32Array[][]): boolean {
    // Without sources there are no channels.
    if (!input?.[0]) return true
    for (const power of this.powers.take([input[0], input[1] ?? input[0]])) this.port.postMessage(power)
    return true
  }
}

registerProcessor('loudness', LoudnessProcessor)

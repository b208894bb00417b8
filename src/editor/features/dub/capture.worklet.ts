// The scope of an audio worklet, which no library of types has.
declare const currentTime: number
declare function registerProcessor(name: string, processor: new () => Processor): void
declare class AudioWorkletProcessor {
  readonly port: MessagePort
}

interface Processor {
  process(inputs: Float32Array[][]): boolean
}

/** Some 40 ms: fewer messages, and a meter that still moves. */
const BLOCK = 2048

/** Sends the microphone’s samples in blocks, each with the time of the context at which it begins. */
class CaptureProcessor extends AudioWorkletProcessor implements Processor {
  private block = new Float32Array(BLOCK)
  private filled = 0
  private atS = 0

  process([input]: Float32Array[][]): boolean {
    const samples = input?.[0]
    if (!samples) return true
    if (this.filled === 0) this.atS = currentTime
    this.block.set(samples, this.filled)
    this.filled += samples.length
    if (this.filled < BLOCK) return true
    this.port.postMessage({ atS: this.atS, samples: this.block }, [this.block.buffer])
    this.block = new Float32Array(BLOCK)
    this.filled = 0
    return true
  }
}

registerProcessor('capture', CaptureProcessor)

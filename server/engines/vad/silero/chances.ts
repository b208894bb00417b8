import { Tensor } from 'onnxruntime-node'
import { sessionOf } from '../../inference/session.ts'

/** Samples that the model judges at once (32 ms at 16 kHz), and those before them that it looks at. */
export const WINDOW = 512
const BEFORE = 64
const STATE = 2 * 128

/** What goes from one piece of sound to the next one. */
export interface SileroMemory {
  readonly state: Float32Array
  readonly before: Float32Array
}

interface ChancesInput {
  readonly path: string
  /** Whole windows of 16 kHz sound, from -1 to 1. */
  readonly samples: Float32Array
  /** Absent at the beginning. */
  readonly memory: SileroMemory | undefined
}

/** How likely each window holds speech. Runs in the process of `infer`. */
export async function speechChances({ path, samples, memory }: ChancesInput) {
  const session = await sessionOf(path)
  const rate = new Tensor('int64', BigInt64Array.of(16_000n), [])
  const chances = new Float32Array(Math.floor(samples.length / WINDOW))
  const input = new Float32Array(BEFORE + WINDOW)
  input.set(memory?.before ?? [], 0)
  let state = memory?.state ?? new Float32Array(STATE)
  for (let index = 0; index < chances.length; index++) {
    input.set(samples.subarray(index * WINDOW, (index + 1) * WINDOW), BEFORE)
    const { output, stateN } = await session.run({
      input: new Tensor('float32', input, [1, BEFORE + WINDOW]),
      state: new Tensor('float32', state, [2, 1, 128]),
      sr: rate,
    })
    if (!(output?.data instanceof Float32Array) || !(stateN?.data instanceof Float32Array))
      throw new Error('The model gave no numbers')
    chances[index] = output.data[0] ?? 0
    state = stateN.data
    input.copyWithin(0, WINDOW)
  }
  return { chances, memory: { state, before: input.slice(0, BEFORE) } }
}

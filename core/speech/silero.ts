import { type LoadedModel, type MakeTensor, numbersOf, type TensorLike } from './model-runtime.ts'

/** Samples per evaluation (32 ms at 16 kHz), and those before them that the model also reads. */
export const SILERO_WINDOW = 512
const BEFORE = 64
const STATE = 2 * 128
export const SILERO_RATE = 16_000
export const SILERO_WINDOW_MS = (SILERO_WINDOW * 1000) / SILERO_RATE

/** State from one piece of sound to the next. */
export interface SileroMemory {
  readonly state: Float32Array
  readonly before: Float32Array
}

interface SileroParts<T extends TensorLike> {
  readonly model: LoadedModel<T>
  readonly tensor: MakeTensor<T>
}

/** Probability of speech in each whole window of 16 kHz sound from -1 to 1; `memory` is absent at the start. */
export async function speechChances<T extends TensorLike>(
  { model, tensor }: SileroParts<T>,
  samples: Float32Array,
  memory: SileroMemory | undefined,
): Promise<{ chances: Float32Array; memory: SileroMemory }> {
  const rate = tensor('int64', BigInt64Array.of(BigInt(SILERO_RATE)), [])
  const chances = new Float32Array(Math.floor(samples.length / SILERO_WINDOW))
  const input = new Float32Array(BEFORE + SILERO_WINDOW)
  input.set(memory?.before ?? [], 0)
  let state = memory?.state ?? new Float32Array(STATE)
  for (let index = 0; index < chances.length; index++) {
    input.set(samples.subarray(index * SILERO_WINDOW, (index + 1) * SILERO_WINDOW), BEFORE)
    const { output, stateN } = await model.run({
      input: tensor('float32', input, [1, BEFORE + SILERO_WINDOW]),
      state: tensor('float32', state, [2, 1, 128]),
      sr: rate,
    })
    chances[index] = numbersOf(output)[0] ?? 0
    state = numbersOf(stateN)
    input.copyWithin(0, SILERO_WINDOW)
  }
  return { chances, memory: { state, before: input.slice(0, BEFORE) } }
}

import { speechChances as chancesOf, type SileroMemory } from '#core/speech/silero.ts'
import { makeTensor, sessionOf } from '../../inference/session.ts'

interface ChancesInput {
  readonly path: string
  /** Whole windows of 16 kHz sound, from -1 to 1. */
  readonly samples: Float32Array
  /** Absent at the beginning. */
  readonly memory: SileroMemory | undefined
}

/** Probability of speech in each window. Runs in the process of `infer`. */
export async function speechChances({ path, samples, memory }: ChancesInput) {
  return chancesOf({ model: await sessionOf(path), tensor: makeTensor }, samples, memory)
}

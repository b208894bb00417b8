import type { InferenceSession } from 'onnxruntime-node'
import { magnitudes, masked, PIECE_SAMPLES, shareOf, spectrum } from '#core/media/spectral-masks.ts'
import { sessionOf } from '../../inference/session.ts'

interface TakeApartInput {
  /** Paths of the two models. */
  readonly vocals: string
  readonly accompaniment: string
  /** Left and right sound of one piece, each `PIECE_SAMPLES` from -1 to 1. */
  readonly channels: readonly [Float32Array, Float32Array]
}

/** A piece of 44.1 kHz stereo without its voices, and the voices alone. Runs in the process of `infer`. */
export async function takeApart({ vocals, accompaniment, channels }: TakeApartInput): Promise<{
  voices: [Float32Array, Float32Array]
  background: [Float32Array, Float32Array]
}> {
  if (channels.some(({ length }) => length !== PIECE_SAMPLES)) throw new Error('A piece of another length')
  const [left, right] = channels
  const seen = new Float32Array(2 * spectrum.frames * spectrum.bins)
  seen.set(magnitudes(left))
  seen.set(magnitudes(right), seen.length / 2)
  const [voice, rest] = [await loudness(vocals, seen), await loudness(accompaniment, seen)]
  const share = shareOf(voice, rest)
  const others = shareOf(rest, voice)
  const half = seen.length / 2
  const made = (shares: Float32Array): [Float32Array, Float32Array] => [
    masked(left, shares.subarray(0, half)),
    masked(right, shares.subarray(half)),
  ]
  return { voices: made(share), background: made(others) }
}

/** A model's mask of its part; throws if the file is another model. */
async function loudness(path: string, seen: Float32Array): Promise<Float32Array> {
  const session: InferenceSession = await sessionOf(path)
  const [input] = session.inputNames
  const [output] = session.outputNames
  if (input === undefined || output === undefined) throw new Error(`${path} takes or gives nothing`)
  const { Tensor } = await import('onnxruntime-node')
  const tensor = new Tensor('float32', seen, [2, 1, spectrum.frames, spectrum.bins])
  const found = (await session.run({ [input]: tensor }))[output]
  if (found?.type !== 'float32' || found.size !== seen.length) throw new Error(`${path} is no model for separation`)
  return found.data as Float32Array
}

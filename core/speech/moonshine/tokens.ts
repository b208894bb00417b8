import { LOOP_REPEATS } from '../hearing.ts'
import { type LoadedModel, type MakeTensor, numbersOf, type TensorLike, type Values } from '../model-runtime.ts'

/** Layers of a model's decoder, and the size of each of its heads. */
export const moonshineModels = {
  base: { layers: 8, headSize: 52 },
  tiny: { layers: 6, headSize: 36 },
} as const
export type MoonshineModel = keyof typeof moonshineModels

/** Special tokens of the decoder. */
const START = 1
const END = 2
/** Maximum tokens per second of sound: more means that the model loops. */
const TOKENS_A_SECOND = 6.5
/** Minimum bound for a short piece: a word or two with punctuation. */
const LEAST_TOKENS = 8
const HEADS = 8
const RATE = 16_000

/** Recognised tokens with their probabilities; `isCut` if the bound ended them. */
export interface HeardTokens {
  readonly tokens: readonly number[]
  readonly chances: readonly number[]
  readonly isCut: boolean
}

/** The loaded parts of a model, and tensors of the same runtime. */
export interface MoonshineParts<T extends TensorLike> {
  readonly encoder: LoadedModel<T>
  readonly decoder: LoadedModel<T>
  readonly tensor: MakeTensor<T>
}

/** Recognises 16 kHz sound from -1 to 1 by greedy decoding, up to a bound of tokens. */
export async function hearTokens<T extends TensorLike>(
  { encoder, decoder, tensor }: MoonshineParts<T>,
  model: MoonshineModel,
  samples: Float32Array,
): Promise<HeardTokens> {
  const { last_hidden_state } = await encoder.run({
    [encoder.inputNames[0] ?? '']: tensor('float32', samples, [1, samples.length]),
  })
  if (!last_hidden_state) throw new Error('The model gave no states')
  const most = mostTokens(samples.length / RATE)
  let past = emptyPast(tensor, model)
  let token = START
  const tokens: number[] = []
  const chances: number[] = []
  while (tokens.length < most) {
    const outputs = await decoder.run({
      input_ids: tensor('int64', BigInt64Array.of(BigInt(token)), [1, 1]),
      encoder_hidden_states: last_hidden_state,
      use_cache_branch: tensor('bool', Uint8Array.of(tokens.length > 0 ? 1 : 0), [1]),
      ...past,
    })
    const { best, chance } = likeliest(outputs['logits'])
    if (best === END) return { tokens, chances, isCut: false }
    tokens.push(best)
    chances.push(chance)
    if (isLoop(tokens)) break
    past = nextPast(past, outputs, tokens.length === 1)
    token = best
  }
  return { tokens, chances, isCut: true }
}

/** Maximum number of tokens for this much sound. */
export const mostTokens = (seconds: number): number => Math.max(LEAST_TOKENS, Math.ceil(seconds * TOKENS_A_SECOND))

function emptyPast<T extends TensorLike>(tensor: MakeTensor<T>, model: MoonshineModel): Values<T> {
  const { layers, headSize } = moonshineModels[model]
  const names = Array.from({ length: layers }, (_, layer) =>
    ['decoder', 'encoder'].flatMap((part) =>
      ['key', 'value'].map((kind) => `past_key_values.${layer}.${part}.${kind}`),
    ),
  )
  return Object.fromEntries(
    names.flat().map((name) => [name, tensor('float32', new Float32Array(0), [1, HEADS, 0, headSize])]),
  )
}

/** The decoder's cache; only the first step returns that of the encoder's states. */
function nextPast<T extends TensorLike>(past: Values<T>, outputs: Values<T>, isFirst: boolean): Values<T> {
  return Object.fromEntries(
    Object.entries(past).map(([name, before]) => {
      const now = outputs[name.replace('past_key_values', 'present')]
      return [name, now && (isFirst || name.includes('.decoder.')) ? now : before]
    }),
  )
}

function likeliest(logits: TensorLike | undefined): { best: number; chance: number } {
  const data = numbersOf(logits)
  const size = logits?.dims.at(-1) ?? data.length
  const from = data.length - size
  let best = from
  for (let at = from; at < data.length; at++) if (data[at]! > data[best]!) best = at
  let sum = 0
  for (let at = from; at < data.length; at++) sum += Math.exp(data[at]! - data[best]!)
  return { best: best - from, chance: 1 / sum }
}

/** Whether the last tokens repeat a short sequence. */
function isLoop(tokens: readonly number[]): boolean {
  for (let length = 1; length <= 12; length++) {
    const span = length * LOOP_REPEATS
    if (tokens.length < span) return false
    const last = tokens.slice(-span)
    if (last.every((token, at) => token === last[at % length])) return true
  }
  return false
}

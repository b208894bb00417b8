import { LOOP_REPEATS } from '../hearing.ts'
import { type LoadedModel, type MakeTensor, numbersOf, type TensorLike, type Values } from '../model-runtime.ts'

/** Layers of a model's decoder, and numbers that each of its heads keeps. */
export const moonshineModels = {
  base: { layers: 8, headSize: 52 },
  tiny: { layers: 6, headSize: 36 },
} as const
export type MoonshineModel = keyof typeof moonshineModels

/** Special tokens of the decoder. */
const START = 1
const END = 2
/** Most tokens of a second of sound: more is a model that talks on by itself. */
const TOKENS_A_SECOND = 6.5
/** Least tokens of a short piece: a word or two with their marks. */
const LEAST_TOKENS = 8
const HEADS = 8
const RATE = 16_000

/** Tokens of what is said, with how likely each is; `isCut` where the bound ended them. */
export interface HeardTokens {
  readonly tokens: readonly number[]
  readonly chances: readonly number[]
  readonly isCut: boolean
}

/** Both parts of a model that are loaded, and tensors of the same runtime. */
export interface MoonshineParts<T extends TensorLike> {
  readonly encoder: LoadedModel<T>
  readonly decoder: LoadedModel<T>
  readonly tensor: MakeTensor<T>
}

/** What a model hears in 16 kHz sound from -1 to 1: the likeliest token each time, up to a bound. */
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

/** How many tokens so much sound may have. */
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

/** What the decoder keeps; of the encoder's states only the first step tells. */
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

/** Whether the last tokens are the same few, again and again. */
function isLoop(tokens: readonly number[]): boolean {
  for (let length = 1; length <= 12; length++) {
    const span = length * LOOP_REPEATS
    if (tokens.length < span) return false
    const last = tokens.slice(-span)
    if (last.every((token, at) => token === last[at % length])) return true
  }
  return false
}

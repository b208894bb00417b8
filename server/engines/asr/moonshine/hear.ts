import { Tensor, type TypedTensor } from 'onnxruntime-node'
import { LOOP_REPEATS } from '#core/speech/hearing.ts'
import { sessionOf } from '../../inference/session.ts'

/** Special tokens of the decoder. */
const START = 1
const END = 2
/** Most tokens of a second of sound: more is a model that talks on by itself. */
const TOKENS_A_SECOND = 6.5
/** Least tokens of a short piece: a word or two with their marks. */
const LEAST_TOKENS = 8
const HEADS = 8
const RATE = 16_000

interface HearInput {
  readonly encoder: string
  readonly decoder: string
  /** Layers of the decoder, and numbers that each of its heads keeps. */
  readonly layers: number
  readonly headSize: number
  /** 16 kHz sound, from -1 to 1. */
  readonly samples: Float32Array
}

/** Tokens of what is said, with how likely each is; `isCut` where the bound ended them. */
export interface HeardTokens {
  readonly tokens: readonly number[]
  readonly chances: readonly number[]
  readonly isCut: boolean
}

type Values = Readonly<Record<string, Tensor>>

/** What Moonshine hears in a piece of sound, the likeliest token each time. Runs in the process of `infer`. */
export async function hearTokens({ encoder, decoder, layers, headSize, samples }: HearInput): Promise<HeardTokens> {
  const encoding = await sessionOf(encoder)
  const decoding = await sessionOf(decoder)
  const { last_hidden_state } = await encoding.run({
    [encoding.inputNames[0]!]: new Tensor('float32', samples, [1, samples.length]),
  })
  if (!last_hidden_state) throw new Error('The model gave no states')
  const most = Math.max(LEAST_TOKENS, Math.ceil((samples.length / RATE) * TOKENS_A_SECOND))
  let past = emptyPast(layers, headSize)
  let token = START
  const tokens: number[] = []
  const chances: number[] = []
  while (tokens.length < most) {
    const outputs: Values = await decoding.run({
      input_ids: new Tensor('int64', BigInt64Array.of(BigInt(token)), [1, 1]),
      encoder_hidden_states: last_hidden_state,
      use_cache_branch: new Tensor('bool', [tokens.length > 0], [1]),
      ...past,
    })
    const { best, chance } = likeliest(outputs['logits'] as TypedTensor<'float32'>)
    if (best === END) return { tokens, chances, isCut: false }
    tokens.push(best)
    chances.push(chance)
    if (isLoop(tokens)) break
    past = nextPast(past, outputs, tokens.length === 1)
    token = best
  }
  return { tokens, chances, isCut: true }
}

function emptyPast(layers: number, headSize: number): Values {
  const names = Array.from({ length: layers }, (_, layer) =>
    ['decoder', 'encoder'].flatMap((part) =>
      ['key', 'value'].map((kind) => `past_key_values.${layer}.${part}.${kind}`),
    ),
  )
  return Object.fromEntries(
    names.flat().map((name) => [name, new Tensor('float32', new Float32Array(0), [1, HEADS, 0, headSize])]),
  )
}

/** What the decoder keeps; of the encoder's states only the first step tells. */
function nextPast(past: Values, outputs: Values, isFirst: boolean): Values {
  return Object.fromEntries(
    Object.entries(past).map(([name, before]) => {
      const now = outputs[name.replace('past_key_values', 'present')]
      return [name, now && (isFirst || name.includes('.decoder.')) ? now : before]
    }),
  )
}

function likeliest({ data, dims }: TypedTensor<'float32'>): { best: number; chance: number } {
  const size = dims.at(-1) ?? data.length
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

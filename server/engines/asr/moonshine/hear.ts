import { hearTokens as tokensOf, type HeardTokens, type MoonshineModel } from '#core/speech/moonshine/tokens.ts'
import { makeTensor, sessionOf } from '../../inference/session.ts'

interface HearInput {
  readonly encoder: string
  readonly decoder: string
  readonly model: MoonshineModel
  /** 16 kHz sound, from -1 to 1. */
  readonly samples: Float32Array
}

/** Recognises a piece of sound. Runs in the process of `infer`. */
export async function hearTokens({ encoder, decoder, model, samples }: HearInput): Promise<HeardTokens> {
  const parts = { encoder: await sessionOf(encoder), decoder: await sessionOf(decoder), tensor: makeTensor }
  return tokensOf(parts, model, samples)
}

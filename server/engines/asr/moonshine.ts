import { readFile } from 'node:fs/promises'
import tokenizer from 'llama-tokenizer-js'
import { z } from 'zod'
import { cutInTwo, isDoubtful, levelled, type Sound, spreadWords, type UntimedWord } from '#core/speech/hearing.ts'
import { EngineError } from '../engine-error.ts'
import { infer } from '../inference/host.ts'
import { packageFile } from '../inference/package-files.ts'
import { runtimeVersion } from '../inference/runtime.ts'
import { lacksRuntime } from '../missing.ts'
import { defineEngine } from '../ports.ts'
import { readWav } from '../wav.ts'
import type { SpeechEngine } from './engine.ts'
import type { HeardTokens } from './moonshine/hear.ts'

const NAME = 'moonshine'
const VERSION = 'moonshine-base-1'
const PACKAGE = '@usefulsensors/moonshine-js'
/** In longer pieces the models leave sentences out. */
const MAX_SECONDS = 15
/** A shorter piece is not cut again. */
const LEAST_CUT_SECONDS = 4
const MOST_CUTS = 2
/** Some pieces that begin or end in the midst of sound come out empty. */
const SILENCE_MS = 200

const models = {
  base: { layers: 8, headSize: 52 },
  tiny: { layers: 6, headSize: 36 },
} as const
type Model = keyof typeof models

const fileOf = (model: Model, part: 'encoder_model' | 'decoder_model_merged'): string | undefined =>
  packageFile(PACKAGE, 'model', model, 'quantized', `${part}.onnx`)

const isHere = (): boolean =>
  (['base', 'tiny'] as const).every((model) => fileOf(model, 'encoder_model') && fileOf(model, 'decoder_model_merged'))

interface Heard {
  readonly words: UntimedWord[]
  readonly isCut: boolean
}

/** The words of a piece of sound; one that comes out wrong is cut in two, and then heard by the smaller model. */
async function hear(sound: Sound, signal: AbortSignal, cuts = 0): Promise<Heard> {
  const heard = await hearBy('base', sound, signal)
  if (!isDoubtful(sound, countOf(heard))) return heard
  const others: Heard[] = []
  if (cuts < MOST_CUTS && sound.samples.length > LEAST_CUT_SECONDS * sound.rate) {
    const [first, second] = cutInTwo(sound)
    const [before, after] = [await hear(first, signal, cuts + 1), await hear(second, signal, cuts + 1)]
    others.push({ words: [...before.words, ...after.words], isCut: before.isCut || after.isCut })
  }
  if (others.every((other) => isDoubtful(sound, countOf(other)))) others.push(await hearBy('tiny', sound, signal))
  return others.find((other) => !isDoubtful(sound, countOf(other))) ?? mostOf([heard, ...others])
}

const countOf = ({ words, isCut }: Heard): { words: number; isCut: boolean } => ({ words: words.length, isCut })

/** Of doubtful ones that came to an end the one with the most words; nothing where none did. */
function mostOf(all: readonly Heard[]): Heard {
  const whole = all.filter(({ isCut }) => !isCut)
  return whole.reduce<Heard>((most, one) => (one.words.length > most.words.length ? one : most), {
    words: [],
    isCut: false,
  })
}

async function hearBy(model: Model, sound: Sound, signal: AbortSignal): Promise<Heard> {
  const [encoder, decoder] = [fileOf(model, 'encoder_model'), fileOf(model, 'decoder_model_merged')]
  if (!encoder || !decoder) throw new EngineError('transient', NAME, `the files of ${model} are gone`)
  const { samples } = levelled(sound, SILENCE_MS)
  const heard = await infer(NAME, 'hearTokens', { encoder, decoder, ...models[model], samples }, signal)
  return { words: wordsOf(heard), isCut: heard.isCut }
}

/** What a token that begins a word begins with. */
const WORD_START = '▁'

/** Words of tokens, each as sure as its least sure token. */
export function wordsOf({ tokens, chances }: Pick<HeardTokens, 'tokens' | 'chances'>): UntimedWord[] {
  const words: { tokens: number[]; confidence: number }[] = []
  for (const [at, token] of tokens.entries()) {
    const chance = chances[at] ?? 0
    const last = words.at(-1)
    if (!last || tokenizer.vocabById[token]?.startsWith(WORD_START)) words.push({ tokens: [token], confidence: chance })
    else {
      last.tokens.push(token)
      last.confidence = Math.min(last.confidence, chance)
    }
  }
  return words.flatMap(({ tokens: own, confidence }) => {
    const text = tokenizer.decode(own, false, false).trim()
    return text === '' ? [] : [{ text, confidence }]
  })
}

const engine: SpeechEngine = {
  version: VERSION,
  async transcribe(wavPath, { signal, onProgress }) {
    const wav = readWav(await readFile(wavPath))
    if (!wav) throw new EngineError('input', NAME, 'the sound can not be read')
    const sound = { samples: Float32Array.from(wav.samples, (sample) => sample / 32_768), rate: wav.rate }
    const { words } = await hear(sound, signal)
    onProgress(1)
    return spreadWords(words, sound)
  },
}

/** English by Moonshine, whose weights come with a package of the default install. */
export const adapter = defineEngine({
  port: 'asr',
  name: NAME,
  label: 'Moonshine',
  settings: z.object({}),
  async probe() {
    const runtime = isHere() ? await runtimeVersion() : ''
    if (!runtime) return lacksRuntime
    const abilities = { maxSeconds: MAX_SECONDS, concurrency: 1, priceUnit: 'free' } as const
    return { serves: { languages: ['en'], abilities }, detail: `${VERSION}, onnxruntime ${runtime}` }
  },
  open: () => engine,
})

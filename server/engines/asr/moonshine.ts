import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { type DecodePiece, hearPiece, MOONSHINE_SECONDS } from '#core/speech/moonshine/hear.ts'
import { wordsOfTokens } from '#core/speech/moonshine/words.ts'
import { readWav } from '#core/media/wav.ts'
import { moonshinePath } from '../browser-models.ts'
import { EngineError } from '../engine-error.ts'
import { infer } from '../inference/host.ts'
import { runtimeVersion } from '../inference/runtime.ts'
import { lacksRuntime } from '../missing.ts'
import { defineEngine } from '../ports.ts'
import type { SpeechEngine } from './engine.ts'

const NAME = 'moonshine'
const VERSION = 'moonshine-base-1'

const isHere = (): boolean =>
  (['base', 'tiny'] as const).every((model) => moonshinePath(model, 'encoder') && moonshinePath(model, 'decoder'))

/** Recognises a piece with one of the models, in the process of `infer`. */
const decodeWith =
  (signal: AbortSignal): DecodePiece =>
  async (model, { samples }) => {
    const [encoder, decoder] = [moonshinePath(model, 'encoder'), moonshinePath(model, 'decoder')]
    if (!encoder || !decoder) throw new EngineError('transient', NAME, `the files of ${model} are gone`)
    const heard = await infer(NAME, 'hearTokens', { encoder, decoder, model, samples }, signal)
    return { words: wordsOfTokens(heard), isCut: heard.isCut }
  }

const engine: SpeechEngine = {
  version: VERSION,
  async transcribe(wavPath, { signal, onProgress }) {
    const wav = readWav(await readFile(wavPath))
    if (!wav) throw new EngineError('input', NAME, 'the sound can not be read')
    const sound = { samples: Float32Array.from(wav.samples, (sample) => sample / 32_768), rate: wav.rate }
    const words = await hearPiece(sound, decodeWith(signal))
    onProgress(1)
    return words
  },
}

/** English by Moonshine, with weights from a package of the default install. */
export const adapter = defineEngine({
  port: 'asr',
  name: NAME,
  label: 'Moonshine',
  settings: z.object({}),
  async probe() {
    const runtime = isHere() ? await runtimeVersion() : ''
    if (!runtime) return lacksRuntime
    const abilities = { maxSeconds: MOONSHINE_SECONDS, concurrency: 1, priceUnit: 'free' } as const
    return { serves: { languages: ['en'], abilities }, detail: `${VERSION}, onnxruntime ${runtime}` }
  },
  open: () => engine,
})

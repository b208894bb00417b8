import { existsSync } from 'node:fs'
import { z } from 'zod'
import type { LanguageCode } from '#core/domain/languages.ts'
import { EngineError } from '../engine-error.ts'
import { modelHere, modelPath, modelsSettings } from '../models/folder.ts'
import { inferByModel } from '../models/host.ts'
import { espeakData } from '../models/sherpa-voices.ts'
import { lacksModel } from '../missing.ts'
import { defineEngine } from '../ports.ts'
import { firstLineOf } from '../program-output.ts'
import { spokenSound } from '../tts/sherpa.ts'
import type { SpokenSound } from '../tts/engine.ts'
import type { CloneRequest } from './engine.ts'

const NAME = 'zipvoice'
const VERSION = 'zipvoice-1'
const MODEL = 'zipvoice'
const languages: readonly LanguageCode[] = ['en', 'zh_cn']

async function speak(folder: string, { text, rate, reference, signal }: CloneRequest): Promise<SpokenSound> {
  // It needs the words of the recording.
  if (reference.text.trim() === '') throw new EngineError('input', NAME, 'it is not known what the recorded voice says')
  const files = (await modelHere(folder, MODEL))?.files ?? []
  const [encoder, decoder, vocoder, tokens, lexicon] = files.map((file) => modelPath(folder, file))
  const dataDir = espeakData(folder, existsSync, await firstLineOf('espeak-ng', ['--version']))
  if (!encoder || dataDir === undefined) throw new EngineError('transient', NAME, 'its files are gone')
  const model = { zipvoice: { encoder, decoder, vocoder, tokens, lexicon, dataDir } }
  const input = { folder, model, text, speed: rate, wavPath: reference.wavPath, reference: reference.text }
  return spokenSound(await inferByModel(NAME, 'speakLike', input, signal))
}

/** Cloned voices by ZipVoice with weights of the models folder. */
export const adapter = defineEngine({
  port: 'clone',
  name: NAME,
  label: 'ZipVoice',
  settings: z.object(modelsSettings),
  async probe({ MODELS_DIR }) {
    const entry = await modelHere(MODELS_DIR, MODEL)
    const data = espeakData(MODELS_DIR, existsSync, await firstLineOf('espeak-ng', ['--version']))
    const abilities = { concurrency: 1, priceUnit: 'free' } as const
    if (entry && data !== undefined) return { serves: { languages, abilities }, label: entry.label, detail: entry.name }
    return lacksModel(MODEL, { needsEspeak: true })
  },
  open: ({ MODELS_DIR: folder }) => ({ version: VERSION, speak: (request) => speak(folder, request) }),
})

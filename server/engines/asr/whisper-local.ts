import { z } from 'zod'
import { bcp47, languageCodes } from '#core/domain/languages.ts'
import type { Word } from '#core/speech/words.ts'
import { EngineError } from '../engine-error.ts'
import { modelHere, modelsSettings } from '../models/folder.ts'
import { inferByModel } from '../models/host.ts'
import { lacksModel } from '../missing.ts'
import { defineEngine } from '../ports.ts'

const NAME = 'whisper'

const versionOf = (model: string): string => `whisper-local-1/${model}`

const answerSchema = z.object({
  chunks: z.array(z.object({ text: z.string(), timestamp: z.tuple([z.number(), z.number().nullable()]) })),
})

/** Words of Whisper's answer; the last one may have no end. */
export function readWords(answer: unknown, durationMs: number): Word[] {
  const parsed = answerSchema.safeParse(answer)
  if (!parsed.success) throw new EngineError('transient', NAME, 'an answer that cannot be read')
  return parsed.data.chunks.flatMap(({ text, timestamp: [start, end] }) => {
    const word = {
      text: text.trim(),
      start: Math.round(start * 1000),
      end: Math.round((end ?? durationMs / 1000) * 1000),
    }
    return word.text === '' ? [] : [word]
  })
}

/** Whisper with weights of the models folder. */
export const adapter = defineEngine({
  port: 'asr',
  name: NAME,
  label: 'Whisper',
  settings: z.object(modelsSettings),
  async probe({ MODELS_DIR }) {
    const entry = await modelHere(MODELS_DIR, 'whisper-')
    if (entry) {
      const abilities = { wordTimes: true, concurrency: 1, priceUnit: 'free' } as const
      return { serves: { languages: languageCodes, abilities }, label: entry.label, detail: entry.name }
    }
    return lacksModel('whisper-base')
  },
  open: ({ MODELS_DIR: folder }, { detail }) => ({
    version: versionOf(detail),
    async transcribe(wavPath, { language, durationMs, signal, onProgress }) {
      const entry = await modelHere(folder, detail)
      const model = entry?.files[0]?.repository
      if (!model) throw new EngineError('transient', NAME, `the files of ${detail} are gone`)
      const input = { folder, model, wavPath, language: bcp47(language).slice(0, 2) }
      const answer = await inferByModel(NAME, 'hearWords', input, signal)
      onProgress(1)
      return readWords(answer, durationMs)
    },
  }),
})

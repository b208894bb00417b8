import { openAsBlob } from 'node:fs'
import { z } from 'zod'
import { languageCodes } from '#core/domain/languages.ts'
import type { Word } from '#core/speech/words.ts'
import { elevenLabsAccount, elevenLabsLanguage, elevenLabsSettings, type ElevenLabsSettings } from '../elevenlabs.ts'
import { lacksSetting } from '../missing.ts'
import { defineEngine } from '../ports.ts'
import { callService } from '../service.ts'
import type { TranscribeOptions } from './engine.ts'

const NAME = 'elevenlabs'

const versionOf = (model: string): string => `elevenlabs-stt-1/${model}`

const answerSchema = z.object({
  words: z.array(
    z.object({
      text: z.string(),
      type: z.string(),
      start: z.number().nullish(),
      end: z.number().nullish(),
      speaker_id: z.string().nullish(),
      logprob: z.number().nullish(),
    }),
  ),
})

async function transcribe(config: ElevenLabsSettings, wavPath: string, options: TranscribeOptions): Promise<Word[]> {
  const form = new FormData()
  form.set('file', await openAsBlob(wavPath, { type: 'audio/wav' }), 'audio.wav')
  form.set('model_id', config.speechModel)
  form.set('language_code', elevenLabsLanguage(options.language))
  form.set('timestamps_granularity', 'word')
  form.set('diarize', 'true')
  form.set('tag_audio_events', 'false')
  const call = { engine: NAME, url: `${config.url}/v1/speech-to-text`, body: form, signal: options.signal }
  const { words } = await callService({ ...call, ...elevenLabsAccount(config) }, answerSchema)
  options.onProgress(1)
  return words.flatMap(({ text, type, start, end, speaker_id, logprob }) => {
    if (type !== 'word' || typeof start !== 'number' || typeof end !== 'number') return []
    const word = { text: text.trim(), start: Math.round(start * 1000), end: Math.round(end * 1000) }
    return [
      {
        ...word,
        ...(typeof logprob === 'number' && { confidence: Math.min(1, Math.exp(logprob)) }),
        ...(speaker_id && { speaker: speaker_id }),
      },
    ]
  })
}

/** Speech to text by ElevenLabs, with who says each word. */
export const adapter = defineEngine({
  port: 'asr',
  name: NAME,
  label: 'ElevenLabs',
  settings: elevenLabsSettings,
  async probe({ key, speechModel: model }) {
    const abilities = {
      maxSeconds: 3600,
      concurrency: 3,
      wordTimes: true,
      speakers: true,
      priceUnit: 'second',
    } as const
    if (key) return { serves: { languages: languageCodes, abilities }, detail: versionOf(model) }
    return lacksSetting('ELEVENLABS_KEY')
  },
  open: (config) => ({
    version: versionOf(config.speechModel),
    transcribe: (wavPath, options) => transcribe(config, wavPath, options),
  }),
})

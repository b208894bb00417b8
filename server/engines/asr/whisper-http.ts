import { openAsBlob } from 'node:fs'
import { z } from 'zod'
import { bcp47, languageCodes } from '#core/domain/languages.ts'
import type { Word } from '#core/speech/words.ts'
import { serviceAddress } from '../../settings.ts'
import { lacksSetting } from '../missing.ts'
import { defineEngine } from '../ports.ts'
import { accountOf, callService, type Patience, patienceOf, patienceSettings } from '../service.ts'
import type { SpeechEngine, TranscribeOptions } from './engine.ts'

interface WhisperHttpSettings {
  readonly url: string
  readonly key: string | undefined
  readonly model: string
  readonly patience: Patience
}

const time = z.number().nonnegative()

const answerSchema = z.object({
  words: z.array(z.object({ word: z.string(), start: time, end: time })).nullish(),
  segments: z.array(z.object({ text: z.string(), start: time, end: time })).nullish(),
})

type WhisperAnswer = z.output<typeof answerSchema>

const NAME = 'whisper (network)'

const versionOf = (model: string): string => `whisper-http-1/${model}`

function whisperHttp(config: WhisperHttpSettings): SpeechEngine {
  return {
    version: versionOf(config.model),
    async transcribe(wavPath: string, { language, signal, onProgress }: TranscribeOptions): Promise<Word[]> {
      const form = new FormData()
      form.set('file', await openAsBlob(wavPath, { type: 'audio/wav' }), 'audio.wav')
      form.set('model', config.model)
      form.set('language', bcp47(language).slice(0, 2))
      form.set('response_format', 'verbose_json')
      form.append('timestamp_granularities[]', 'word')
      form.append('timestamp_granularities[]', 'segment')
      const call = { engine: NAME, url: `${config.url}/audio/transcriptions`, body: form, signal, ...accountOf(config) }
      const answer = await callService(call, answerSchema)
      onProgress(1)
      return readWhisper(answer)
    },
  }
}

/** The service's words; without them, the words of each segment spread over its time by length. */
export function readWhisper(answer: WhisperAnswer): Word[] {
  if (answer.words?.length) {
    return answer.words.map(({ word, start, end }) => ({ text: word.trim(), start: ms(start), end: ms(end) }))
  }
  return (answer.segments ?? []).flatMap((segment) => spread(segment.text.trim(), ms(segment.start), ms(segment.end)))
}

const ms = (seconds: number): number => Math.round(seconds * 1000)

/** The words of a text with its time (ms) divided by their length. */
export function spread(text: string, start: number, end: number): Word[] {
  const pieces = text.split(/\s+/).filter((piece) => piece !== '')
  const total = pieces.reduce((sum, piece) => sum + piece.length, 0)
  let done = 0
  return pieces.map((piece) => {
    const from = start + ((end - start) * done) / total
    done += piece.length
    return { text: piece, start: Math.round(from), end: Math.round(start + ((end - start) * done) / total) }
  })
}

const settings = z
  .object({
    WHISPER_URL: serviceAddress,
    WHISPER_KEY: z.string().optional(),
    WHISPER_MODEL: z.string().default('whisper-1'),
    ...patienceSettings,
  })
  .transform((set) => ({
    url: set.WHISPER_URL ?? '',
    key: set.WHISPER_KEY,
    model: set.WHISPER_MODEL,
    patience: patienceOf(set),
  }))

/** Any service with OpenAI's `/audio/transcriptions` call. `WHISPER_URL` ends before `/audio/…`. */
export const adapter = defineEngine({
  port: 'asr',
  name: NAME,
  label: 'Whisper API',
  settings,
  async probe({ url, model }) {
    const serves = { languages: languageCodes, abilities: { priceUnit: 'second' } } as const
    if (url) return { serves, detail: versionOf(model) }
    return lacksSetting('WHISPER_URL', [], ['WHISPER_KEY', 'WHISPER_MODEL'])
  },
  open: whisperHttp,
})

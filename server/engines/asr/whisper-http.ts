import { openAsBlob } from 'node:fs'
import { bcp47, languageCodes } from '#core/domain/languages.ts'
import type { Word } from '#core/speech/words.ts'
import { callService } from '../service.ts'
import type { SpeechEngine, TranscribeOptions } from './engine.ts'

export interface WhisperHttpConfig {
  readonly url: string
  readonly key: string | undefined
  readonly model: string
}

interface WhisperAnswer {
  words?: { word: string; start: number; end: number }[]
  segments?: { text: string; start: number; end: number }[]
}

/** Any service with OpenAI's `/audio/transcriptions` call. */
export function whisperHttp(config: WhisperHttpConfig): SpeechEngine {
  return {
    name: 'whisper (network)',
    version: `whisper-http-1/${config.model}`,
    languages: languageCodes,
    async transcribe(wavPath: string, { language, signal, onProgress }: TranscribeOptions): Promise<Word[]> {
      const form = new FormData()
      form.set('file', await openAsBlob(wavPath, { type: 'audio/wav' }), 'audio.wav')
      form.set('model', config.model)
      form.set('language', bcp47(language).slice(0, 2))
      form.set('response_format', 'verbose_json')
      form.append('timestamp_granularities[]', 'word')
      form.append('timestamp_granularities[]', 'segment')
      const answer = await callService<WhisperAnswer>({
        url: `${config.url}/audio/transcriptions`,
        key: config.key,
        body: form,
        signal,
      })
      onProgress(1)
      return readWhisper(answer)
    },
  }
}

/** Words where the service gives them; else the words of each segment spread over its time by their length. */
export function readWhisper(answer: WhisperAnswer): Word[] {
  if (answer.words?.length) {
    return answer.words.map(({ word, start, end }) => ({ text: word.trim(), start: ms(start), end: ms(end) }))
  }
  return (answer.segments ?? []).flatMap((segment) => spread(segment.text.trim(), ms(segment.start), ms(segment.end)))
}

const ms = (seconds: number): number => Math.round(seconds * 1000)

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

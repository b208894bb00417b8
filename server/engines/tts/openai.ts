import { z } from 'zod'
import { languageCodes } from '#core/domain/languages.ts'
import { type PresetVoice, type Voice, voiceSamples } from '#core/domain/voices.ts'
import { readWav } from '#core/media/wav.ts'
import { serviceAddress } from '../../settings.ts'
import { EngineError } from '../engine-error.ts'
import { lacksSetting } from '../missing.ts'
import { defineEngine } from '../ports.ts'
import { accountOf, callServiceForBytes, type Patience, patienceOf, patienceSettings } from '../service.ts'
import { languagesOf, voiceList } from '../voice-list.ts'
import type { SpeakRequest, SpokenSound } from './engine.ts'

interface SpeechSettings {
  readonly url: string
  readonly key: string | undefined
  readonly model: string
  readonly voices: readonly Voice[]
  readonly patience: Patience
}

const NAME = 'speech'
const MAX_CHARS = 4096
const SPEED: readonly [number, number] = [0.25, 4]

const versionOf = (model: string): string => `speech-1/${model}`

/** The voices that OpenAI's models have. */
const usualVoices: readonly PresetVoice[] = (
  [
    ['nova', 'female', 'youth', 'bright'],
    ['coral', 'female', 'youth', 'warm'],
    ['shimmer', 'female', 'middleAge', 'soft'],
    ['sage', 'female', 'middleAge', 'calm'],
    ['alloy', 'female', 'middleAge', 'even'],
    ['onyx', 'male', 'middleAge', 'deep'],
    ['echo', 'male', 'youth', 'clear'],
    ['ash', 'male', 'middleAge', 'warm'],
    ['fable', 'male', 'youth', 'narrating'],
    ['ballad', 'male', 'youth', 'lively'],
  ] as const
).map(([id, gender, age, style]) => ({
  ...{ id: `${NAME}/${id}`, name: `${id.slice(0, 1).toUpperCase()}${id.slice(1)}`, engine: NAME },
  ...{ languages: languageCodes, gender, age, style, sample: voiceSamples.en },
}))

async function speak(config: SpeechSettings, request: SpeakRequest): Promise<SpokenSound> {
  const { text, voice, rate, signal } = request
  if (text.length > MAX_CHARS) throw new EngineError('input', NAME, `a text of over ${MAX_CHARS} characters`)
  const file = await callServiceForBytes({
    ...{ engine: NAME, url: `${config.url}/audio/speech`, signal, ...accountOf(config) },
    body: {
      ...{ model: config.model, input: text, voice: voice.id.slice(NAME.length + 1), response_format: 'wav' },
      speed: Math.min(SPEED[1], Math.max(SPEED[0], rate)),
    },
  })
  const sound = readWav(file)
  if (!sound?.samples.length) throw new EngineError('transient', NAME, 'an answer without sound')
  return sound
}

const settings = z
  .object({
    SPEECH_URL: serviceAddress,
    SPEECH_KEY: z.string().optional(),
    SPEECH_MODEL: z.string().default('gpt-4o-mini-tts'),
    SPEECH_VOICES: voiceList(NAME),
    ...patienceSettings,
  })
  .transform((set) => ({
    ...{ url: set.SPEECH_URL ?? '', key: set.SPEECH_KEY, model: set.SPEECH_MODEL },
    ...{ voices: set.SPEECH_VOICES ?? usualVoices, patience: patienceOf(set) },
  }))

/** Any service with OpenAI's `/audio/speech` call. `SPEECH_URL` ends before `/audio/…`. */
export const adapter = defineEngine({
  port: 'tts',
  name: NAME,
  label: 'OpenAI API',
  settings,
  async probe({ url, model, voices }) {
    if (url) {
      const abilities = { maxChars: MAX_CHARS, concurrency: 4, speed: SPEED, priceUnit: 'character' } as const
      const serves = { languages: languagesOf(voices), voices, abilities }
      return { serves, label: `${model} (API)`, detail: versionOf(model) }
    }
    return lacksSetting('SPEECH_URL', [], ['SPEECH_KEY', 'SPEECH_MODEL', 'SPEECH_VOICES'])
  },
  open: (config) => ({
    version: versionOf(config.model),
    voices: config.voices,
    speak: (request) => speak(config, request),
  }),
})

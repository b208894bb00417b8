import { z } from 'zod'
import type { LanguageCode } from '#core/domain/languages.ts'
import { type Voice, type VoiceAge, voiceSamples } from '#core/domain/voices.ts'
import type { SetupMessage } from '#core/domain/setup-message.ts'
import { elevenLabsAccount, elevenLabsSettings, type ElevenLabsSettings } from '../elevenlabs.ts'
import { EngineError } from '../engine-error.ts'
import { lacksSetting } from '../missing.ts'
import { defineEngine } from '../ports.ts'
import { callService } from '../service.ts'
import type { SpeakRequest, SpokenSound } from './engine.ts'

const NAME = 'elevenlabs'
const MAX_CHARS = 5000
const SPEED: readonly [number, number] = [0.7, 1.2]
const RATE = 16_000

const versionOf = (model: string): string => `elevenlabs-1/${model}`

const voicesSchema = z.object({
  voices: z.array(
    z.object({ voice_id: z.string(), name: z.string(), labels: z.record(z.string(), z.string()).nullish() }),
  ),
})
const soundSchema = z.object({ audio_base64: z.string().min(1) })

/** Languages of its multilingual models. */
export const elevenLabsLanguages: readonly LanguageCode[] = [
  ...(['en', 'zh_cn', 'zh_tw', 'ja', 'ko', 'es', 'fr', 'de', 'it', 'pt', 'ru', 'ar', 'hi', 'id', 'tr'] as const),
  ...(['pl', 'nl', 'uk', 'ro', 'el', 'cs', 'fi'] as const),
]

const ages: Readonly<Record<string, VoiceAge>> = { young: 'youth', middle_aged: 'middleAge', old: 'old' }

async function voicesOf(config: ElevenLabsSettings): Promise<Voice[]> {
  const call = { engine: NAME, url: `${config.url}/v1/voices`, method: 'GET', ...elevenLabsAccount(config) } as const
  const signal = AbortSignal.timeout(10_000)
  const patience = { ...config.patience, attempts: 1 }
  const { voices } = await callService({ ...call, signal, patience }, voicesSchema)
  return voices.map(({ voice_id, name, labels }) => ({
    ...{ id: `${NAME}/${voice_id}`, name, engine: NAME, languages: elevenLabsLanguages },
    gender: labels?.['gender'] === 'male' ? 'male' : 'female',
    age: ages[labels?.['age'] ?? ''] ?? 'middleAge',
    style: labels?.['descriptive'] ?? labels?.['description'] ?? 'even',
    sample: voiceSamples.en,
  }))
}

interface Saying extends Pick<SpeakRequest, 'text' | 'rate' | 'signal'> {
  /** Its id at the service. */
  readonly voiceId: string
}

/** A text spoken by a voice of the account. */
export async function speakByElevenLabs(
  config: ElevenLabsSettings,
  { text, voiceId, rate, signal }: Saying,
): Promise<SpokenSound> {
  if (text.length > MAX_CHARS) throw new EngineError('input', NAME, `a text of over ${MAX_CHARS} characters`)
  const id = encodeURIComponent(voiceId)
  const { audio_base64 } = await callService(
    {
      ...{ engine: NAME, signal, ...elevenLabsAccount(config) },
      url: `${config.url}/v1/text-to-speech/${id}/with-timestamps?output_format=pcm_${RATE}`,
      body: {
        ...{ text, model_id: config.voiceModel },
        voice_settings: { speed: Math.min(SPEED[1], Math.max(SPEED[0], rate)) },
      },
    },
    soundSchema,
  )
  const bytes = Buffer.from(audio_base64, 'base64')
  const samples = new Int16Array(Math.floor(bytes.length / 2))
  for (let index = 0; index < samples.length; index++) samples[index] = bytes.readInt16LE(index * 2)
  if (samples.length === 0) throw new EngineError('transient', NAME, 'an answer without sound')
  return { samples, rate: RATE }
}

/** Voices by ElevenLabs: the account's, read at the start. */
export const adapter = defineEngine({
  port: 'tts',
  name: NAME,
  label: 'ElevenLabs',
  settings: elevenLabsSettings,
  async probe(config) {
    if (!config.key) return lacksSetting('ELEVENLABS_KEY')
    const voices = await voicesOf(config).catch((error: unknown) => String(error))
    if (typeof voices !== 'string' && voices.length) {
      const abilities = { maxChars: MAX_CHARS, concurrency: 3, speed: SPEED, priceUnit: 'character' } as const
      return {
        serves: { languages: elevenLabsLanguages, voices, abilities },
        detail: versionOf(config.voiceModel),
      }
    }
    const variable = 'ELEVENLABS_KEY'
    const remedy: SetupMessage =
      typeof voices === 'string'
        ? { key: 'service_said', params: { variable, said: voices } }
        : { key: 'no_voices', params: { variable } }
    return { lacks: 'ElevenLabs', remedy, isOptional: false }
  },
  open: (config, { serves }) => ({
    version: versionOf(config.voiceModel),
    voices: serves.voices ?? [],
    speak: ({ voice, ...request }) =>
      speakByElevenLabs(config, { ...request, voiceId: voice.id.slice(NAME.length + 1) }),
  }),
})

import { z } from 'zod'
import { bcp47 } from '#core/domain/languages.ts'
import { readWav } from '#core/media/wav.ts'
import { serviceAddress } from '../../settings.ts'
import { EngineError } from '../engine-error.ts'
import { defineEngine } from '../ports.ts'
import { callService, callServiceForBytes, patienceOf, patienceSettings } from '../service.ts'
import { fill, headersSetting, jsonSetting, priceUnitSetting, valuesAt } from '../template.ts'
import { languagesOf, voiceList } from '../voice-list.ts'
import type { SpeakRequest, SpokenSound } from './engine.ts'

const NAME = 'http'
const VERSION = 'http-1'

const settings = z
  .object({
    HTTP_TTS_URL: serviceAddress,
    HTTP_TTS_BODY: jsonSetting('{"text":"{{text}}","voice":"{{voice}}","language":"{{language}}","speed":"{{rate}}"}'),
    HTTP_TTS_HEADERS: headersSetting,
    HTTP_TTS_PATH: z.string().optional(),
    HTTP_TTS_PRICE_UNIT: priceUnitSetting,
    HTTP_TTS_VOICES: voiceList(NAME),
    ...patienceSettings,
  })
  .refine((set) => set.HTTP_TTS_URL === undefined || set.HTTP_TTS_VOICES !== undefined, {
    path: ['HTTP_TTS_VOICES'],
    error: 'is needed together with HTTP_TTS_URL: the voices of the service',
  })
  .transform((set) => ({
    url: set.HTTP_TTS_URL ?? '',
    body: set.HTTP_TTS_BODY,
    headers: set.HTTP_TTS_HEADERS,
    path: set.HTTP_TTS_PATH,
    priceUnit: set.HTTP_TTS_PRICE_UNIT,
    voices: set.HTTP_TTS_VOICES ?? [],
    patience: patienceOf(set),
  }))

type HttpSettings = z.output<typeof settings>

async function speak(
  config: HttpSettings,
  { text, voice, language, rate, signal }: SpeakRequest,
): Promise<SpokenSound> {
  const { url, headers, patience, path } = config
  const values = { text, voice: voice.id.slice(NAME.length + 1), language: bcp47(language), rate }
  const body = z.json().and(z.object({})).parse(fill(config.body, values))
  const call = { engine: NAME, url, headers, patience, signal, body, account: JSON.stringify(headers) }
  const file = path === undefined ? await callServiceForBytes(call) : fileAt(await callService(call, z.unknown()), path)
  const sound = readWav(file)
  if (!sound?.samples.length) throw new EngineError('transient', NAME, 'an answer that is no WAV file')
  return sound
}

/** A Base64 file at a path of an answer. */
function fileAt(answer: unknown, path: string): Buffer {
  const [value] = valuesAt(answer, path)
  return typeof value === 'string' ? Buffer.from(value.replace(/^data:[^,]*,/, ''), 'base64') : Buffer.alloc(0)
}

/** Voices by any JSON service that returns a WAV file, or one in Base64 inside its JSON. */
export const adapter = defineEngine({
  port: 'tts',
  name: NAME,
  label: 'HTTP',
  settings,
  async probe({ url, voices, priceUnit }) {
    if (url) {
      const serves = { languages: languagesOf(voices), voices, abilities: { priceUnit } }
      return { serves, label: new URL(url).hostname, detail: VERSION }
    }
    const names = 'HTTP_TTS_URL, HTTP_TTS_BODY, HTTP_TTS_PATH, HTTP_TTS_VOICES'
    return { lacks: 'HTTP_TTS_URL', remedy: { key: 'set_other_service', params: { names } }, isOptional: true }
  },
  open: (config) => ({ version: VERSION, voices: config.voices, speak: (request) => speak(config, request) }),
})

import { z } from 'zod'
import { bcp47, type LanguageCode } from '#core/domain/languages.ts'
import { serviceAddress } from '../settings.ts'
import { patienceOf, patienceSettings, type ServiceCall } from './service.ts'

/** Settings of all engines of ElevenLabs. */
export const elevenLabsSettings = z
  .object({
    ELEVENLABS_KEY: z.string().optional(),
    ELEVENLABS_URL: serviceAddress,
    ELEVENLABS_MODEL: z.string().default('eleven_multilingual_v2'),
    ELEVENLABS_STT_MODEL: z.string().default('scribe_v1'),
    ...patienceSettings,
  })
  .transform((set) => ({
    key: set.ELEVENLABS_KEY ?? '',
    url: set.ELEVENLABS_URL ?? 'https://api.elevenlabs.io',
    voiceModel: set.ELEVENLABS_MODEL,
    speechModel: set.ELEVENLABS_STT_MODEL,
    patience: patienceOf(set),
  }))

export type ElevenLabsSettings = z.output<typeof elevenLabsSettings>

/** The parts of a call that an account's calls share. */
export function elevenLabsAccount({
  key,
  patience,
}: ElevenLabsSettings): Pick<ServiceCall, 'account' | 'patience' | 'headers'> {
  return { account: key, patience, headers: { 'xi-api-key': key } }
}

/** Its two-letter code of a language. */
export function elevenLabsLanguage(code: LanguageCode): string {
  return bcp47(code).slice(0, 2)
}

import { availableParallelism } from 'node:os'
import { type LanguageCode, languageCodes } from '#core/domain/languages.ts'
import type { ResourceClass } from '#core/domain/resources.ts'
import { hearingMinutes } from '#core/speech/hearing-time.ts'
import type { FleetOffers } from '../../engines/offers.ts'
import type { Needs, Port } from '../../engines/ports.ts'
import { Refusal } from '../refusal.ts'

/** Names the engine that would do the work, or throws a Refusal if no worker has one. */
export interface EngineFinder {
  /**
   * For a recording of this length in milliseconds; without an engine for the language the Refusal says how to get one.
   */
  speech(language: LanguageCode, durationMs: number): Promise<string>
  /** Aligns known words with sound. */
  alignment(language: LanguageCode): Promise<string>
  /** Reads text in pictures. */
  reading(language: LanguageCode): Promise<string>
  translation(from: LanguageCode, to: LanguageCode): Promise<string>
  /** A preset voice of the language: the given one, or any. */
  voice(language: LanguageCode, voice?: string): Promise<string>
  clone(language: LanguageCode): Promise<string>
  /** Whether a preset voice speaks phonemes between double brackets. */
  phonemes(language: LanguageCode): Promise<(voice: string) => boolean>
  media(): Promise<string>
  /** Whether such work is possible at all. */
  can<P extends Port>(port: P, need: Needs[P]): Promise<boolean>
  /** Whether its engine makes drafts only. */
  isDraft<P extends Port>(port: P, need: Needs[P]): Promise<boolean>
}

/** Weights for speech in every language of the product (`server/engines/models/catalogue.ts`). */
const SPEECH_MODEL = 'whisper-base'

/** The combined offers of all workers that take tasks of this class. */
export function engineFinder(offersNow: () => Promise<FleetOffers>, resources: ResourceClass): EngineFinder {
  const find = async <P extends Port>(port: P, need: Needs[P], missingKey: string): Promise<string> => {
    const name = (await offersNow()).taking(resources).labelFor(port, need)
    if (name === undefined) throw new Refusal('refused', missingKey, { name: port, ...need })
    return name
  }
  return {
    speech: async (language, durationMs) => {
      const offers = (await offersNow()).taking(resources)
      const name = offers.labelFor('asr', { language })
      if (name !== undefined) return name
      const added = languageCodes.filter((code) => !offers.can('asr', { language: code }))
      const n = hearingMinutes(durationMs, availableParallelism())
      const more = { command: `npm run models -- fetch ${SPEECH_MODEL}`, languages: added.join(','), n }
      throw new Refusal('refused', 'speech_model_missing', { language, ...more })
    },
    alignment: (language) => find('align', { language }, 'no_speech_engine'),
    reading: async (language) => {
      const engine = await find('ocr', { language }, 'no_reading_engine')
      // The engine for pictures locates text, whatever its language.
      await find('ocr', { language: 'en' }, 'no_reading_engine')
      return engine
    },
    translation: async (from, to) => {
      const offers = (await offersNow()).taking(resources)
      const name = offers.labelFor('translate', { from, to })
      if (name !== undefined) return name
      const available = offers.pairs('translate')[from] ?? []
      if (available.length === 0) throw new Refusal('refused', 'no_translate_engine', { from, to })
      throw new Refusal('refused', 'no_translate_pair', { from, to, available: available.join(',') })
    },
    voice: async (language, voice) => {
      const engine = await find('tts', { language }, 'no_voice_engine')
      return voice === undefined ? engine : find('tts', { language, voice }, 'voice_unknown')
    },
    clone: (language) => find('clone', { language }, 'no_clone_engine'),
    phonemes: async (language) => {
      const offers = (await offersNow()).taking(resources)
      const speaking = new Set(
        offers.voices(language).flatMap((voice) => (offers.mannerOf(voice).phonemes ? voice.id : [])),
      )
      return (voice) => speaking.has(voice)
    },
    media: () => find('ffmpeg', {}, 'engine_missing'),
    can: async (port, need) => (await offersNow()).taking(resources).can(port, need),
    isDraft: async (port, need) => (await offersNow()).taking(resources).isDraft(port, need),
  }
}

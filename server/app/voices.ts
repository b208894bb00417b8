import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { DataOf } from '#core/contract/index.ts'
import type { LanguageCode } from '#core/domain/languages.ts'
import { voiceSamples } from '#core/domain/voices.ts'
import { offersOf } from '../engines/offers.ts'
import { writeWav } from '../engines/wav.ts'
import { sha256 } from '../store/id.ts'
import type { Deps } from './deps.ts'
import { Refusal } from './refusal.ts'

/** Changes with the sentences. */
const SAMPLE_VERSION = '1'
/** The longest wait for a sentence. */
const SAMPLE_TIMEOUT_MS = 30_000

/** Voices of all workers for a language, the preferred engine's first. */
export async function listVoices(deps: Deps, language: LanguageCode): Promise<DataOf<'listVoices'>> {
  const offers = await offersOf(deps.db)
  const list = await Promise.all(
    offers.voices(language).map(async (voice) => {
      const { id, name, style, age, gender, languages } = voice
      const key = sampleKey(id, language)
      const sample_url = (await deps.blobs.has(key)) ? deps.signedUrls.media(key) : ''
      return { voice_id: id, name, style, age, gender, languages, manner: offers.mannerOf(voice), sample_url }
    }),
  )
  const can_clone = offers.can('clone', { language })
  return { list, total: list.length, page: 1, page_size: list.length || 1, can_clone }
}

/** A sample of a voice, made at the first request. Throws a Refusal. */
export async function hearVoice(deps: Deps, voiceId: string, language: LanguageCode): Promise<DataOf<'hearVoice'>> {
  const key = sampleKey(voiceId, language)
  if (!(await deps.blobs.has(key))) await makeSample(deps, voiceId, language, key)
  return { sample_url: deps.signedUrls.media(key) }
}

async function makeSample(deps: Deps, voiceId: string, language: LanguageCode, key: string): Promise<void> {
  if (!(await offersOf(deps.db)).can('tts', { language, voice: voiceId })) throw new Refusal('refused', 'voice_unknown')
  // A process that only answers requests has no engines; a dub with the voice is possible all the same.
  const engine = deps.engines.for('tts', { language, voice: voiceId })
  const voice = engine?.voices.find(({ id }) => id === voiceId)
  if (!engine || !voice) throw new Refusal('refused', 'voice_not_heard_here')
  const signal = AbortSignal.timeout(SAMPLE_TIMEOUT_MS)
  const sound = await engine.speak({ text: voiceSamples[language], voice, language, rate: 1, signal })
  const folder = await mkdtemp(join(deps.workDir, 'voice-'))
  try {
    const path = join(folder, 'sample.wav')
    await writeFile(path, writeWav(sound))
    await deps.blobs.put(key, path)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function sampleKey(voiceId: string, language: LanguageCode): string {
  return `voices/${sha256(JSON.stringify([SAMPLE_VERSION, voiceId, language])).slice(0, 40)}/sample.wav`
}

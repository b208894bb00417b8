import { join } from 'node:path'
import { isLanguageCode, type LanguageCode } from '#core/domain/languages.ts'
import { type Voice, type VoiceAge, type VoiceGender, voiceSamples } from '#core/domain/voices.ts'
import { catalogue, type ModelEntry } from './catalogue.ts'
import { missingFiles, modelPath, runtimePath } from './folder.ts'

/** A voice of a downloaded model, and how to load it. */
export interface LocalVoice {
  readonly voice: Voice
  /** As sherpa expects it. */
  readonly model: object
  /** Its number in the model. */
  readonly sid: number
}

/** Kokoro's voices by number: those of the languages in its lexicon. */
const kokoro: readonly (readonly [number, string, VoiceGender, LanguageCode, string])[] = [
  [2, 'Bella', 'female', 'en', 'warm'],
  [3, 'Heart', 'female', 'en', 'calm'],
  [6, 'Nicole', 'female', 'en', 'gentle'],
  [9, 'Sarah', 'female', 'en', 'bright'],
  [21, 'Emma', 'female', 'en', 'serious'],
  [12, 'Echo', 'male', 'en', 'calm'],
  [14, 'Fenrir', 'male', 'en', 'lively'],
  [16, 'Michael', 'male', 'en', 'warm'],
  [17, 'Onyx', 'male', 'en', 'deep'],
  [26, 'George', 'male', 'en', 'serious'],
  [45, 'Xiaobei', 'female', 'zh_cn', 'lively'],
  [47, 'Xiaoxiao', 'female', 'zh_cn', 'warm'],
  [49, 'Yunjian', 'male', 'zh_cn', 'serious'],
  [50, 'Yunxi', 'male', 'zh_cn', 'bright'],
]

/** Voices of Piper by the model's name. */
const piper: Readonly<Record<string, readonly [string, VoiceGender]>> = {
  'piper-amy-low': ['Amy', 'female'],
  'piper-thorsten-medium': ['Thorsten', 'male'],
  'piper-davefx-medium': ['Davefx', 'male'],
  'piper-siwis-medium': ['Siwis', 'female'],
  'piper-paola-medium': ['Paola', 'female'],
  'piper-irina-medium': ['Irina', 'female'],
}

/** The downloaded voices. `dataDir`: espeak-ng's data, which converts text to phonemes. */
export async function localVoices(folder: string, engine: string, dataDir: string): Promise<LocalVoice[]> {
  const found = await Promise.all(
    catalogue
      .filter(({ port }) => port === 'tts')
      .map(async (entry) => {
        const isHere = runtimePath(folder, entry) && (await missingFiles(folder, entry)).length === 0
        if (!isHere) return []
        return entry.name === 'kokoro'
          ? kokoroVoices(folder, engine, entry, dataDir)
          : piperVoice(folder, engine, entry, dataDir)
      }),
  )
  return found.flat()
}

function pathsOf(folder: string, entry: ModelEntry): string[] {
  return entry.files.map((file) => modelPath(folder, file))
}

function kokoroVoices(folder: string, engine: string, entry: ModelEntry, dataDir: string): LocalVoice[] {
  const [model, voices, tokens, ...lexicons] = pathsOf(folder, entry)
  const config = { kokoro: { model, voices, tokens, dataDir, lexicon: lexicons.join(',') } }
  return kokoro.map(([sid, name, gender, language, style]) => ({
    voice: voiceOf(engine, `kokoro-${name.toLowerCase()}`, { name, gender, style, languages: [language] }),
    model: config,
    sid,
  }))
}

function piperVoice(folder: string, engine: string, entry: ModelEntry, dataDir: string): LocalVoice[] {
  const [model, tokens] = pathsOf(folder, entry)
  const [name, gender] = piper[entry.name] ?? []
  const language = /vits-piper-([a-z]+)_/.exec(entry.files[0]?.repository ?? '')?.[1] ?? ''
  if (!name || !gender || !isLanguageCode(language)) return []
  const voice = voiceOf(engine, entry.name, { name, gender, style: 'calm', languages: [language] })
  return [{ voice, model: { vits: { model, tokens, dataDir } }, sid: 0 }]
}

const AGE: VoiceAge = 'middleAge'

function voiceOf(
  engine: string,
  id: string,
  look: Pick<Voice, 'name' | 'gender' | 'style'> & { languages: readonly LanguageCode[] },
): Voice {
  const [first = 'en'] = look.languages
  return { id: `${engine}/${id}`, engine, age: AGE, sample: voiceSamples[first], ...look }
}

/** Where espeak-ng's data is: beside the weights, else with the program; undefined if missing. */
export function espeakData(
  folder: string,
  isThere: (path: string) => boolean,
  versionLine: string | undefined,
): string | undefined {
  const own = join(folder, 'espeak-ng-data')
  if (isThere(own)) return own
  const system = /Data at:\s*(.+)$/.exec(versionLine ?? '')?.[1]?.trim()
  return system !== undefined && isThere(system) ? system : undefined
}

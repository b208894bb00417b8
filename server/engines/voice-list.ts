import { z } from 'zod'
import { isLanguageCode, type LanguageCode, languageCodes } from '#core/domain/languages.ts'
import { type Voice, voiceAges, voiceGenders, voiceSamples } from '#core/domain/voices.ts'

const error = 'must list voices such as "anna female youth warm en de, tom male old calm *"'

/**
 * A list of voices in a setting: id at the service, gender, age, a word for the style, and languages (`*`: all),
 * separated by spaces; voices are separated by commas.
 */
export function voiceList(engine: string) {
  return z
    .string()
    .transform((text, context): Voice[] => {
      const voices = text.split(',').map((entry) => readVoice(engine, entry))
      const good = voices.filter((voice) => voice !== undefined)
      if (good.length < voices.length) context.addIssue({ code: 'custom', message: error })
      return good
    })
    .optional()
}

function readVoice(engine: string, entry: string): Voice | undefined {
  const [name = '', gender, age, style, ...codes] = entry.trim().split(/\s+/)
  const isGender = voiceGenders.find((each) => each === gender)
  const isAge = voiceAges.find((each) => each === age)
  const languages: readonly LanguageCode[] = codes[0] === '*' ? languageCodes : codes.filter(isLanguageCode)
  const [first] = languages
  if (!isGender || !isAge || !style || !first || (codes[0] !== '*' && languages.length < codes.length)) return undefined
  const sample = voiceSamples[first]
  return { id: `${engine}/${name}`, name, engine, languages, gender: isGender, age: isAge, style, sample }
}

/** Languages of these voices, in the product's order. */
export function languagesOf(voices: readonly Voice[]): LanguageCode[] {
  return languageCodes.filter((code) => voices.some(({ languages }) => languages.includes(code)))
}

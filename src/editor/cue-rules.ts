import type { LanguageCode } from '#core/domain/languages.ts'
import { cueRulesOf } from '#core/speech/cue-rules.ts'
import type { CueRules } from '#core/speech/cues.ts'
import type { Editor } from './editor.ts'

/** How words become lines of the open text: by the chosen profile and the shot changes that are known. */
export function cueRules({ quality: { profile }, analysis }: Editor, language: LanguageCode): CueRules {
  const { rate, duration } = profile.checkOptions
  return cueRulesOf(profile.chosen, { language, rate, duration, shotChanges: analysis.shotChanges })
}

import type { LanguageCode } from '#core/domain/languages.ts'
import { cueRulesOf } from '#core/speech/cue-rules.ts'
import type { CueRules } from '#core/speech/cues.ts'
import type { Editor } from '../../context/editor.ts'

/** Rules for making lines from words in the open version: the profile's, with the known shot changes. */
export function cueRules({ profile, analysis }: Editor, language: LanguageCode): CueRules {
  const { rate, duration } = profile.checkOptions
  return cueRulesOf(profile.chosen, { language, rate, duration, shotChanges: analysis.shotChanges })
}

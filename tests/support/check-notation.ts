import { limitsOf, type CheckOptions, profiles } from '#core/checks/profiles.ts'
import type { Findings } from '#core/checks/check.ts'
import type { Limits, RuleId } from '#core/checks/rule.ts'
import type { ProfileId } from '#core/domain/profiles.ts'
import type { Cue } from '#core/subtitle/cue/cue.ts'
import { plainText } from '#core/subtitle/text/markup.ts'

/** Only the rules named, so that a short line can show one thing. */
export const only = (profile: ProfileId, names: RuleId[], options: CheckOptions = {}): Limits => {
  const limits = limitsOf(profiles[profile], options)
  return { ...limits, rules: new Set(names) }
}

/** Findings in one line: `a:cps {"cps":21}`. */
export const shown = (findings: Findings): string =>
  [...findings.values()]
    .flat()
    .map(({ rule, id, values }) => `${id}:${rule}${Object.keys(values).length ? ` ${JSON.stringify(values)}` : ''}`)
    .join(' ')

/** A word of so many letters. */
export const W = (letters: number): string => 'w'.repeat(letters)

/** Words of all lines; where a script has no blanks its letters, and the words of other scripts among them. */
export function wordsOf(cues: readonly Cue[], language: string): string[] {
  const word = /^(?:zh|ja|th)/.test(language) ? /[\p{Script=Latin}\p{N}]+|[\p{L}\p{M}]/gu : /[\p{L}\p{M}\p{N}]+/gu
  return cues.flatMap(({ text }) => plainText(text).match(word) ?? [])
}

import { type CheckOptions, limitsOf, type Profile, profiles } from '../checks/profiles.ts'
import { isUnspaced, type LanguageCode } from '../domain/languages.ts'
import { type CueRules, defaultCueRules, unspacedCueRules } from './cues.ts'

interface CueFacts extends Pick<CheckOptions, 'rate' | 'duration'> {
  readonly language: LanguageCode
  /** In milliseconds, in order. */
  readonly shotChanges?: readonly number[]
}

/** Cues of recognised words have no more rows, whatever the profile allows. */
const MOST_ROWS = 2

/**
 * Rules for making cues of recognised words by a profile. The product's profile only has limits of readability: cues
 * for it aim at the stricter numbers of `netflix-sdh`.
 */
export function cueRulesOf(
  profile: Profile,
  { language, rate, duration = Infinity, shotChanges = [] }: CueFacts,
): CueRules {
  const aim = profile === profiles.cuelane ? profiles['netflix-sdh'] : profile
  const limits = limitsOf(aim, { language, rate })
  return {
    ...(isUnspaced(language) ? unspacedCueRules : defaultCueRules),
    maxLineLength: limits.lineLength,
    maxLines: Math.min(MOST_ROWS, limits.maxLines),
    maxDurationMs: limits.maxDuration,
    minDurationMs: limits.minDuration,
    gapMs: limits.gap,
    maxCps: limits.cps,
    msPerWord: Math.max(limits.minPerWord, limits.wpm > 0 ? 60_000 / limits.wpm : 0),
    ...{ videoEndMs: duration, shotChanges },
    limits: limitsOf(profile, { language, rate, duration }),
  }
}

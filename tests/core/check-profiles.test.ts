import fc from 'fast-check'
import { expect, test } from 'vitest'
import { activeRules, checkAll, checkByEach, checkCue, contextOf } from '#core/checks/check.ts'
import { limitsOf, profiles } from '#core/checks/profiles.ts'
import { type ProfileId, profileIds } from '#core/domain/profiles.ts'
import { type RuleId, ruleIds } from '#core/checks/rule.ts'
import { cueErrors } from '#core/subtitle/cue/cue-errors.ts'
import { tidyCues, wildCues } from '#tests/support/arbitrary.ts'
import { only } from '#tests/support/check-notation.ts'

test.each<[ProfileId, string, number, number, number]>([
  ['netflix', 'ja', 13, 4, 500],
  ['netflix-sdh', 'ja', 16, 7, 500],
  ['netflix-children', 'ja', 13, 4, 500],
  ['netflix-children-sdh', 'ja', 16, 7, 500],
  ['netflix', 'en', 42, 20, 833],
  ['netflix-children', 'en', 42, 17, 833],
  ['netflix-sdh', 'en', 42, 20, 833],
  ['netflix-children-sdh', 'en', 42, 17, 833],
  ['netflix-children', 'fr', 42, 13, 833],
  ['netflix-sdh', 'fr', 42, 20, 833],
  ['netflix-children-sdh', 'fr', 42, 17, 833],
  ['netflix-sdh', 'zh_tw', 16, 11, 833],
  ['netflix-children-sdh', 'ko', 16, 11, 833],
  ['netflix', 'ru', 39, 17, 833],
])('%s in %s: %d letters a line, %d a second, at least %d ms', (id, language, line, cps, least) => {
  const limits = limitsOf(profiles[id], { language })
  expect([limits.lineLength, limits.cps, limits.minDuration]).toEqual([line, cps, least])
})

test("the default profile finds the specification's three errors as the server counts them", () => {
  fc.assert(
    fc.property(wildCues, (cues) => {
      const limits = only('cuelane', ['line_time_error', 'no_subtitle', 'sequence_time_error'])
      const findings = checkAll(cues, limits)
      const found = (rule: RuleId) =>
        cues.flatMap((cue, at) => (findings.get(cue.id)?.some((one) => one.rule === rule) ? [at + 1] : []))
      expect(cueErrors(cues)).toEqual({
        line_time_error: found('line_time_error'),
        no_subtitle: found('no_subtitle'),
        sequence_time_error: found('sequence_time_error'),
      })
    }),
  )
})

test('a text of spaces is none, whatever spaces they are', () => {
  const cues = [' ', '\t\n', '\u00a0', '\u3000 ', '\u2003', '\ufeff', 'a', '中', '\u00a0b'].map((text, at) => ({
    id: `c${at}`,
    start: at * 1000,
    end: at * 1000 + 500,
    text,
    roles: [],
  }))
  expect(cueErrors(cues).no_subtitle).toEqual([1, 2, 3, 4, 5, 6])
})

test('several profiles at once find what each finds alone', () => {
  fc.assert(
    fc.property(fc.oneof(tidyCues, wildCues), (cues) => {
      const each = profileIds.map((id) => limitsOf(profiles[id], { language: 'en' }))
      const together = checkByEach(cues, each, [5000])
      for (const [at, limits] of each.entries()) {
        const active = activeRules(limits)
        for (const [i, cue] of cues.entries()) {
          expect(together[at]!.get(cue.id) ?? []).toEqual(checkCue(contextOf(cues, i, [5000]), limits, active))
        }
      }
    }),
  )
})

test('every rule stands in some profile', () => {
  const used = new Set(Object.values(profiles).flatMap((profile) => profile.rules))
  expect([...used].sort()).toEqual([...ruleIds].sort())
})

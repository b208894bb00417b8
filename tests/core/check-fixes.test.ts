import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkAll } from '#core/checks/check.ts'
import { fixAll } from '#core/checks/fix.ts'
import { type CheckOptions, limitsOf, profiles } from '#core/checks/profiles.ts'
import { type ProfileId, profileIds } from '#core/domain/profiles.ts'
import { type RuleId, ruleIds } from '#core/checks/rule.ts'
import { type Cue, makeCue } from '#core/subtitle/cue/cue.ts'
import { cueList } from '#core/subtitle/cue/cue-list.ts'
import { applyPatch } from '#core/subtitle/cue/patch.ts'
import { frameRates } from '#core/domain/frames.ts'
import { tidyCues, wildCues, writtenCues } from '#tests/support/arbitrary.ts'
import { show, tl } from '#tests/support/notation.ts'
import { only, shown, W, wordsOf } from '#tests/support/check-notation.ts'

describe('fixes', () => {
  const fix = (line: string, names: RuleId[], profile: ProfileId = 'netflix', options: CheckOptions = {}): string => {
    const list = tl(line)
    const limits = limitsOf(profiles[profile], options)
    const result = fixAll(list, limits, { only: new Set(names) })
    const left = result.left.map(
      ({ finding, reason, breaks }) => ` ${finding.id}:${reason}${breaks ? ` ${breaks}` : ''}`,
    )
    return show(applyPatch(list, result.patch)) + left.join('')
  }
  test.each<[string, RuleId, string, string]>([
    ['an end before a start', 'line_time_error', 'a[3000-1000]', 'a[1000-3000]'],
    ['no length', 'line_time_error', 'a[1000-1000]', 'a[1000-1833]'],
    ['an empty line goes', 'no_subtitle', 'a[0-1000] b[2000-3000 ] c[4000-5000]', 'a[0-1000] c[4000-5000]'],
    ['dots', 'ellipsis', 'a[0-2000 Well... <i>so...</i>]', 'a[0-2000 Well… <i>so…</i>]'],
    ['blanks', 'whitespace', 'a[0-2000  Well ,  then ]', 'a[0-2000 Well, then]'],
    ['brackets', 'hi_brackets', 'a[0-2000 (door slams)]', 'a[0-2000 [door slams]]'],
    ['a small gap', 'min_gap', 'a[0-2000] b[2010-4000]', 'a[0-1920] b[2010-4000]'],
    ['a gap in a chain', 'chain_gap', 'a[0-1000] b[1200-3000]', 'a[0-1120] b[1200-3000]'],
    ['too short with room', 'min_duration', 'a[0-500] b[3000-4000]', 'a[0-833] b[3000-4000]'],
    [
      'too short, room before only',
      'min_duration',
      'a[0-1000] b[2000-2500] c[2600-4000]',
      'a[0-1000] b[1687-2520] c[2600-4000]',
    ],
    [
      'too short without room',
      'min_duration',
      'a[0-1000] b[1100-1500] c[1600-3000]',
      'a[0-1000] b[1100-1500] c[1600-3000] b:no_room',
    ],
    ['too long', 'max_duration', 'a[0-9000]', 'a[0-7000]'],
    ['too fast with room', 'cps', `a[0-1000 ${W(34)}]`, `a[0-2000 ${W(34)}]`],
  ])('%s', (_, rule, line, expected) => {
    expect(fix(line, [rule])).toBe(expected)
  })

  test('a fix that would break another rule is listed, not made', () => {
    // Cutting the earlier line for the gap would leave it too short.
    expect(fix('a[0-840] b[850-3000]', ['min_gap'])).toBe('a[0-840] b[850-3000] b:breaks min_duration')
  })

  test('two rows instead of a long one', () => {
    expect(fix('a[0-7000 The quick brown fox jumps over the lazy dog again and again]', ['line_length'])).toBe(
      'a[0-7000 The quick brown fox jumps\nover the lazy dog again and again]',
    )
  })

  test('what one fix makes room for is fixed too', () => {
    // The blank can only go once the tag before it is gone, by a rule that comes later.
    expect(fix('a[0-2000 <i> Well</i>]', ['whitespace', 'italics'], 'netflix', { language: 'th' })).toBe(
      'a[0-2000 Well]',
    )
  })

  test('words of a text without blanks that is wrapped anew stay apart', () => {
    const text = '我们今天要讨论这个问题 new\nwords 你说得对'
    const list = cueList([makeCue('a', 0, 7000, text)])
    const fixed = applyPatch(list, fixAll(list, only('vertical', ['line_length'], { language: 'zh' })).patch)
    expect(fixed.cueAt(0).text).not.toBe(text)
    expect(fixed.cueAt(0).text.match(/[a-z]+/g)).toEqual(['new', 'words'])
  })

  const options = fc.record({
    id: fc.constantFrom(...profileIds),
    language: fc.constantFrom('en', 'zh_cn', 'ja', 'th', 'fr', undefined),
    rate: fc.constantFrom(...frameRates),
    duration: fc.constantFrom(Infinity, 9000),
    shotChanges: fc.array(fc.nat(20_000), { maxLength: 6 }).map((times) => times.sort((a, b) => a - b)),
  })

  test('fixing twice gives what fixing once gave, and breaks no line, on any list', () => {
    fc.assert(
      fc.property(fc.oneof(tidyCues, wildCues, writtenCues), options, (cues, { id, shotChanges, ...how }) => {
        const limits = limitsOf(profiles[id], how)
        const list = cueList(cues)
        const { patch, fixed, left } = fixAll(list, limits, { shotChanges })
        const after = applyPatch(list, patch)
        expect(fixAll(after, limits, { shotChanges }).patch).toEqual([])
        expect(fixed.length + left.length).toBeGreaterThanOrEqual(patch.length > 0 ? 1 : 0)
        const errors = (of: readonly Cue[]) =>
          [...checkAll(of, limits, shotChanges).values()].flat().filter(({ severity }) => severity === 'error').length
        expect(errors(after.cues)).toBeLessThanOrEqual(errors(cues))
        expect(wordsOf(after.cues, limits.language)).toEqual(wordsOf(cues, limits.language))
        for (const { from, to } of patch) {
          if (!from || !to || (from.start === to.start && from.end === to.end)) continue
          expect(to.end).toBeGreaterThan(to.start)
          expect(to.start).toBeGreaterThanOrEqual(0)
          expect(to.end).toBeLessThanOrEqual(Math.max(limits.duration, from.end))
        }
      }),
      { numRuns: 1000 },
    )
  })

  test('lines that are kept stay as they are, and what is fixed beside them breaks nothing', () => {
    const kept = fc.subarray(['c0', 'c1', 'c2', 'c3', 'c4'])
    fc.assert(
      fc.property(
        fc.oneof(tidyCues, wildCues, writtenCues),
        options,
        kept,
        (cues, { id, shotChanges, ...how }, ids) => {
          const limits = limitsOf(profiles[id], how)
          const list = cueList(cues)
          const choice = { shotChanges, kept: new Set(ids) }
          const { patch } = fixAll(list, limits, choice)
          expect(patch.filter((change) => ids.includes(change.id))).toEqual([])
          expect(fixAll(applyPatch(list, patch), limits, choice).patch).toEqual([])
          if (ids.length === 0) expect(patch).toEqual(fixAll(list, limits, { shotChanges }).patch)
        },
      ),
    )
  })

  test('some of the rules and some of the lines only: twice gives what once gave, and nothing else changes', () => {
    const chosen = fc.record({ rules: fc.subarray([...ruleIds]), ids: fc.subarray(['c0', 'c1', 'c2', 'c3', 'c4']) })
    fc.assert(
      fc.property(
        fc.oneof(wildCues, writtenCues),
        options,
        chosen,
        (cues, { id, shotChanges, ...how }, { rules, ids }) => {
          const limits = limitsOf(profiles[id], how)
          const only = { shotChanges, only: new Set(rules), ids: new Set(ids) }
          const list = cueList(cues)
          const { patch, fixed, left } = fixAll(list, limits, only)
          expect(fixAll(applyPatch(list, patch), limits, only).patch).toEqual([])
          for (const { rule, id } of [...fixed, ...left.map(({ finding }) => finding)]) {
            expect(rules).toContain(rule)
            expect(ids).toContain(id)
          }
        },
      ),
      { numRuns: 1000 },
    )
  })
})

test('words in braces are words: they are found by no rule for empty lines, and no fix takes them away', () => {
  const list = cueList([makeCue('a', 0, 2000, '{Music playing}'), makeCue('b', 3000, 5000, '- {Thunder}\n- Well...')])
  for (const id of profileIds) {
    const limits = limitsOf(profiles[id], { language: 'en' })
    expect(shown(checkAll(list.cues, { ...limits, rules: new Set(['no_subtitle']) }))).toBe('')
    const fixed = applyPatch(list, fixAll(list, limits).patch)
    expect(fixed.cueAt(0).text).toBe('{Music playing}')
    expect(wordsOf(fixed.cues, 'en')).toEqual(['Music', 'playing', 'Thunder', 'Well'])
  }
})

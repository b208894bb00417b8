import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { activeRules, checkAll, checkByEach, checkCue, type Findings, contextOf, recheck } from '#core/checks/check.ts'
import { fixAll } from '#core/checks/fix.ts'
import { type CheckOptions, limitsOf, profileIds, profiles, type ProfileId } from '#core/checks/profiles.ts'
import { type Limits, type RuleId, ruleIds } from '#core/checks/rule.ts'
import { makeCue } from '#core/subtitle/cue.ts'
import { cueErrors } from '#core/subtitle/cue-errors.ts'
import { cueList } from '#core/subtitle/cue-list.ts'
import { applyPatch, type Patch } from '#core/subtitle/patch.ts'
import { textStatistics } from '#core/subtitle/statistics.ts'
import { mergeDown, removeCues } from '#core/timing/cues.ts'
import { moveCue, setEdge } from '#core/timing/move.ts'
import { sortCues } from '#core/timing/overlaps.ts'
import { defaultRules } from '#core/timing/rules.ts'
import { tidyCues, wildCues } from '#tests/support/arbitrary.ts'
import { show, tl } from '#tests/support/notation.ts'

/** Only the rules named, so that a short line can show one thing. */
const only = (profile: ProfileId, names: RuleId[], options: CheckOptions = {}): Limits => {
  const limits = limitsOf(profiles[profile], options)
  return { ...limits, rules: new Set(names) }
}

const shown = (findings: Findings): string =>
  [...findings.values()]
    .flat()
    .map(({ rule, id, values }) => `${id}:${rule}${Object.keys(values).length ? ` ${JSON.stringify(values)}` : ''}`)
    .join(' ')

const rate24 = { num: 24_000, den: 1001 }
const W = (letters: number) => 'w'.repeat(letters)

describe('statistics', () => {
  test.each([
    ['Hello, world', 12, 11, 6, 2],
    ['<i>Hello</i>\n{\\an8}you', 8, 8, 4, 2],
    ['你好，世界', 5, 5, 5, 2],
    ['ＡＢC 12', 6, 5, 4, 2],
    ['안녕 하세요', 6, 5, 5.5, 2],
    ['e\u0301te\u0301', 3, 3, 1.5, 1],
    ['👩‍👩‍👧 ok', 4, 3, 2.5, 2],
    ['\u200fשלום', 4, 4, 2, 1],
    ['', 0, 0, 0, 0],
  ])('%j', (text, characters, withoutBlanks, fullWidths, words) => {
    const found = textStatistics(text)
    expect([found.characters, found.charactersWithoutBlanks, found.fullWidths, found.words]).toEqual([
      characters,
      withoutBlanks,
      fullWidths,
      words,
    ])
  })
})

describe('rules', () => {
  test.each<[string, RuleId, Partial<CheckOptions>, string, string]>([
    ['end before start', 'line_time_error', {}, 'a[2000-1000]', 'a:line_time_error {"start":2000,"end":1000}'],
    ['no text', 'no_subtitle', {}, 'a[0-1000 <i> </i>]', 'a:no_subtitle'],
    ['overlap', 'sequence_time_error', {}, 'a[0-1000] b[900-2000]', 'b:sequence_time_error {"overlap":100}'],
    ['too fast', 'cps', { language: 'en' }, `a[0-1000 ${W(21)}]`, 'a:cps {"cps":21,"max":20}'],
    ['fast enough', 'cps', { language: 'en' }, `a[0-1000 ${W(20)}]`, ''],
    ['too fast in German', 'cps', { language: 'de' }, `a[0-1000 ${W(18)}]`, 'a:cps {"cps":18,"max":17}'],
    ['too fast in Chinese', 'cps', { language: 'zh_cn' }, 'a[0-1000 一二三四五六七八九十]', 'a:cps {"cps":10,"max":9}'],
    ['a long row', 'line_length', { language: 'en' }, `a[0-1000 ${W(43)}]`, 'a:line_length {"length":43,"max":42}'],
    [
      'a long row in Chinese',
      'line_length',
      { language: 'zh' },
      `a[0-1000 ${'字'.repeat(17)}]`,
      'a:line_length {"length":17,"max":16}',
    ],
    ['half widths are half', 'line_length', { language: 'zh' }, `a[0-1000 ${W(32)}]`, ''],
    ['too short', 'min_duration', {}, 'a[0-832]', 'a:min_duration {"duration":832,"min":833}'],
    ['too long', 'max_duration', {}, 'a[0-7001]', 'a:max_duration {"duration":7001,"max":7000}'],
    ['two frames at 24', 'min_gap', { rate: rate24 }, 'a[0-1000] b[1083-2000]', 'b:min_gap {"gap":83,"min":84}'],
    ['two frames at 25', 'min_gap', {}, 'a[0-1000] b[1080-2000]', ''],
    ['a gap to close', 'chain_gap', {}, 'a[0-1000] b[1200-2000]', 'b:chain_gap {"gap":200,"wanted":80,"below":480}'],
    ['no gap to close', 'chain_gap', {}, 'a[0-1000] b[1500-2000]', ''],
    ['three dots', 'ellipsis', {}, 'a[0-1000 Well...]', 'a:ellipsis'],
    ['blanks', 'whitespace', {}, 'a[0-1000 Well  then]', 'a:whitespace'],
    ['a blank before a comma', 'whitespace', {}, 'a[0-1000 Well , then]', 'a:whitespace'],
    ['no odd blanks', 'whitespace', {}, 'a[0-1000 Well, then - "so" ...]', ''],
    ['a picture', 'glyph', {}, 'a[0-1000 ok 😀]', 'a:glyph {"glyph":"😀","code":"U+1F600"}'],
    ['sound in round brackets', 'hi_brackets', {}, 'a[0-1000 (door slams)]', 'a:hi_brackets'],
    ['a number', 'numbers', {}, 'a[0-1000 We have 3 cats]', 'a:numbers {"number":"3"}'],
    ['a time and a price', 'numbers', {}, 'a[0-1000 At 5:30, for $4, 7%]', ''],
    ['a tag left open', 'markup', {}, 'a[0-1000 <i>Well]', 'a:markup'],
  ])('%s', (_, rule, options, line, expected) => {
    expect(shown(checkAll(tl(line).cues, only('netflix', [rule], options)))).toBe(expected)
  })

  test('dashes', () => {
    const dashed = (text: string, language?: string) =>
      shown(checkAll([makeCue('a', 0, 1000, text)], only('netflix', ['dialogue_dash'], { language })))
    expect(dashed('-Yes.\n-No.', 'en')).toBe('')
    expect(dashed('- Yes.\n- No.', 'en')).toBe('a:dialogue_dash')
    expect(dashed('- Yes.\n- No.', 'de')).toBe('')
    expect(dashed('- Yes.\n-No.', 'de')).toBe('a:dialogue_dash')
    expect(dashed('-Yes.\nNo.', 'en')).toBe('')
  })

  test('a colour takes a place of a teletext row', () => {
    const row = (text: string) => shown(checkAll([makeCue('a', 0, 5000, text)], only('ebu-teletext', ['line_length'])))
    expect(row(W(37))).toBe('')
    expect(row(`<font color="#ffff00">${W(36)}</font>`)).toBe('')
    expect(row(`<font color="#ffff00">${W(37)}</font>`)).toBe('a:line_length {"length":37,"max":36}')
  })

  test('words a minute and time a word', () => {
    const text = 'one two three four five six seven eight'
    expect(shown(checkAll([makeCue('a', 0, 2000, text)], only('bbc', ['wpm', 'min_duration'])))).toBe(
      'a:min_duration {"duration":2000,"min":2400} a:wpm {"wpm":240,"max":180}',
    )
  })

  // At 24 frames a second half a second is 12 frames; frame n begins at n * 41.7 ms. The cut is on frame 240.
  const cut = 10_010
  const at = (frame: number) => Math.ceil((frame * 1001) / 24)
  test.each([
    [240, ''],
    [241, '1'],
    [251, '11'],
    [252, ''],
    [239, '-1'],
    [229, '-11'],
    [228, ''],
  ])('in time on frame %d near a shot change on 240', (frame, expected) => {
    const limits = only('netflix', ['shot_in'], { rate: rate24 })
    const [found] = checkAll([makeCue('a', at(frame), at(frame) + 2000, 'a')], limits, [cut]).get('a') ?? []
    expect(String(found?.values['frames'] ?? '')).toBe(expected)
  })
  test.each([
    [238, ''],
    [240, '0'],
    [239, '1'],
    [237, '3'],
    [229, '11'],
    [228, ''],
    [245, ''],
  ])('out time on frame %d near a shot change on 240', (frame, expected) => {
    const limits = only('netflix', ['shot_out'], { rate: rate24 })
    const [found] = checkAll([makeCue('a', at(frame) - 2000, at(frame), 'a')], limits, [cut]).get('a') ?? []
    expect(String(found?.values['frames'] ?? '')).toBe(expected)
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
    ['a small gap', 'min_gap', 'a[0-2000] b[2010-4000]', 'a[0-1930] b[2010-4000]'],
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
      'a[0-7000 The quick brown fox jumps over\nthe lazy dog again and again]',
    )
  })

  test('never makes a fault that was not there, and can be run again without effect', () => {
    fc.assert(
      fc.property(fc.oneof(tidyCues, wildCues), fc.constantFrom(...profileIds), (cues, id) => {
        const limits = limitsOf(profiles[id], { language: 'en' })
        const list = cueList(cues)
        const { patch, fixed, left } = fixAll(list, limits)
        const after = applyPatch(list, patch)
        const count = (findings: Findings) =>
          [...findings.values()].flat().filter((one) => one.severity === 'error').length
        expect(count(checkAll(after.cues, limits))).toBeLessThanOrEqual(count(checkAll(cues, limits)))
        expect(fixed.length + left.length).toBeGreaterThanOrEqual(patch.length > 0 ? 1 : 0)
      }),
      { numRuns: 200 },
    )
  })
})

test('checking again after an edit gives what a whole check gives', () => {
  fc.assert(
    fc.property(fc.oneof(tidyCues, wildCues), fc.nat(11), fc.nat(5), fc.nat(20_000), (cues, which, kind, time) => {
      const id = cues[which % Math.max(1, cues.length)]?.id
      if (!id) return
      const list = cueList(cues)
      const limits = limitsOf(profiles.netflix, { language: 'en' })
      const merged = mergeDown(list, id)
      const patches: Patch[] = [
        setEdge(list, id, 'end', time, defaultRules),
        moveCue(list, id, time, defaultRules),
        removeCues(list, [id]),
        merged.ok ? merged.value : [],
        sortCues(list),
        [{ id: 'new', from: undefined, to: makeCue('new', time, time + 10, 'x'), at: list.index.get(id)! }],
      ]
      const patch = patches[kind]!
      const findings = new Map(checkAll(cues, limits, [5000, 9000]))
      const after = applyPatch(list, patch)
      recheck(findings, after, patch, limits, [5000, 9000])
      const whole = checkAll(after.cues, limits, [5000, 9000])
      expect(new Map([...findings].sort())).toEqual(new Map([...whole].sort()))
    }),
  )
})

test('checking again after a sort finds the new neighbours of every place that a cue left', () => {
  const list = tl('a[2-2] b[1-1] c[0-0] d[1-1] e[1-1] f[1-1] g[0-0] h[0-0]')
  const limits = limitsOf(profiles.netflix, { language: 'en' })
  const findings = new Map(checkAll(list.cues, limits))
  const patch = sortCues(list)
  const after = applyPatch(list, patch)
  recheck(findings, after, patch, limits)
  expect(findings).toEqual(checkAll(after.cues, limits))
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

import fc from 'fast-check'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { activeRules, checkAll, checkByEach, checkCue, contextOf } from '#core/checks/check.ts'
import { fixAll } from '#core/checks/fix.ts'
import { type CheckOptions, limitsOf, profiles } from '#core/checks/profiles.ts'
import { type ProfileId, profileIds } from '#core/domain/profiles.ts'
import { findingWords } from '#core/checks/finding-words.ts'
import { roundedAbove } from '#core/checks/readings.ts'
import { findingMessage, type RuleId, ruleIds, type Values } from '#core/checks/rule.ts'
import { makeCue } from '#core/subtitle/cue.ts'
import { cueErrors } from '#core/subtitle/cue-errors.ts'
import { cueList } from '#core/subtitle/cue-list.ts'
import { applyPatch } from '#core/subtitle/patch.ts'
import { clockNotation } from '#core/timing/time-notation.ts'
import { tidyCues, wildCues } from '#tests/support/arbitrary.ts'
import { tl } from '#tests/support/notation.ts'
import { only, shown, W } from '#tests/support/check-notation.ts'

const messagesOf = (file: string): Record<string, string> =>
  JSON.parse(readFileSync(join(import.meta.dirname, `../../locales/en/${file}.json`), 'utf8')) as Record<string, string>

const rate24 = { num: 24_000, den: 1001 }

describe('rules', () => {
  test('a figure above its limit never looks like the limit', () => {
    expect([25.4, 25.04, 25.0001, 26, 180.2].map((value) => roundedAbove(value, 25, 1))).toEqual([
      25.4, 25.04, 25.001, 26, 180.2,
    ])
    expect(roundedAbove(180.2, 180, 0)).toBe(180.2)
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 400 }), fc.double({ min: 1e-9, max: 50, noNaN: true }), (limit, above) => {
        const shown = roundedAbove(limit + above, limit, 0)
        expect(shown).toBeGreaterThan(limit)
        expect(Math.abs(shown - (limit + above))).toBeLessThanOrEqual(0.5)
      }),
    )
  })

  test.each<[string, RuleId, Partial<CheckOptions>, string, string]>([
    ['end before start', 'line_time_error', {}, 'a[2000-1000]', 'a:line_time_error {"start":2000,"end":1000}'],
    ['no text', 'no_subtitle', {}, 'a[0-1000 <i> </i>]', 'a:no_subtitle'],
    ['overlap', 'sequence_time_error', {}, 'a[0-1000] b[900-2000]', 'b:sequence_time_error {"overlap":100}'],
    ['too fast', 'cps', { language: 'en' }, `a[0-1000 ${W(21)}]`, 'a:cps {"cps":21,"max":20}'],
    ['too fast by less than a tenth', 'cps', { language: 'en' }, `a[0-998 ${W(20)}]`, 'a:cps {"cps":20.04,"max":20}'],
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
    [
      'one frame at 23.976',
      'min_gap',
      { rate: rate24 },
      'a[0-1001] b[1043-2000]',
      'b:min_gap {"gap":1,"min":2,"unit":"frames"}',
    ],
    ['two frames at 23.976', 'min_gap', { rate: rate24 }, 'a[0-1001] b[1084-2000]', ''],
    ['two frames at 23.976, a millisecond less', 'min_gap', { rate: rate24 }, 'a[0-2002] b[2085-3000]', ''],
    ['two frames at 25', 'min_gap', {}, 'a[0-1000] b[1080-2000]', ''],
    [
      'a gap to close',
      'chain_gap',
      {},
      'a[0-1000] b[1200-2000]',
      'b:chain_gap {"gap":5,"wanted":2,"below":12,"unit":"frames"}',
    ],
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
    expect(dashed('- Yes.\n-No.', 'ja')).toBe('a:dialogue_dash')
    expect(dashed('-Yes.\nNo.', 'en')).toBe('')
    for (const language of ['ar', 'es', 'fr', 'it', 'ko', 'pl', 'pt', 'ru', 'th']) {
      expect(dashed('- Yes.\n- No.', language)).toBe('')
      expect(dashed('-Yes.\n-No.', language)).toBe('a:dialogue_dash')
    }
    for (const language of ['zh_cn', 'nl', 'tr', 'uk'])
      expect(dashed('- Yes.\n- No.', language)).toBe('a:dialogue_dash')
    expect(dashed('- Yes.\n- No.', 'ja')).toBe('')
    expect(dashed('-Yes.\n-No.')).toBe('')
  })

  test('signs of dashes', () => {
    const signs = (profile: ProfileId, text: string) =>
      shown(checkAll([makeCue('a', 0, 1000, text)], only(profile, ['dash_sign'], { language: 'fr' })))
    expect(signs('netflix', '- Oui.\n- Non.')).toBe('')
    expect(signs('netflix', '– Oui.\n– Non.')).toBe('a:dash_sign {"found":"–","wanted":"-"}')
    expect(signs('bbc', '- Oui.\n— Non.')).toBe('a:dash_sign {"found":"—","wanted":"-"}')
    expect(signs('netflix', 'Il vient –\nou pas.')).toBe('')
  })

  test.each([
    ['fr', 'Tu viens ?', 'Tu viens\u00a0?'],
    ['fr', 'Tu viens?!', 'Tu viens\u00a0?!'],
    ['fr', 'Tu viens\u202f?', undefined],
    ['fr', '« Oui »', '«\u00a0Oui\u00a0»'],
    ['fr', '«Oui»\nNon !', '«\u00a0Oui\u00a0»\nNon\u00a0!'],
    ['fr', '<i>Bien</i> : à 10:30, http://a.fr', '<i>Bien</i>\u00a0: à 10:30, http://a.fr'],
    ['fr', 'Attends... !', 'Attends...\u00a0!'],
    ['fr-ca', 'Tu viens ?', undefined],
    ['en', 'Who «is» it ?', undefined],
  ])('blanks that no line breaks at, in %s: %s', (language, text, expected) => {
    const limits = only('netflix', ['no_break'], { language })
    const list = cueList([makeCue('a', 0, 1000, text)])
    expect(shown(checkAll(list.cues, limits))).toBe(expected === undefined ? '' : 'a:no_break')
    const fixed = applyPatch(list, fixAll(list, limits).patch)
    expect(fixed.cueAt(0).text).toBe(expected ?? text)
  })

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

  test('Japanese counts full widths: a half-width letter, or mark of voice, is half a one', () => {
    const found = (text: string, rule: RuleId, ms = 1000) =>
      shown(checkAll([makeCue('a', 0, ms, text)], only('netflix', [rule], { language: 'ja' })))
    expect(found('字'.repeat(13), 'line_length')).toBe('')
    expect(found('字'.repeat(14), 'line_length')).toBe('a:line_length {"length":14,"max":13}')
    expect(found('ｱ'.repeat(26), 'line_length')).toBe('')
    expect(found('ｶﾞ'.repeat(13), 'line_length')).toBe('')
    expect(found('ｶﾞ'.repeat(14), 'line_length')).toBe('a:line_length {"length":14,"max":13}')
    expect(found('字が四つ', 'cps')).toBe('')
    expect(found('字が四つA', 'cps')).toBe('a:cps {"cps":4.5,"max":4}')
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

  test.each([
    [240, ''],
    [239, ''],
    [238, '2'],
    [229, '11'],
    [228, ''],
  ])('out time on frame %d with a shot that ends on 240, for the BBC', (frame, expected) => {
    const limits = only('bbc', ['shot_out'], { rate: rate24 })
    const list = cueList([makeCue('a', at(frame) - 2000, at(frame), 'a')])
    const [found] = checkAll(list.cues, limits, [cut]).get('a') ?? []
    expect(String(found?.values['frames'] ?? '')).toBe(expected)
    const fixed = applyPatch(list, fixAll(list, limits, { shotChanges: [cut] }).patch)
    expect(fixed.cueAt(0).end).toBe(expected === '' ? at(frame) : cut)
  })

  test('every finding has its words', () => {
    const messages = Object.keys(messagesOf('checks'))
    for (const rule of ruleIds) {
      const each: Values[] = [{}, { unit: 'frames' }, { wanted: 0 }]
      for (const values of each) {
        expect(messages).toContain(findingMessage({ rule, severity: 'hint', id: 'a', values }))
      }
    }
  })

  test('in frames, lengths are said in frames unless rounding would make them look allowed', () => {
    const frames = { ...clockNotation, unit: 'frames' } as const
    const messages = Object.keys(messagesOf('checks'))
    const said = (rule: RuleId, values: Values) => {
      const words = findingWords({ rule, severity: 'error', id: 'a', values }, frames)
      expect(messages).toContain(words.message)
      return [words.message.replace('finding_', ''), ...Object.values(words.values)]
    }
    expect(said('min_duration', { duration: 480, min: 840 })).toEqual(['min_duration_length', '0:12', '0:21'])
    expect(said('max_duration', { duration: 7400, max: 7000 })).toEqual(['max_duration_length', '7:10', '7:00'])
    expect(said('max_duration', { duration: 7010, max: 7000 })).toEqual(['max_duration', 7010, 7000])
    expect(said('sequence_time_error', { overlap: 80 })).toEqual(['sequence_time_error_length', '0:02'])
    expect(said('sequence_time_error', { overlap: 10 })).toEqual(['sequence_time_error', 10])
    expect(said('min_gap', { gap: 0, min: 80 })).toEqual(['min_gap', 0, 80])
    expect(said('chain_gap', { gap: 200, below: 480, wanted: 80 })).toEqual([
      'chain_gap_length',
      '0:05',
      '0:12',
      '0:02',
    ])
    expect(said('min_gap', { gap: 1, min: 2, unit: 'frames' })[0]).toBe('min_gap_frames')
    expect(findingWords({ rule: 'max_duration', severity: 'error', id: 'a', values: {} }, clockNotation).message).toBe(
      'finding_max_duration',
    )
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

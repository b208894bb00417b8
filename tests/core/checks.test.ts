import fc from 'fast-check'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { activeRules, checkAll, checkByEach, checkCue, type Findings, contextOf, recheck } from '#core/checks/check.ts'
import { fixAll } from '#core/checks/fix.ts'
import { type CheckOptions, limitsOf, profiles } from '#core/checks/profiles.ts'
import { type ProfileId, profileIds } from '#core/domain/profiles.ts'
import { findingWords } from '#core/checks/finding-words.ts'
import { roundedAbove } from '#core/checks/readings.ts'
import { findingMessage, type Limits, type RuleId, ruleIds, type Values } from '#core/checks/rule.ts'
import { type Cue, makeCue } from '#core/subtitle/cue.ts'
import { cueErrors } from '#core/subtitle/cue-errors.ts'
import { cueList } from '#core/subtitle/cue-list.ts'
import { plainText } from '#core/subtitle/markup.ts'
import { applyPatch, type Patch } from '#core/subtitle/patch.ts'
import { textStatistics } from '#core/subtitle/statistics.ts'
import { mergeDown, removeCues } from '#core/timing/cues.ts'
import { beginDrag, dragModes, type DragPart } from '#core/timing/drag.ts'
import {
  type FrameRate,
  frameRates,
  framesBetween,
  framesToMs,
  frameStart,
  halfSecondFrames,
  nearestFrame,
} from '#core/domain/frames.ts'
import { moveCue, setEdge } from '#core/timing/move.ts'
import { sortCues } from '#core/timing/overlaps.ts'
import { defaultRules } from '#core/timing/rules.ts'
import { clockNotation } from '#core/timing/time-notation.ts'
import { tidyCues, wildCues, writtenCues } from '#tests/support/arbitrary.ts'
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

const messagesOf = (file: string): Record<string, string> =>
  JSON.parse(readFileSync(join(import.meta.dirname, `../../locales/en/${file}.json`), 'utf8')) as Record<string, string>

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
      'a[0-7000 The quick brown fox jumps over\nthe lazy dog again and again]',
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

/** Words of all lines; where a script has no blanks its letters, and the words of other scripts among them. */
function wordsOf(cues: readonly Cue[], language: string): string[] {
  const word = /^(?:zh|ja|th)/.test(language) ? /[\p{Script=Latin}\p{N}]+|[\p{L}\p{M}]/gu : /[\p{L}\p{M}\p{N}]+/gu
  return cues.flatMap(({ text }) => plainText(text).match(word) ?? [])
}

describe('rules in frames', () => {
  const rate = fc.constantFrom(...frameRates)
  const exact = (frame: number, { num, den }: FrameRate) => (frame * 1000 * den) / num
  /** How programs write the beginning of a frame: in milliseconds, in hundredths as in ASS. */
  const written = fc.constantFrom(Math.round, Math.floor, Math.ceil, (ms: number) => Math.round(ms / 10) * 10)
  const frames = fc.record({ rate, written, from: fc.integer({ min: 24, max: 300_000 }), space: fc.nat(40) })

  test('a gap on the frame grid is as many frames as it is, at every rate, however its times are written', () => {
    fc.assert(
      fc.property(frames, fc.integer({ min: 1, max: 6 }), ({ rate, written, from, space }, least) => {
        const time = (frame: number) => written(exact(frame, rate))
        const cues = [
          makeCue('a', time(from - 24), time(from), 'a'),
          makeCue('b', time(from + space), time(from + space + 24), 'b'),
        ]
        const limits = only('netflix', ['min_gap', 'chain_gap'], { rate })
        const [gap, half] = [framesToMs(least, rate), halfSecondFrames(rate)]
        const found = checkAll(cues, { ...limits, gap, gapFrames: least }).get('b') ?? []
        const expected = space < least ? ['min_gap'] : space > least && space < half ? ['chain_gap'] : []
        expect(found.map((one) => one.rule)).toEqual(expected)
        if (found[0]) expect(found[0].values['gap']).toBe(space)
      }),
      { numRuns: 3000 },
    )
  })

  test('a fixed gap is exactly the wanted frames, and begins with a frame', () => {
    fc.assert(
      fc.property(rate, fc.nat(400_000), fc.integer({ min: -300, max: 900 }), (rate, end, space) => {
        const list = cueList([
          makeCue('a', end, end + 3000, 'a'),
          makeCue('b', end + 3000 + space, end + 6000 + space, 'b'),
        ])
        const limits = limitsOf(profiles.netflix, { rate })
        const result = fixAll(list, limits)
        const [first, second] = applyPatch(list, result.patch).cues
        if (result.patch.length === 0) return
        expect(framesBetween(first!.end, second!.start, rate)).toBe(2)
        expect(result.left).toEqual([])
        for (const { from, to } of result.patch) {
          if (from!.end !== to!.end) expect(to!.end).toBe(frameStart(nearestFrame(to!.end, rate), rate))
          if (from!.start !== to!.start) expect(to!.start).toBe(frameStart(nearestFrame(to!.start, rate), rate))
        }
      }),
      { numRuns: 1000 },
    )
  })

  test('a line that is dragged against its neighbour is clean, on the frame grid and off it', () => {
    const dragged = fc.record({
      rate,
      onGrid: fc.boolean(),
      from: fc.integer({ min: 300, max: 100_000 }),
      spaces: fc.tuple(fc.integer({ min: 2, max: 60 }), fc.integer({ min: 2, max: 60 })),
      shift: fc.nat(40),
      part: fc.constantFrom<DragPart>('start', 'end', 'body'),
      mode: fc.constantFrom(...dragModes),
      by: fc.integer({ min: -9000, max: 9000 }),
    })
    fc.assert(
      fc.property(dragged, ({ rate, onGrid, from, spaces, shift, part, mode, by }) => {
        const time = (frame: number) => frameStart(frame, rate) + (onGrid ? 0 : shift)
        const frames = [
          from,
          from + 60,
          from + 60 + spaces[0],
          from + 120 + spaces[0],
          from + 120 + spaces[0] + spaces[1],
        ]
        const [a, b, c, d, e] = frames.map(time)
        const list = cueList([makeCue('a', a!, b!, 'a'), makeCue('b', c!, d!, 'b'), makeCue('c', e!, e! + 2000, 'c')])
        const limits = only('netflix', ['min_gap', 'chain_gap'], { rate })
        const rules = { ...defaultRules, gap: limits.gap }
        const held = part === 'end' ? d! : c!
        const after = applyPatch(list, beginDrag(list, 'b', part, mode, rules, rules.minDragLength).at(held + by))
        const found = checkAll(after.cues, limits)
        const gaps = [...found.values()].flat()
        expect(gaps.filter((one) => one.rule === 'min_gap')).toEqual([])
        // Against the neighbour there is nothing to close either.
        for (const [at, cue] of after.cues.entries()) {
          const before = after.at(at - 1)
          if (before && cue.start - before.end === limits.gap) expect(found.get(cue.id) ?? []).toEqual([])
        }
      }),
      { numRuns: 2000 },
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
      const before = [...findings.values()].flat().length
      const more = recheck(findings, after, patch, limits, [5000, 9000])
      const whole = checkAll(after.cues, limits, [5000, 9000])
      expect(before + more).toBe([...whole.values()].flat().length)
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

import { expect, test } from 'vitest'
import { checkAll } from '#core/checks/check.ts'
import { csvReport } from '#core/checks/report.ts'
import { fixAll } from '#core/checks/fix.ts'
import type { CheckOptions } from '#core/checks/profiles.ts'
import type { ProfileId } from '#core/domain/profiles.ts'
import type { RuleId } from '#core/checks/rule.ts'
import { makeCue } from '#core/subtitle/cue/cue.ts'
import { cueList } from '#core/subtitle/cue/cue-list.ts'
import { applyPatch } from '#core/subtitle/cue/patch.ts'
import { tl } from '#tests/support/notation.ts'
import { only, shown, W } from '#tests/support/check-notation.ts'

const rate24 = { num: 24_000, den: 1001 }

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
  for (const language of ['zh_cn', 'nl', 'tr', 'uk']) expect(dashed('- Yes.\n- No.', language)).toBe('a:dialogue_dash')
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

test.each(["-2+3+cmd|' /C calc'!A0", '+1-1', '=1', '@SUM(1)', '-2', '+3.5', '-a'])(
  'a table of findings has no formula: %s',
  (text) => {
    const row = {
      file: 'f',
      number: 1,
      start: '',
      end: '',
      severity: 'error',
      rule: 'cps',
      explanation: '',
      text,
    } as const
    const isNumber = /^[+-][\d.]+$/.test(text)
    expect(csvReport([row]).split('\r\n')[1]).toBe(`f,1,,,error,cps,,${isNumber ? '' : "'"}${text}`)
  },
)

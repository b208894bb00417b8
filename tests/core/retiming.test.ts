import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type CueList, cueList } from '#core/subtitle/cue/cue-list.ts'
import { cutMarkup, plainText } from '#core/subtitle/text/markup.ts'
import { applyPatch, invertPatch } from '#core/subtitle/cue/patch.ts'
import { fitDurations } from '#core/timing/durations.ts'
import { frameAt, frameMiddle, frameRates, frameStart, parseFrameRate } from '#core/domain/frames.ts'
import { bridgeGaps, snapToFrames } from '#core/timing/gaps.ts'
import { fixOverlaps, type ReadingSpeed, sortCues } from '#core/timing/overlaps.ts'
import { defaultRules, type TimingRules } from '#core/timing/rules.ts'
import { allowed, parseShift, planShift, type ShiftScope } from '#core/timing/shift.ts'
import { splitCue, splitLongCues } from '#core/timing/split.ts'
import { changeFrameRate, pointSync } from '#core/timing/sync.ts'
import { clockNotation } from '#core/timing/time-notation.ts'
import { makeCue, sequentialIds } from '#core/subtitle/cue/cue.ts'
import { tidyCues, wildCues } from '#tests/support/arbitrary.ts'
import { after, outcome, overlaps, show, tl } from '#tests/support/notation.ts'

const rules: TimingRules = { ...defaultRules, duration: 10_000 }

describe('shift', () => {
  const shift = (line: string, scope: ShiftScope, by: number): string => {
    const list = tl(line)
    const [plan] = planShift([{ key: 'v', list, rules }], scope, by)
    const { fault } = plan!
    return fault ? `${fault.reason} ${fault.cue.id}` : show(applyPatch(list, plan!.patch))
  }
  const LINE = 'a[1000-2000] b[3000-4000] c[5000-6000]'
  test.each<[string, ShiftScope, number, string]>([
    ['all', { kind: 'all' }, 500, 'a[1500-2500] b[3500-4500] c[5500-6500]'],
    ['all, back to zero', { kind: 'all' }, -1000, 'a[0-1000] b[2000-3000] c[4000-5000]'],
    ['all, too far back', { kind: 'all' }, -1001, 'before_start a'],
    ['all, past the end', { kind: 'all' }, 4001, 'after_end c'],
    ['from a time', { kind: 'from', time: 3000 }, 500, 'a[1000-2000] b[3500-4500] c[5500-6500]'],
    ['from a time, into the line before', { kind: 'from', time: 3000 }, -1001, 'would_overlap b'],
    ['a range', { kind: 'range', from: 3000, to: 5000 }, 500, 'a[1000-2000] b[3500-4500] c[5000-6000]'],
    ['a range, into the line after', { kind: 'range', from: 3000, to: 5000 }, 1500, 'would_overlap c'],
    ['some', { kind: 'chosen', ids: new Set(['a', 'c']) }, 100, 'a[1100-2100] b[3000-4000] c[5100-6100]'],
    ['none', { kind: 'range', from: 0, to: 10 }, 100, LINE],
  ])('%s', (_, scope, by, expected) => {
    expect(shift(LINE, scope, by)).toBe(expected)
  })

  test.each<[string, string, ShiftScope, number, string]>([
    [
      'a line that stays, before the one before',
      'z[0-4600] a[2000-4000] b[5000-6000]',
      { kind: 'from', time: 5000 },
      -500,
      'would_overlap b',
    ],
    [
      'a line that stays, in a list out of order',
      'b[3000-4000] z[100-200] a[1000-2000]',
      { kind: 'from', time: 3000 },
      -1500,
      'would_overlap b',
    ],
    [
      'a line that stays, after it',
      'b[3000-4000] a[1000-2000]',
      { kind: 'range', from: 0, to: 2000 },
      1500,
      'would_overlap b',
    ],
    ['none of those within it', 's[0-9000] a[1000-2000]', { kind: 'from', time: 1000 }, 500, 's[0-9000] a[1500-2500]'],
  ])('runs into %s', (_, line, scope, by, expected) => {
    expect(shift(line, scope, by)).toBe(expected)
  })

  test('a shift that is allowed makes no overlap between lines that move and lines that stay', () => {
    fc.assert(
      fc.property(wildCues, fc.nat(20_000), fc.integer({ min: -9000, max: 9000 }), (cues, time, by) => {
        const list = cueList(cues)
        const [plan] = planShift([{ key: 0, list, rules: { ...rules, duration: 30_000 } }], { kind: 'from', time }, by)
        if (plan!.fault) return
        const shifted = applyPatch(list, plan!.patch)
        for (const [at, a] of cues.entries()) {
          for (const [other, b] of cues.entries()) {
            const [nowA, nowB] = [shifted.cueAt(at), shifted.cueAt(other)]
            if (a.end <= b.start && a.end > a.start && b.end > b.start) expect(nowA.end).toBeLessThanOrEqual(nowB.start)
          }
        }
      }),
    )
  })

  test.each([
    ['250', 250],
    ['-12000', -12_000],
    [' +1:30,5 ', 90_500],
    ['-00:01:30.250', -90_250],
    ['', undefined],
    ['-', undefined],
    ['1.5', undefined],
    ['soon', undefined],
    ['1e3', undefined],
  ])('"%s" typed is a shift by %s', (text, ms) => {
    expect(parseShift(text, clockNotation)).toBe(ms)
  })

  test.each([
    ['12', 480],
    ['-12', -480],
    ['-00:00:01:05', -1200],
    ['00:00:01:25', undefined],
    ['90f', 3600],
    ['-250 ms', -250],
    ['+1:30,5', 90_500],
    ['1.5', undefined],
  ])('"%s" typed where times are in frames is a shift by %s', (text, ms) => {
    expect(parseShift(text, { ...clockNotation, unit: 'frames' })).toBe(ms)
  })

  test('over many versions it is all or nothing, and the first line at fault is named', () => {
    const targets = ['a[500-2000]', 'a[1000-2000] b[9000-9900]', 'a[200-300]'].map((line, key) => ({
      key,
      list: tl(line),
      rules,
    }))
    const plans = planShift(targets, { kind: 'all' }, 200)
    expect(allowed(plans)).toBe(false)
    expect(plans.map(({ key, moved, fault }) => [key, moved, fault?.at])).toEqual([
      [0, 1, undefined],
      [1, 2, 1],
      [2, 1, undefined],
    ])
  })

  test('what overlapped before may go on to', () => {
    expect(shift('a[1000-3000] b[2000-4000]', { kind: 'from', time: 2000 }, 100)).toBe('a[1000-3000] b[2100-4100]')
  })
})

describe('rescale', () => {
  test('two points land where they belong', () => {
    const sync = (a: [number, number], b: [number, number]) =>
      outcome('a[1000-2000] b[3000-4000]', (list) =>
        pointSync(list, { from: a[0], to: a[1] }, { from: b[0], to: b[1] }, rules),
      )
    expect(sync([1000, 1500], [3000, 5500])).toBe('a[1500-3500] b[5500-7500]')
    expect(sync([1000, 0], [3000, 2000])).toBe('a[0-1000] b[2000-3000]')
    expect(sync([1000, 1000], [1000, 2000])).toBe('invalid_move')
    expect(sync([1000, 3000], [3000, 1000])).toBe('invalid_move')
    expect(sync([1000, 1000], [3000, 9500])).toBe('invalid_move')
  })

  test('25 to 23.976 and back is where it was', () => {
    const [cinema, pal] = [parseFrameRate('23.976')!, parseFrameRate('25')!]
    const slow = outcome('a[1000-2000]', (list) => changeFrameRate(list, pal, cinema, rules))
    expect(slow).toBe('a[1043-2085]')
    expect(outcome('a[1043-2085]', (list) => changeFrameRate(list, cinema, pal, rules))).toBe('a[1000-2000]')
  })

  test('keeps order and makes no overlap', () => {
    fc.assert(
      fc.property(tidyCues, fc.integer({ min: 1, max: 5000 }), fc.integer({ min: 1, max: 5000 }), (cues, a, b) => {
        const list = cueList(cues)
        const result = pointSync(list, { from: 0, to: 0 }, { from: a, to: b }, { ...rules, duration: Infinity })
        // Lines a millisecond apart may touch after shrinking, and a line keeps one millisecond whatever happens.
        if (result.ok) expect(overlaps(applyPatch(list, result.value))).toBeLessThanOrEqual(cues.length)
      }),
    )
  })
})

describe('frames', () => {
  test.each([
    ['23.976', 24_000, 1001],
    ['23.98', 24_000, 1001],
    ['24000/1001', 24_000, 1001],
    ['25', 25, 1],
    ['29.97', 30_000, 1001],
    ['24', 24, 1],
    ['24.00', 24, 1],
    ['47.952', 48_000, 1001],
    ['119.88', 120_000, 1001],
    ['12.5', 12_500, 1000],
  ])('%s is %d/%d', (text, num, den) => {
    expect(parseFrameRate(text)).toEqual({ num, den })
  })
  test.each(['', 'x', '0', '25/0', '-1'])('"%s" is no rate', (text) => {
    expect(parseFrameRate(text)).toBeUndefined()
  })

  test('a frame begins when it is first on screen, and its middle is in it', () => {
    fc.assert(
      fc.property(fc.nat(5_000_000), fc.constantFrom(...frameRates), (frame, rate) => {
        const start = frameStart(frame, rate)
        expect(frameAt(start, rate)).toBe(frame)
        if (start > 0) expect(frameAt(start - 1, rate)).toBe(frame - 1)
        expect(frameAt(frameMiddle(frame, rate), rate)).toBe(frame)
      }),
    )
  })

  test('edges go to their nearest frame; neighbours stay apart', () => {
    const rate = { num: 25, den: 1 }
    expect(after('a[1013-2027] b[2030-3000]', (list) => snapToFrames(list, rate))).toBe('a[1000-2040] b[2040-3000]')
    expect(after('a[1000-1010] b[1500-2000]', (list) => snapToFrames(list, rate))).toBe('a[1000-1040] b[1520-2000]')
    fc.assert(
      fc.property(tidyCues, fc.constantFrom(...frameRates), (cues, rate) => {
        const list = cueList(cues)
        const snapped = applyPatch(list, snapToFrames(list, rate))
        expect(overlaps(snapped)).toBe(0)
        expect(snapToFrames(snapped, rate)).toEqual([])
      }),
    )
  })

  test.each([
    ['more lines than frames', 'a[1000-1010] b[1010-1020] c[1020-1030]', 'a[960-1000] b[1000-1040] c[1040-1080]'],
    ['a frame before is free', 'a[1021-1039] b[1041-2000]', 'a[1000-1040] b[1040-2000]'],
    ['over a sign, out of order', 'a[1005-1014] s[0-9000] b[1015-2000]', 'a[960-1000] s[0-9000] b[1000-2000]'],
    ['no length stays none', 'a[1010-1010] b[1500-2000]', 'a[1000-1000] b[1520-2000]'],
  ])('no line is left without a frame: %s', (_, line, expected) => {
    expect(after(line, (list) => snapToFrames(list, { num: 25, den: 1 }))).toBe(expected)
  })

  test('whatever the file was like, lines keep a frame, run into none and stay on frames', () => {
    const crowded = fc
      .array(fc.tuple(fc.integer({ min: 0, max: 400 }), fc.integer({ min: 0, max: 90 })), { maxLength: 12 })
      .map((parts) => parts.map(([start, length], at) => makeCue(`c${at}`, start, start + length, '')))
    fc.assert(
      fc.property(fc.oneof(crowded, wildCues), fc.constantFrom(...frameRates), (cues, rate) => {
        const list = cueList(cues)
        const snapped = applyPatch(list, snapToFrames(list, rate))
        for (const [at, a] of cues.entries()) {
          const now = snapped.cueAt(at)
          if (a.end > a.start) expect(now.end).toBeGreaterThanOrEqual(frameStart(frameAt(now.start, rate) + 1, rate))
          for (const [other, b] of cues.entries()) {
            if (a.start < a.end && a.end <= b.start && b.start < b.end) {
              expect(now.end).toBeLessThanOrEqual(snapped.cueAt(other).start)
            }
          }
        }
        expect(snapToFrames(snapped, rate)).toEqual([])
      }),
      { numRuns: 500 },
    )
  })
})

describe('gaps', () => {
  test.each([
    ['a[0-1000] b[1300-2000]', 'a[0-1299] b[1300-2000]'],
    ['a[0-1000] b[1501-2000]', 'a[0-1000] b[1501-2000]'],
    ['a[0-1000] b[900-2000]', 'a[0-1000] b[900-2000]'],
  ])('bridge %s', (line, expected) => {
    expect(after(line, (list) => bridgeGaps(list, 500, rules))).toBe(expected)
  })
})

const speed: ReadingSpeed = { optimalCps: 10, maxCps: 20, minDuration: 500, gap: 1 }
const X = 'xxxxxxxxxx'

describe('overlaps', () => {
  const fix = (line: string): string => {
    const list = tl(line)
    const { patch, fixed, unfixable } = fixOverlaps(list, speed)
    return `${fixed.map(({ how }) => how).join()} ${unfixable.join()} ${show(applyPatch(list, patch))}`
  }
  test.each([
    ['the earlier is cut', `a[0-2000 ${X}] b[1500-3000 ${X}]`, `cut_earlier  a[0-1499 ${X}] b[1500-3000 ${X}]`],
    ['both give', `a[0-1200 ${X}] b[900-2200 ${X}]`, `share  a[0-1049 ${X}] b[1050-2200 ${X}]`],
    ['the later is delayed', `a[0-1000 ${X}] b[900-2200 ${X}]`, `delay_later  a[0-1000 ${X}] b[1001-2200 ${X}]`],
    ['at the highest speed', `a[0-900 ${X}] b[600-1400 ${X}]`, `cut_earlier  a[0-599 ${X}] b[600-1400 ${X}]`],
    ['no way', `a[0-600 ${X}] b[100-700 ${X}]`, ` b a[0-600 ${X}] b[100-700 ${X}]`],
    ['a tiny one always', `a[0-505 ${X}] b[500-1000 ${X}]`, `cut_earlier  a[0-499 ${X}] b[500-1000 ${X}]`],
    [
      'one after the other',
      `a[0-2000 ${X}] b[1500-4000 ${X}] c[3500-5000 ${X}]`,
      `cut_earlier,cut_earlier  a[0-1499 ${X}] b[1500-3499 ${X}] c[3500-5000 ${X}]`,
    ],
  ])('%s', (_, line, expected) => {
    expect(fix(line)).toBe(expected)
  })

  test('never more overlap than before, and none is left but what is named', () => {
    fc.assert(
      fc.property(wildCues, (cues) => {
        const list = cueList(cues)
        const { patch, unfixable } = fixOverlaps(list, speed)
        const fixed = applyPatch(list, patch)
        expect(overlaps(fixed)).toBeLessThanOrEqual(overlaps(list))
        for (const [at, cue] of fixed.cues.entries()) {
          if (at > 0 && fixed.cues[at - 1]!.end > cue.start) expect(unfixable).toContain(cue.id)
        }
        expect(applyPatch(fixed, invertPatch(patch)).cues).toEqual(cues)
      }),
    )
  })

  test('sorting moves only what is out of order, and can be taken back', () => {
    const list = tl('c[5000-6000] a[1000-2000] b[3000-4000] d[7000-8000]')
    const patch = sortCues(list)
    expect(patch).toHaveLength(1)
    expect(show(applyPatch(list, patch))).toBe('a[1000-2000] b[3000-4000] c[5000-6000] d[7000-8000]')
    fc.assert(
      fc.property(wildCues, (cues) => {
        const list = cueList(cues)
        const sorting = sortCues(list)
        const sorted = applyPatch(list, sorting)
        expect(sorted.cues.map((cue) => cue.start)).toEqual(cues.map((cue) => cue.start).sort((a, b) => a - b))
        expect(sorted.cues.every((cue, at) => sorted.index.get(cue.id) === at)).toBe(true)
        expect(applyPatch(sorted, invertPatch(sorting)).cues).toEqual(cues)
      }),
    )
  })
})

describe('durations', () => {
  const goal = { cps: 10, minDuration: 1000, maxDuration: 5000, shorten: false }
  test.each([
    ['grows to be read', `a[0-500 ${X}${X}]`, `a[0-2000 ${X}${X}]`],
    ['up to the next', `a[0-500 ${X}${X}] b[1500-4000]`, `a[0-1499 ${X}${X}] b[1500-4000]`],
    ['at least the least', 'a[0-500]', 'a[0-1000]'],
    ['at most the most', 'a[0-9000]', 'a[0-5000]'],
    ['long enough stays', 'a[0-3000]', 'a[0-3000]'],
  ])('%s', (_, line, expected) => {
    expect(after(line, (list) => fitDurations(list, goal, rules))).toBe(expected)
  })
  test('may be shortened', () => {
    expect(after('a[0-3000]', (list) => fitDurations(list, { ...goal, shorten: true }, rules))).toBe('a[0-1000]')
  })
})

describe('letters stay whole', () => {
  const letters = [
    '👨‍👩‍👧‍👦',
    '🇫🇷🇯🇵',
    'e\u0301\u0323',
    '\u1112\u1161\u11ab',
    '한',
    'क्षि',
    'ग्रा',
    'กำ',
    '👍🏽',
    '1️⃣',
    'a',
    '字',
    'か\u3099',
    'ｶﾞ',
    ' ',
  ]
  const segmenter = new Intl.Segmenter('und', { granularity: 'grapheme' })
  const lettersOf = (texts: readonly string[]) =>
    texts
      .flatMap((text) => Array.from(segmenter.segment(text), ({ segment }) => segment))
      .filter((letter) => letter.trim())
  const texts = fc.array(fc.constantFrom(...letters), { minLength: 1, maxLength: 30 }).map((parts) => parts.join(''))
  const textsOf = (list: CueList) => list.cues.map(({ text }) => plainText(text))

  test.each([
    ['a family', '👨‍👩‍👧‍👦👨‍👩‍👧‍👦', 3, '👨‍👩‍👧‍👦|👨‍👩‍👧‍👦'],
    ['a flag', 'x🇫🇷🇯🇵', 4, 'x🇫🇷|🇯🇵'],
    ['marks', 'ae\u0301\u0323b', 3, 'ae\u0301\u0323|b'],
    ['jamo', '\u1112\u1161\u11ab\u1100\u1173\u11af', 4, '\u1112\u1161\u11ab|\u1100\u1173\u11af'],
    ['Devanagari', 'नक्षि', 2, 'न|क्षि'],
    ['in markup', '<i>👨‍👩‍👧‍👦👨‍👩‍👧‍👦</i>', 12, '<i>👨‍👩‍👧‍👦</i>|<i>👨‍👩‍👧‍👦</i>'],
  ])('%s', (_, text, caret, expected) => {
    expect(cutMarkup(text, caret).join('|')).toBe(expected)
  })

  test('at any offset, at any time and in any number of parts', () => {
    fc.assert(
      fc.property(
        texts,
        fc.boolean(),
        fc.nat(200),
        fc.integer({ min: 1, max: 9998 }),
        (text, isItalic, caret, time) => {
          const list = cueList([makeCue('a', 0, 10_000, isItalic ? `<i>${text}</i>` : text)])
          const whole = lettersOf([text])
          const newId = sequentialIds('n')
          expect(lettersOf(cutMarkup(list.cueAt(0).text, caret).map(plainText))).toEqual(whole)
          for (const where of [{ caret }, { time }, { caret, time }]) {
            const split = splitCue(list, 'a', where, rules, newId)
            if (split.ok) expect(lettersOf(textsOf(applyPatch(list, split.value)))).toEqual(whole)
          }
          const parts = applyPatch(list, splitLongCues(list, { characters: 3, duration: 7000 }, rules, newId))
          expect(lettersOf(textsOf(parts))).toEqual(whole)
        },
      ),
      { numRuns: 500 },
    )
  })

  test.each([
    ['Chinese', '我们今天要讨论这个问题这是什么意思', 5000, '我们今天要讨论这个|问题这是什么意思'],
    ['Japanese, no mark first', 'これはとても面白いと、思います。', 6500, 'これはとても面白いと、|思います。'],
    ['Thai', 'สวัสดีครับผมชื่อสมชาย', 5000, 'สวัสดีครับ|ผมชื่อสมชาย'],
    ['a blank that is near', '我们今天讨论 这个问题', 6000, '我们今天讨论|这个问题'],
  ])('a script without blanks is split between words: %s', (_, text, time, expected) => {
    const list = cueList([makeCue('a', 0, 10_000, text)])
    const split = splitCue(list, 'a', { time }, rules, sequentialIds('n'))
    expect(split.ok && textsOf(applyPatch(list, split.value)).join('|')).toBe(expected)
  })
})

describe('long lines', () => {
  const split = (line: string, characters: number, duration = 7000) =>
    after(line, (list) => splitLongCues(list, { characters, duration }, rules, sequentialIds('n')))
  test.each([
    ['at a sentence', 'a[0-4000 One two. Three four]', 12, 'a[0-1778 One two.] n1[1779-4000 Three four]'],
    ['at a blank', 'a[0-2000 aaaa bbbb cccc dddd]', 10, 'a[0-1000 aaaa bbbb] n1[1001-2000 cccc dddd]'],
    ['by time', 'a[0-8000 aaaa bbbb]', 40, 'a[0-4000 aaaa] n1[4001-8000 bbbb]'],
    ['not what is short', 'a[0-2000 aaaa]', 10, 'a[0-2000 aaaa]'],
    ['tags close and open', 'a[0-2000 <i>aaaa bbbb</i>]', 5, 'a[0-1000 <i>aaaa</i>] n1[1001-2000 <i>bbbb</i>]'],
  ])('%s', (_, line, characters, expected) => {
    expect(split(line, characters)).toBe(expected)
  })
})

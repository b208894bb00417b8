import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { writeBurnAss } from '#core/subtitle/burn/burn.ts'
import { usualLook } from '#tests/support/burn-look.ts'
import { makeCue } from '#core/subtitle/cue/cue.ts'
import { cueErrors } from '#core/subtitle/cue/cue-errors.ts'
import { baseWithSent, mergeVersions } from '#core/subtitle/cue/merge.ts'
import { cueList } from '#core/subtitle/cue/cue-list.ts'
import { roleState } from '#core/subtitle/cue/role-state.ts'
import { formatClock, formatTimecode, parseTimecode } from '#core/subtitle/text/timecode.ts'
import { fromWire, toWire } from '#core/subtitle/cue/wire.ts'
import { wildCues } from '#tests/support/arbitrary.ts'
import { show, tl } from '#tests/support/notation.ts'

describe('time codes', () => {
  test.each([
    [0, '00:00:00,000'],
    [3_723_004, '01:02:03,004'],
    [360_003_000, '100:00:03,000'],
    [-5, '00:00:00,000'],
  ])('%d is written %s', (ms, text) => {
    expect(formatTimecode(ms)).toBe(text)
  })

  test('every time reads back', () => {
    fc.assert(
      fc.property(fc.nat(500_000_000), (ms) => {
        expect(parseTimecode(formatTimecode(ms))).toBe(ms)
      }),
    )
  })

  test.each(['', 'abc', '12', '00:00', '1:2:3:4:5', '00:00:00,'])('"%s" is no time or a short one', (text) => {
    expect([undefined, 0]).toContain(parseTimecode(text))
  })

  test('short clock', () => {
    expect([formatClock(61_500), formatClock(3_661_500)]).toEqual(['01:01.500', '01:01:01.500'])
  })
})

describe('line errors', () => {
  test.each([
    ['a[0-1000] b[1000-2000]', [], [], []],
    ['a[0-1000] b[999-2000]', [], [], [2]],
    ['a[1000-1000]', [1], [], []],
    ['a[2000-1000] b[3000-4000]', [1], [], []],
    ['a[0-1000  ] b[5000-6000]', [], [1], []],
    ['b[5000-6000] a[0-1000]', [], [], [2]],
  ])('%s', (line, time, text, sequence) => {
    expect(cueErrors(tl(line).cues)).toEqual({
      line_time_error: time,
      no_subtitle: text,
      sequence_time_error: sequence,
    })
  })
})

test('role state', () => {
  const [a, b] = [makeCue('a', 0, 1, 'a'), { ...makeCue('b', 2, 3, 'b'), roles: ['r'] }]
  expect([roleState([]), roleState([a]), roleState([a, b]), roleState([b])]).toEqual([0, 0, 3, 1])
})

describe('wire lines', () => {
  test('carry every list', () => {
    fc.assert(
      fc.property(wildCues, (cues) => {
        expect(fromWire(toWire(cues))).toEqual(cues)
      }),
    )
  })

  test('with an unreadable time or an id that comes twice are refused', () => {
    const [line] = toWire([makeCue('a', 0, 1000, 'a')])
    expect(fromWire([{ ...line!, time: 'soon' }])).toBeUndefined()
    expect(fromWire([line!, line!])).toBeUndefined()
  })
})

describe('merging two edits of a version', () => {
  const base = 'a[0-1000] b[2000-3000] c[4000-5000]'
  const merge = (mine: string, theirs: string) => {
    const { cues, conflicts } = mergeVersions(tl(base).cues, tl(mine).cues, tl(theirs).cues)
    return `${show(cueList(cues))}${conflicts.length ? ` ! ${conflicts.map(({ id }) => id).join(' ')}` : ''}`
  }
  test.each([
    [
      'a[0-1500] b[2000-3000] c[4000-5000]',
      'a[0-1000] b[2000-3500] c[4000-5000]',
      'a[0-1500] b[2000-3500] c[4000-5000]',
    ],
    [base, 'a[0-1000] c[4000-5000]', 'a[0-1000] c[4000-5000]'],
    ['a[0-1000] c[4000-5000]', base, 'a[0-1000] c[4000-5000]'],
    [base, 'a[0-1000] b[2000-3000] n[3200-3400] c[4000-5000]', 'a[0-1000] b[2000-3000] n[3200-3400] c[4000-5000]'],
    [
      'a[0-1000] b[2000-2500] c[4000-5000]',
      'a[0-1000] b[2000-2600] c[4000-5000]',
      'a[0-1000] b[2000-2500] c[4000-5000] ! b',
    ],
    [
      'a[0-1000] b[2000-2500] c[4000-5000]',
      'a[0-1000] b[2000-2500] c[4000-5000]',
      'a[0-1000] b[2000-2500] c[4000-5000]',
    ],
    ['a[0-1000] c[4000-5000]', 'a[0-1000] b[2000-2600] c[4000-5000]', 'a[0-1000] b[2000-2600] c[4000-5000] ! b'],
    [
      'a[0-1000] b[2000-3000] n[3400-3500] c[4000-5000]',
      'a[0-1000] b[2000-3000] m[3100-3200] o[3600-3700] c[4000-5000]',
      'a[0-1000] b[2000-3000] m[3100-3200] n[3400-3500] o[3600-3700] c[4000-5000]',
    ],
    ['a[0-1000]', `${base} m[6000-6100] n[6200-6300]`, 'a[0-1000] m[6000-6100] n[6200-6300]'],
    ['b[2000-3000]', `m[0-100] ${base}`, 'm[0-100] b[2000-3000]'],
  ])('%s and %s', (mine, theirs, expected) => {
    expect(merge(mine, theirs)).toBe(expected)
  })

  test('what was sent and got no answer is not taken for another person’s edit', () => {
    const sent = [tl('a[0-1500] c[4000-5000] n[6000-6100]'), tl('a[0-1600] c[4000-5000] n[6000-6100]')]
    const mine = tl('a[0-1700] b[2000-3000] c[4000-5000]').cues
    for (const theirs of [...sent, tl('a[0-1500] c[4000-5555] n[6000-6100]')]) {
      const { cues, conflicts } = mergeVersions(baseWithSent(tl(base).cues, theirs.cues, sent), mine, theirs.cues)
      expect(conflicts).toEqual([])
      expect(show(cueList(cues))).toBe(`a[0-1700] b[2000-3000] c[4000-${theirs.at(1)!.end}]`)
    }
    expect(baseWithSent(tl(base).cues, sent[0]!.cues, [])).toEqual(tl(base).cues)
  })

  test('one-sided edits never conflict', () => {
    fc.assert(
      fc.property(wildCues, wildCues, (before, mine) => {
        expect(mergeVersions(before, mine, before)).toEqual({ cues: mine, conflicts: [] })
        expect(mergeVersions(before, before, mine).conflicts).toEqual([])
      }),
    )
  })
})

test('burned text can hold no override of its own', () => {
  const ass = writeBurnAss([makeCue('a', 1234, 5678, '{\\pos(0,0)}<i>x</i>\nline')], usualLook(640, 360))
  const event = ass.split('\n').find((line) => line.startsWith('Dialogue'))!
  expect(event).toContain('0:00:01.23,0:00:05.68')
  expect(event).toContain('{\\i1}x{\\i0}\\Nline')
  expect(event).not.toContain('{\\pos')
})

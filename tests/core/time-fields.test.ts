import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cueList, cueOf } from '#core/subtitle/cue/cue-list.ts'
import { applyPatch } from '#core/subtitle/cue/patch.ts'
import { formatTimecode } from '#core/subtitle/text/timecode.ts'
import { type FrameRate, frameRates, frameStart, nearestFrame } from '#core/domain/frames.ts'
import { setEdge } from '#core/timing/move.ts'
import { defaultRules, type Edge, type TimingRules } from '#core/timing/rules.ts'
import {
  eraseAfter,
  eraseBefore,
  hasShapeOf,
  moveCaret,
  stepEntry,
  stepLength,
  type TimeEntry,
  typeDigit,
  typeSeparator,
} from '#core/timing/time-entry.ts'
import { readEndAfter, readTime, type TimeNotation, writeLength, writeTime } from '#core/timing/time-notation.ts'
import { setTypedTime } from '#core/timing/typed-time.ts'
import { wildCues } from '#tests/support/arbitrary.ts'
import { show, tl } from '#tests/support/notation.ts'

const rate: FrameRate = { num: 25, den: 1 }
const ntsc: FrameRate = { num: 30_000, den: 1001 }
const ms: TimeNotation = { unit: 'milliseconds', rate, drops: false }
const frames: TimeNotation = { unit: 'frames', rate, drops: false }
const drop: TimeNotation = { unit: 'frames', rate: ntsc, drops: true }

const notations = fc
  .tuple(fc.constantFrom('milliseconds' as const, 'frames' as const), fc.constantFrom(...frameRates), fc.boolean())
  .map(([unit, rate, drops]): TimeNotation => ({ unit, rate, drops }))
const dayMs = fc.integer({ min: 0, max: 86_400_000 })

/** `|` is the caret. */
function entry(text: string): TimeEntry {
  return { text: text.replace('|', ''), caret: text.indexOf('|') }
}
const drawn = ({ text, caret }: TimeEntry): string => `${text.slice(0, caret)}|${text.slice(caret)}`

const strokes = ['0', '7', ':', '<', '>', 'left', 'right'] as const
function press(at: TimeEntry, key: string): TimeEntry {
  if (key === '<') return eraseBefore(at)
  if (key === '>') return eraseAfter(at)
  if (key === 'left') return moveCaret(at, -1)
  if (key === 'right') return moveCaret(at, 1)
  return /\d/.test(key) ? typeDigit(at, key) : typeSeparator(at)
}

describe('typing into a time', () => {
  test.each([
    ['|00:00:03,015', '1', '1|0:00:03,015'],
    ['0|0:00:03,015', '1', '01:|00:03,015'],
    ['00|:00:03,015', '1', '00:1|0:03,015'],
    ['00:00:03,01|5', '9', '00:00:03,019|'],
    ['00:00:03,019|', '9', '00:00:03,019|'],
    ['00:00:0|3,015', ',', '00:00:03,|015'],
    ['00:00:|03,015', ':', '00:00:|03,015'],
    ['|00:00:03,015', '.', '00:|00:03,015'],
    ['00:00:03,|015', '<', '00:00:0|0,015'],
    ['|10:00:03,015', '<', '|10:00:03,015'],
    ['00:00:0|3,015', '>', '00:00:00,|015'],
    ['00:00:03,|015', 'left', '00:00:0|3,015'],
    ['00:00:0|3,015', 'right', '00:00:03,|015'],
    ['00:01:00;1|2', '9', '00:01:00;19|'],
    ['|2,000', '3', '3,|000'],
  ])('%s and %s: %s', (before, key, after) => {
    expect(drawn(press(entry(before), key))).toBe(after)
  })

  test('whatever is pressed, separators stay and the caret is before a digit or at the end', () => {
    fc.assert(
      fc.property(
        notations,
        dayMs,
        fc.array(fc.constantFrom(...strokes), { maxLength: 40 }),
        (notation, time, keys) => {
          const model = writeTime(time, notation)
          let now: TimeEntry = { text: model, caret: 0 }
          for (const key of keys) {
            now = press(now, key)
            expect(hasShapeOf(now.text, model)).toBe(true)
            expect(now.text).toHaveLength(model.length)
            expect(now.text.slice(now.caret)).toMatch(/^(?:\d|$)/)
          }
        },
      ),
    )
  })

  test('the digits of a time, typed over any other, make that time', () => {
    fc.assert(
      fc.property(notations, dayMs, dayMs, (notation, from, to) => {
        const wanted = writeTime(to, notation)
        const digits = wanted.replace(/\D/g, '')
        let now: TimeEntry = { text: writeTime(from, notation), caret: 0 }
        for (const digit of digits) now = typeDigit(now, digit)
        expect(now).toEqual({ text: wanted, caret: wanted.length })
      }),
    )
  })
})

describe('stepping', () => {
  test.each<[string, 1 | -1, TimeNotation, string]>([
    ['0|0:00:03,015', 1, ms, '0|1:00:03,015'],
    ['00:59:5|9,900', 1, ms, '01:00:0|0,900'],
    ['00:00:03,|015', 1, ms, '00:00:03,|115'],
    ['00:00:03,0|15', -1, ms, '00:00:03,0|05'],
    ['00:00:03,01|5', 1, ms, '00:00:03,01|6'],
    ['00:00:03,015|', -1, ms, '00:00:03,014|'],
    ['00:00:0|0,500', -1, ms, '00:00:0|0,500'],
    ['9|9:00:00,000', 1, ms, '10|0:00:00,000'],
    ['00:00:03:|24', 1, frames, '00:00:04:|00'],
    ['00:00:|03:24', 1, frames, '00:00:|04:24'],
    ['00:00:59;2|9', 1, drop, '00:01:00;0|2'],
    ['00:0|0:00;00', 1, drop, '00:0|1:00;02'],
    ['00:0|9:00;02', 1, drop, '00:1|0:00;02'],
  ])('%s by %d', (before, by, notation, after) => {
    const stepped = stepEntry(entry(before), by, notation)
    expect(stepped && drawn(stepped)).toBe(after)
  })

  test.each<[string, 1 | -1, TimeNotation, string]>([
    ['|2,000', 1, ms, '|3,000'],
    ['9,9|90', 1, ms, '10,0|00'],
    ['0,5|00', -1, ms, '0,4|90'],
    ['|0,500', -1, ms, '|0,500'],
    ['2:2|4', 1, frames, '3:0|0'],
  ])('a length, %s by %d', (before, by, notation, after) => {
    const stepped = stepLength(entry(before), by, notation)
    expect(stepped && drawn(stepped)).toBe(after)
  })

  test('up and down again is where it was, but for labels that are left out', () => {
    const plain = notations.map((notation) => ({ ...notation, drops: false }))
    fc.assert(
      fc.property(plain, fc.integer({ min: 3_600_000, max: 80_000_000 }), fc.nat(12), (notation, time, at) => {
        const text = writeTime(time, notation)
        const { caret } = moveCaret({ text, caret: at - 1 }, 1)
        const up = stepEntry({ text, caret }, 1, notation)
        expect(up && readTime(up.text, notation)).toBeGreaterThan(Number(readTime(text, notation)))
        expect(up && stepEntry(up, -1, notation)).toEqual({ text, caret })
      }),
    )
  })

  test('in drop frame every step is a label that a frame has', () => {
    fc.assert(
      fc.property(dayMs, fc.nat(11), fc.constantFrom(1 as const, -1 as const), (time, caret, by) => {
        const stepped = stepEntry({ text: writeTime(time, drop), caret }, by, drop)
        expect(typeof readTime(stepped?.text ?? '', drop)).toBe('number')
      }),
    )
  })
})

describe('reading a time', () => {
  test.each<[string, number | string]>([
    ['00:00:06,500', 6500],
    ['0:06.5', 6500],
    ['6.5', 6500],
    ['6,5', 6500],
    [',5', 500],
    ['90', 90_000],
    ['1h 2m 3.5s', 3_723_500],
    ['1h2m3s', 3_723_000],
    ['2 min', 120_000],
    ['3.5 s', 3500],
    ['250 ms', 250],
    ['50f', 2000],
    ['000003015', 3015],
    ['00000301', 'no_time'],
    ['00:00:03:15', 3600],
    ['00:00:03;15', 3600],
    ['00:00:03:015', 3015],
    ['00：00：０6，500', 6500],
    ['00:00:03:25', 'no_such_frame'],
    ['', 'no_time'],
    ['soon', 'no_time'],
    ['6..5', 'no_time'],
    ['6 5', 'no_time'],
    ['00:00:01,000 --> 00:00:02,000', 'no_time'],
  ])('%s', (text, expected) => {
    expect(readTime(text, ms)).toBe(expected)
  })

  test('no text makes it throw or answer with anything but a whole number', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom(...'0123456789:;,. hmsf') })), (text) => {
        const time = readTime(text, drop)
        expect(typeof time === 'string' || Number.isInteger(time)).toBe(true)
      }),
    )
  })

  test('what is written is read: the time itself, or the frame nearest to it', () => {
    fc.assert(
      fc.property(notations, dayMs, fc.nat(20_000), (notation, time, length) => {
        const { unit, rate } = notation
        const onGrid = (at: number): number => frameStart(nearestFrame(at, rate), rate)
        const [start, end] = unit === 'frames' ? [onGrid(time), onGrid(time + length)] : [time, time + length]
        expect(readTime(writeTime(time, notation), notation)).toBe(start)
        expect(readEndAfter(start, writeLength(start, end, notation), notation)).toBe(end)
      }),
    )
  })
})

describe('setting what was typed', () => {
  const rules: TimingRules = { ...defaultRules, duration: 10_000 }
  const typed = (line: string, id: string, edge: Edge, time: number): string => {
    const list = tl(line)
    const outcome = setTypedTime(list, id, edge, time, rules)
    return outcome.ok ? show(applyPatch(list, outcome.patch)) : `${outcome.reason} ${formatTimecode(outcome.limit)}`
  }

  test.each<[string, string, Edge, number, string]>([
    ['a[1000-3000] b[4000-5000]', 'a', 'end', 3500, 'a[1000-3500] b[4000-5000]'],
    ['a[1000-3000] b[4000-5000]', 'a', 'end', 4500, 'into_next 00:00:03,999'],
    ['a[1000-3000] b[4000-5000]', 'a', 'end', 900, 'before_in 00:00:01,001'],
    ['a[1000-3000] b[4000-5000]', 'b', 'start', 2000, 'into_previous 00:00:03,001'],
    ['a[1000-3000] b[4000-5000]', 'b', 'start', 20_000, 'after_out 00:00:04,999'],
    ['a[1000-3000]', 'a', 'start', -1, 'negative 00:00:00,000'],
    ['a[1000-3000]', 'a', 'end', 20_000, 'past_end 00:00:10,000'],
    ['a[1000-30000]', 'a', 'start', 20_000, 'past_end 00:00:09,999'],
  ])('%s: %s.%s at %d is %s', (line, id, edge, time, expected) => {
    expect(typed(line, id, edge, time)).toBe(expected)
  })

  test('it is exactly there, or refused where a drag would end elsewhere', () => {
    fc.assert(
      fc.property(wildCues, fc.nat(), fc.constantFrom<Edge>('start', 'end'), fc.nat(12_000), (cues, at, edge, time) => {
        fc.pre(cues.length > 0)
        const list = cueList(cues)
        const { id } = list.cueAt(at % list.length)
        const outcome = setTypedTime(list, id, edge, time, rules)
        const dragged = cueOf(applyPatch(list, setEdge(list, id, edge, time, rules)), id)[edge]
        expect(outcome.ok).toBe(dragged === time)
        if (outcome.ok) expect(cueOf(applyPatch(list, outcome.patch), id)[edge]).toBe(time)
        else expect(outcome.limit).toBe(dragged)
      }),
    )
  })
})

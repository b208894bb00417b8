import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dialogueTimes, matchTimes } from '#core/media/match-times.ts'
import { makeCue } from '#core/subtitle/cue/cue.ts'
import { cueList } from '#core/subtitle/cue/cue-list.ts'
import { applyPatch } from '#core/subtitle/cue/patch.ts'
import { defaultRules } from '#core/timing/rules.ts'
import { placeLines } from '#core/timing/sync.ts'
import { show } from '#tests/support/notation.ts'
import type { TimeRange } from '#core/timing/time-range.ts'

/** Lines of ten minutes, as lengths of pauses and lines in tenths of a second. */
const talk = fc
  .array(fc.tuple(fc.integer({ min: 2, max: 90 }), fc.integer({ min: 8, max: 50 })), { minLength: 60, maxLength: 90 })
  .map((parts) => {
    let at = 70_000
    return parts.map(([pause, length]): TimeRange => {
      const start = at + pause * 100
      at = start + length * 100
      return { start, end: at }
    })
  })

const moved = (lines: readonly TimeRange[], scale: number, offset: number): TimeRange[] =>
  lines.map(({ start, end }) => ({ start: (start - offset) / scale, end: (end - offset) / scale }))

/** Speech as it is heard: edges elsewhere by up to 300 ms, some of it missed. */
const heard = (lines: readonly TimeRange[]): TimeRange[] =>
  lines
    .filter((_, at) => at % 7 !== 3)
    .map(({ start, end }, at) => ({ start: start + ((at * 131) % 300), end: end - ((at * 57) % 300) }))

describe('the place of lines', () => {
  test.each([
    ['where they are', 1, 0],
    ['a minute later', 1, 60_000],
    ['a minute sooner', 1, -60_000],
    ['from 25 to 23.976', 25 / (24_000 / 1001), 0],
    ['from 23.976 to 25, and moved', 24_000 / 1001 / 25, 12_340],
  ])('%s is found within 100 ms', (_, scale, offset) => {
    fc.assert(
      fc.property(talk, (lines) => {
        const match = matchTimes(moved(lines, scale, offset), heard(lines))
        expect(match?.scale).toBeCloseTo(scale, 6)
        expect(Math.abs((match?.offset ?? Infinity) - offset)).toBeLessThanOrEqual(100)
      }),
      { numRuns: 5 },
    )
  })

  test('is not found for lines of something else', () => {
    fc.assert(
      fc.property(talk, talk, (lines, others) => {
        fc.pre(JSON.stringify(lines.slice(0, 20)) !== JSON.stringify(others.slice(0, 20)))
        const varied = new Set(others.map(({ start, end }) => end - start)).size > 20
        fc.pre(varied && new Set(lines.map(({ start, end }) => end - start)).size > 20)
        expect(matchTimes(lines, others)).toBeUndefined()
      }),
      { numRuns: 25 },
    )
  })

  test.each([1, 10])('is found where a tape counts from %d h, at another speed too', (hours) => {
    const scale = 25 / (24_000 / 1001)
    fc.assert(
      fc.property(talk, (lines) => {
        const taped = moved(lines, scale, -hours * 3_600_000 * scale)
        const match = matchTimes(taped, heard(lines))
        expect(match?.scale).toBeCloseTo(scale, 6)
        expect(Math.abs((match?.offset ?? 0) + hours * 3_600_000 * scale)).toBeLessThanOrEqual(100)
      }),
      { numRuns: 3, endOnFailure: true },
    )
  })

  test('is found twelve minutes away', () => {
    const [lines] = fc.sample(talk, 1)
    const match = matchTimes(moved(lines!, 1, -720_000), heard(lines!))
    expect(Math.abs((match?.offset ?? 0) + 720_000)).toBeLessThanOrEqual(100)
  })

  test('is not found for lines of something else in a clip of a minute', () => {
    fc.assert(
      fc.property(talk, talk, fc.integer({ min: 12, max: 25 }), (lines, others, count) => {
        fc.pre(new Set(others.map(({ start, end }) => end - start)).size > 20)
        fc.pre(JSON.stringify(lines.slice(0, 5)) !== JSON.stringify(others.slice(0, 5)))
        const strange = others
          .slice(30, 30 + count)
          .map(({ start, end }) => ({ start: start - 70_000, end: end - 70_000 }))
        expect(matchTimes(lines.slice(0, count), strange)).toBeUndefined()
      }),
      { numRuns: 6, endOnFailure: true },
    )
  })

  test('is not found for a few lines', () => {
    expect(matchTimes([{ start: 0, end: 1000 }], [{ start: 0, end: 1000 }])).toBeUndefined()
  })
})

describe('a film with breaks', () => {
  test.each([
    ['one of 3 s', [3000]],
    ['one of 10 s', [10_000]],
    ['one of 45 s', [45_000]],
    ['two', [45_000, 30_000]],
    ['one that is shorter here', [-20_000]],
  ])('%s: each line is in its place', (_, breaks) => {
    fc.assert(
      fc.property(talk, talk, talk, (a, b, c) => {
        const cuts = breaks.map((length, nth) => ({ from: 1_000_000 + nth * 500_000, length }))
        // The half minute before a break has no speech.
        const lines = [a, b, c]
          .flatMap((part, nth) => moved(part, 1, -nth * 700_000))
          .filter(({ end }) => cuts.every(({ from }) => end <= from - 30_000 || end > from + 6000))
        const late = ({ start, end }: TimeRange): TimeRange => {
          const by = cuts.reduce((sum, cut) => (start >= cut.from ? sum + cut.length : sum), 0)
          return { start: start + by, end: end + by }
        }
        fc.pre(new Set(lines.map(({ start, end }) => end - start)).size > 20)
        const match = matchTimes(lines.map(late), heard(lines))
        expect(match?.scale).toBe(1)
        const places = placeLines(
          cueList(lines.map((line, at) => makeCue(`c${at}`, late(line).start, late(line).end, 'Words'))),
          match!,
          defaultRules,
        )
        const changed = new Map(places.ok ? places.value.patch.map(({ id, to }) => [id, to?.start ?? Infinity]) : [])
        const off = lines.filter((line, at) => Math.abs((changed.get(`c${at}`) ?? late(line).start) - line.start) > 500)
        // The lines on either side of a break may go with the other.
        expect(off.length).toBeLessThanOrEqual(4 * breaks.length)
      }),
      { numRuns: 3, endOnFailure: true },
    )
  })

  test('what agrees with nothing is told', () => {
    const [a, b, c, other] = fc.sample(talk, { numRuns: 4, seed: 11 })
    const known = [...a!, ...moved(b!, 1, -700_000)]
    const match = matchTimes(
      [...known, ...moved(other!, 1, -1_400_000)],
      heard([...known, ...moved(c!, 1, -1_400_000)]),
    )
    expect(match?.doubts.length).toBeGreaterThan(0)
    expect(match?.doubts.every(({ start }) => start > 1_300_000)).toBe(true)
  })
})

describe('lines in their places', () => {
  const list = cueList([makeCue('a', 0, 900, 'A'), makeCue('b', 1000, 3000, 'B'), makeCue('c', 5000, 6000, 'C')])
  const placed = (offset: number, duration = Infinity): string => {
    const outcome = placeLines(list, { scale: 1, parts: [{ from: -Infinity, offset }] }, { ...defaultRules, duration })
    if (!outcome.ok) return outcome.reason
    return `${show(applyPatch(list, outcome.value.patch))} (${outcome.value.leftOut.map(({ id }) => id).join('')})`
  }
  test('what would stand before the start or after the end is left out and told, what reaches over it is cut', () => {
    expect(placed(500)).toBe('a[500-1400 A] b[1500-3500 B] c[5500-6500 C] ()')
    expect(placed(-2000)).toBe('b[0-1000 B] c[3000-4000 C] (a)')
    expect(placed(1000, 6500)).toBe('a[1000-1900 A] b[2000-4000 B] c[6000-6500 C] ()')
    expect(placed(1000, 5000)).toBe('a[1000-1900 A] b[2000-4000 B] (c)')
    expect(placed(-7000)).toBe('outside_video')
  })

  test('each with the part that it begins in', () => {
    const parts = [
      { from: -Infinity, offset: 0 },
      { from: 1000, offset: 250 },
    ]
    const outcome = placeLines(list, { scale: 2, parts }, defaultRules)
    expect(outcome.ok && show(applyPatch(list, outcome.value.patch))).toBe(
      'a[0-1800 A] b[2250-6250 B] c[10250-12250 C]',
    )
  })
})

test('signs and drawings tell of no speech', () => {
  const cues = [makeCue('a', 5, 9, '{\\pos(1,2)}Sign'), makeCue('b', 3, 4, 'Words'), makeCue('c', 1, 2, ' ')]
  expect(dialogueTimes(cues)).toEqual([{ start: 3, end: 4 }])
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fitLimits } from '#core/speech/fit-cost.ts'
import { type FitLine, type FitRow, planFit, replanFit } from '#core/speech/fit-plan.ts'
import { shorterWordings } from '#core/speech/shorten.ts'

/** `a 1000-2000 900`: speaker, cue, length of the speech. */
const lines = (text: string): FitLine[] =>
  text.split(' | ').map((line, at) => {
    const [, speaker = '', start, end, speech] = /^(\w+) (\d+)-(\d+) (\d+)$/.exec(line) ?? []
    return { id: String(at), speaker, start: Number(start), end: Number(end), speechMs: Number(speech) }
  })
const shown = (rows: readonly FitRow[]): string =>
  rows.map(({ start, end, rate, verdict }) => `${start}-${end} x${rate} ${verdict}`).join(' | ')

const anyLines = fc
  .array(
    fc.record({
      speaker: fc.constantFrom('a', 'b', 'c'),
      start: fc.nat(60_000),
      length: fc.integer({ min: 1, max: 6000 }),
      speechMs: fc.integer({ min: 1, max: 9000 }),
      keeps: fc.subarray([0.9, 0.8, 0.7]),
    }),
    { maxLength: 40 },
  )
  .map((parts) =>
    parts.map(({ start, length, ...line }, at): FitLine => ({ id: String(at), start, end: start + length, ...line })),
  )
const anyMedia = fc.integer({ min: 0, max: 70_000 })

/** What a plan promises, whatever was asked of it. */
function expectLawful(asked: readonly FitLine[], rows: readonly FitRow[], mediaMs: number): void {
  expect(rows.map(({ id }) => id)).toEqual(asked.map(({ id }) => id))
  const ends = new Map<string, number>()
  const inTime = asked
    .map((line, at) => ({ line, row: rows[at]! }))
    .sort((a, b) => a.line.start - b.line.start || a.line.end - b.line.end)
  for (const { line, row } of inTime) {
    if (!row.isSpoken) {
      expect(row.verdict).toBe('does_not_fit')
      continue
    }
    const delay = row.start - line.start
    expect(delay).toBeGreaterThanOrEqual(fitLimits.earliestMs)
    expect(delay).toBeLessThanOrEqual(fitLimits.latestMs)
    expect(row.rate).toBeGreaterThanOrEqual(0.92)
    expect(row.rate).toBeLessThanOrEqual(2)
    expect([1, ...(line.keeps ?? [])]).toContain(row.keep)
    // Nothing is cut: its place is as long as its speech.
    expect(row.end - row.start).toBe(Math.ceil((line.speechMs * row.keep) / row.rate))
    expect(row.start).toBeGreaterThanOrEqual(0)
    expect(row.end).toBeLessThanOrEqual(mediaMs)
    expect(row.start).toBeGreaterThanOrEqual((ends.get(line.speaker) ?? -Infinity) + fitLimits.guardMs)
    ends.set(line.speaker, row.end)
    expect(row.verdict === 'does_not_fit').toBe(row.rate > fitLimits.greatestRate)
  }
}

describe('the plan of a dub', () => {
  test.each([
    ['a 1000-2000 900', '1000-1900 x1 fits'],
    ['a 1000-2000 1100', '1000-2100 x1 borrowed'],
    ['a 1000-2000 900 | a 2100-3000 900', '1000-1900 x1 fits | 2100-3000 x1 fits'],
    ['a 1000-2000 1150 | a 2050-3000 850', '920-2070 x1 borrowed | 2130-2980 x1 fits'],
    ['a 1000-2000 1500 | b 1500-3000 900', '800-1991 x1.26 sped | 1500-2400 x1 fits'],
    ['a 1000-2000 2900 | a 2050-3000 2900', '800-2412 x1.8 does_not_fit | 2490-4907 x1.2 sped'],
    ['a 1000-2000 90000', '1000-1000 x1 does_not_fit'],
    [
      'a 0-900 900 | a 5000-5900 90000 | a 6000-6500 700',
      '0-900 x1 fits | 5000-5000 x1 does_not_fit | 6000-6700 x1 borrowed',
    ],
  ])('%s', (asked, expected) => {
    expect(shown(planFit(lines(asked), { mediaMs: 10_000 }))).toBe(expected)
  })

  test('keeps its promises for any lines', () => {
    fc.assert(
      fc.property(anyLines, anyMedia, (asked, mediaMs) => expectLawful(asked, planFit(asked, { mediaMs }), mediaMs)),
    )
  })

  test('two voices are never heard at once where the original has one after the other and each has its time', () => {
    const turn = fc.record({
      speaker: fc.constantFrom('a', 'b', 'c'),
      gap: fc.nat(400),
      length: fc.integer({ min: 300, max: 4000 }),
      share: fc.double({ min: 0.1, max: 1.9, noNaN: true }),
    })
    fc.assert(
      fc.property(fc.array(turn, { maxLength: 20 }), (turns) => {
        let at = 0
        const asked = turns.map(({ speaker, gap, length, share }, index): FitLine => {
          const start = at + gap
          at = start + length
          return { id: String(index), speaker, start, end: at, speechMs: Math.floor(length * share) }
        })
        const rows = planFit(asked, { mediaMs: at + 1000 }).filter(({ isSpoken }) => isSpoken)
        for (const [index, row] of rows.entries())
          for (const other of rows.slice(index + 1))
            if (other.speaker !== row.speaker) expect(other.start).toBeGreaterThanOrEqual(row.end)
      }),
    )
  })

  test('a line that is alone is spoken whenever it can be, and as it stands where it has room', () => {
    fc.assert(
      fc.property(
        fc.nat(5000),
        fc.integer({ min: 1, max: 4000 }),
        fc.integer({ min: 1, max: 9000 }),
        (start, length, speechMs) => {
          const mediaMs = 10_000
          const [row] = planFit([{ id: 'x', speaker: 'a', start, end: start + length, speechMs }], { mediaMs })
          expect(row?.isSpoken).toBe(start + speechMs / 2 <= mediaMs || start - 200 + speechMs / 2 < mediaMs - 40)
          if (speechMs <= length && start + speechMs <= mediaMs)
            expect(row).toMatchObject({ start, rate: 1, verdict: 'fits' })
        },
      ),
    )
  })

  test('around a changed line alone it is lawful too, and the lines far from it stay', () => {
    fc.assert(
      fc.property(
        anyLines,
        anyMedia,
        fc.nat(39),
        fc.integer({ min: 1, max: 9000 }),
        (asked, mediaMs, pick, speechMs) => {
          const before = planFit(asked, { mediaMs })
          const changed = asked.map((line, at) => (at === pick ? { ...line, speechMs } : line))
          const rows = replanFit(changed, before, new Set([String(pick)]), { mediaMs })
          expectLawful(changed, rows, mediaMs)
        },
      ),
    )
    const many = Array.from({ length: 60 }, (_, at) => ({
      ...lines(`a ${at * 1000}-${at * 1000 + 900} 850`)[0]!,
      id: String(at),
    }))
    const before = planFit(many, { mediaMs: 60_000 })
    const rows = replanFit(
      many.map((line, at) => (at === 30 ? { ...line, speechMs: 1100 } : line)),
      before,
      new Set(['30']),
      { mediaMs: 60_000 },
    )
    expect(rows[30]).not.toEqual(before[30])
    expect(rows.filter((row, at) => row !== before[at]).length).toBeLessThanOrEqual(21)
    expect(rows[10]).toBe(before[10])
  })

  test('a shorter wording is taken where hurrying would be worse, and said so', () => {
    const [line] = lines('a 1000-2000 1700')
    const [row] = planFit(
      [{ ...line!, keeps: [0.7] }, lines('a 2050-3000 900')[0]!].map((each, at) => ({ ...each, id: String(at) })),
      {
        mediaMs: 5000,
      },
    )
    expect(row).toMatchObject({ verdict: 'shortened', keep: 0.7 })
  })
})

describe('shorter wordings', () => {
  test.each([
    ['en', 'Well, I think it is really good today.', ['I think it is really good today.', 'I think it is good today.']],
    ['en', 'Nothing to lose here', []],
    ['en', 'We meet (as usual) at the old well-known place', ['We meet at the old well-known place']],
    ['es', 'Pues, es muy bueno para nosotros', ['Es muy bueno para nosotros', 'Es bueno para nosotros']],
    ['zh_cn', '那个，我其实不知道他在哪里', ['我其实不知道他在哪里', '我不知道他在哪里']],
    ['fi', 'No niin, tämä on hyvä', []],
    ['en', 'Really?', []],
    ['en', 'All is well, turn right and I do not really know', []],
    ['en', 'It was good, you know, and fun', ['It was good, and fun']],
    ['zh_cn', '我不真的知道那个人', []],
    ['en', '', []],
  ] as const)('%s: %s', (language, text, expected) => {
    expect(shorterWordings(text, language)).toEqual(expected)
  })
})

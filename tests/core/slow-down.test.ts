import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { chapterFile, planSlowDown as slowDownArgs } from '#core/media/plans/slow-down.ts'
import { fitLimits } from '#core/speech/fit-cost.ts'
import { type FitLine, planFit } from '#core/speech/fit-plan.ts'
import { planSlowDown, slowLimits } from '#core/speech/slow-down.ts'
import { slowedMs, slowedPieces, slowedRanges, slowedTime } from '#core/timing/slow-spans.ts'

const anyLines = fc
  .array(
    fc.record({
      speaker: fc.constantFrom('a', 'b'),
      gap: fc.nat(2500),
      length: fc.integer({ min: 200, max: 4000 }),
      speechMs: fc.integer({ min: 100, max: 7000 }),
    }),
    { maxLength: 70 },
  )
  .map((parts) => {
    let from = 0
    return parts.map(({ gap, length, ...line }, at): FitLine => {
      const start = from + gap
      // Some speak while others do.
      from = at % 5 === 0 ? start + length / 2 : start + length
      return { id: String(at), start: Math.round(start), end: Math.round(start + length), ...line }
    })
  })

const hurried = (rows: readonly { isSpoken: boolean; rate: number }[]): number =>
  rows.reduce((sum, { isSpoken, rate }) => sum + (isSpoken ? Math.max(0, rate - fitLimits.usualRate) : 2), 0)

describe('a slower picture', () => {
  test('is slow in bounds, in order, in few pieces, and no line has less time by it', () => {
    fc.assert(
      fc.property(anyLines, fc.nat(20_000), (lines, after) => {
        const mediaMs = Math.max(0, ...lines.map(({ end }) => end)) + after
        const rows = planFit(lines, { mediaMs })
        const slow = planSlowDown(lines, rows, { mediaMs })
        const { spans } = slow
        let until = 0
        for (const { start, end, factor } of spans) {
          expect(start).toBeGreaterThanOrEqual(until)
          expect(end).toBeGreaterThan(start)
          expect(factor).toBeGreaterThan(1)
          expect(factor).toBeLessThanOrEqual(slowLimits.greatestFactor)
          until = end
        }
        expect(until).toBeLessThanOrEqual(mediaMs)
        const pieces = slowedPieces(spans, mediaMs)
        expect(pieces.length).toBeLessThanOrEqual(slowLimits.mostPieces)
        expect(pieces.flatMap(({ start, end }) => [start, end]).slice(1, -1)).toEqual(
          pieces.slice(1).flatMap(({ start }) => [start, start]),
        )
        // The length is that of the pieces, each as long as it is slow.
        const total = pieces.reduce((sum, { start, end, factor }) => sum + (end - start) * factor, 0)
        expect(slowedTime(spans, mediaMs)).toBeCloseTo(total, 3)
        expect(hurried(slow.rows)).toBeLessThanOrEqual(hurried(rows))
        if (spans.length > 0) expect(hurried(slow.rows)).toBeLessThan(hurried(rows))
        // No two lines of one speaker at once, none after the end.
        for (const own of Map.groupBy(
          slow.rows.filter(({ isSpoken }) => isSpoken),
          ({ speaker }) => speaker,
        ).values()) {
          const inTime = own.toSorted((a, b) => a.start - b.start)
          for (const [at, row] of inTime.entries())
            if (at > 0) expect(row.start).toBeGreaterThanOrEqual(inTime[at - 1]!.end + fitLimits.guardMs)
          expect(inTime.at(-1)!.end).toBeLessThanOrEqual(slowedMs(spans, mediaMs))
        }
      }),
      { numRuns: 60 },
    )
  })

  test('time goes forward, never faster than the video, and keeps the order of all cues', () => {
    const span = fc.record({
      gap: fc.nat(4000),
      length: fc.integer({ min: 1, max: 4000 }),
      more: fc.integer({ min: 1, max: 25 }),
    })
    fc.assert(
      fc.property(fc.array(span, { maxLength: 24 }), fc.nat(100_000), fc.nat(5000), (parts, at, later) => {
        let from = 0
        const spans = parts.map(({ gap, length, more }) => {
          const start = from + gap
          from = start + length
          return { start, end: from, factor: 1 + more / 100 }
        })
        const step = slowedTime(spans, at + later) - slowedTime(spans, at)
        expect(step).toBeGreaterThanOrEqual(later - 1e-6)
        expect(step).toBeLessThanOrEqual(later * slowLimits.greatestFactor + 1e-6)
        const [range] = slowedRanges(spans, [{ start: at, end: at + later }])
        expect(range!.end).toBeGreaterThan(range!.start)
      }),
    )
  })

  test.each([
    ['a line with room', [1000, 3000, 1900], [4000, 5000, 900], []],
    ['a line in a hurry', [1000, 2000, 1700], [2050, 3000, 900], [[1000, 2050]]],
  ] as const)('%s', (_, first, second, expected) => {
    const lines = [first, second].map(([start, end, speechMs], at) => ({
      id: String(at),
      speaker: '',
      start,
      end,
      speechMs,
    }))
    const rows = planFit(lines, { mediaMs: 6000 })
    const slow = planSlowDown(lines, rows, { mediaMs: 6000 })
    expect(slow.spans.map(({ start, end }) => [start, end])).toEqual(expected)
    expect(slow.rows.map(({ verdict }) => verdict)).toEqual(expected.length > 0 ? ['slowed', 'sped'] : ['fits', 'fits'])
  })

  test('sound is cut where pictures change their tempo, and chapters keep what ffmpeg gives a meaning to', () => {
    const spans = [{ start: 1000, end: 3000, factor: 1.25 }]
    const files = { source: 'in.mp4', videoIndex: 0, output: 'out.mp4', spans, durationMs: 5000, chapters: undefined }
    const graph = slowDownArgs({ ...files, hasAudio: true, hasRubberband: true }).join(' ')
    expect(graph).toContain("setpts='(T+0.2500*clip(T-1.000,0,2.000))/TB'")
    expect(graph).toContain('atrim=start_sample=48000:end_sample=144000,asetpts=N/SR/TB,rubberband=tempo=0.800000')
    expect(graph).toContain('atrim=end_sample=120000')
    expect(slowDownArgs({ ...files, hasAudio: false, hasRubberband: true }).join(' ')).not.toContain('0:a')
    expect(chapterFile([{ start: 0, end: 5, title: 'a=b;c' }])).toBe(
      ';FFMETADATA1\n[CHAPTER]\nTIMEBASE=1/1000\nSTART=0\nEND=5\ntitle=a\\=b\\;c\n',
    )
  })
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  canDropFrames,
  formatFrames,
  framesPerSecond,
  labelledFrame,
  readFrameLabel,
} from '#core/domain/frame-timecode.ts'
import { type FrameRate, frameRates, nearestFrame } from '#core/domain/frames.ts'
import { rulerTicks } from '#core/timing/ruler.ts'

const ntsc: FrameRate = { num: 30_000, den: 1001 }
const ntsc60: FrameRate = { num: 60_000, den: 1001 }

const frameOf = (text: string, rate: FrameRate, drops: boolean): number | undefined => {
  const label = readFrameLabel(text)
  return label && labelledFrame(label, rate, drops)
}

describe('frame timecode', () => {
  // SMPTE ST 12-1: labels 00 and 01 (00 to 03 at 59.94) are left out at each minute but every tenth.
  test.each<[number, FrameRate, boolean, string]>([
    [0, ntsc, true, '00:00:00;00'],
    [1799, ntsc, true, '00:00:59;29'],
    [1800, ntsc, true, '00:01:00;02'],
    [3597, ntsc, true, '00:01:59;29'],
    [3598, ntsc, true, '00:02:00;02'],
    [17_981, ntsc, true, '00:09:59;29'],
    [17_982, ntsc, true, '00:10:00;00'],
    [17_983, ntsc, true, '00:10:00;01'],
    [107_892, ntsc, true, '01:00:00;00'],
    [2_589_407, ntsc, true, '23:59:59;29'],
    [3599, ntsc60, true, '00:00:59;59'],
    [3600, ntsc60, true, '00:01:00;04'],
    [35_964, ntsc60, true, '00:10:00;00'],
    [1800, ntsc, false, '00:01:00:00'],
    [86_400, { num: 24_000, den: 1001 }, false, '01:00:00:00'],
    [1800, { num: 30, den: 1 }, true, '00:01:00:00'],
    [119, { num: 120, den: 1 }, false, '00:00:00:119'],
  ])('frame %d of %o, drop %s: %s', (frame, rate, drops, text) => {
    expect(formatFrames(frame, rate, drops)).toBe(text)
    expect(frameOf(text, rate, drops)).toBe(frame)
  })

  test.each(['00:01:00;00', '00:01:00;01', '00:59:00;01', '00:00:00;30', '00:00:60;02', '00:60:00;02'])(
    'no frame has the label %s',
    (text) => {
      expect(frameOf(text, ntsc, true)).toBeUndefined()
    },
  )

  test.each(['', 'soon', '00:00:03', '00:00:03,015', '1:2:3:4:5'])('%s is no label', (text) => {
    expect(readFrameLabel(text)).toBeUndefined()
  })

  test('every frame of a day has a label of its own, in order, and is found by it', () => {
    for (const rate of frameRates) {
      for (const drops of [false, true]) {
        const day = 86_400 * framesPerSecond(rate)
        const frame = fc.oneof(
          fc.integer({ min: 0, max: day }),
          // Around minutes, where labels are left out.
          fc
            .tuple(fc.integer({ min: 0, max: 1440 }), fc.integer({ min: -5, max: 5 }))
            .map(([minute, by]) => Math.max(0, nearestFrame(minute * 60_000, rate) + by)),
        )
        fc.assert(
          fc.property(frame, (at) => {
            const text = formatFrames(at, rate, drops)
            expect(frameOf(text, rate, drops)).toBe(at)
            expect(text < formatFrames(at + 1, rate, drops)).toBe(true)
          }),
          { numRuns: 300 },
        )
      }
    }
  })

  test('every frame of two hours at the rates that leave labels out', () => {
    for (const rate of [ntsc, ntsc60]) {
      let last = -1
      for (let at = 0; at < 7200 * 30; at++) {
        const found = frameOf(formatFrames(at, rate, true), rate, true)
        if (found !== last + 1) throw new Error(`frame ${at} is found as ${found}`)
        last = found
      }
    }
  })

  test('drop frame keeps to the clock within a fifth of a second over a day', () => {
    fc.assert(
      fc.property(fc.constantFrom(ntsc, ntsc60), fc.integer({ min: 0, max: 86_399 }), (rate, second) => {
        expect(canDropFrames(rate)).toBe(true)
        const [hours = 0, minutes = 0, seconds = 0, frames = 0] = formatFrames(
          nearestFrame(second * 1000, rate),
          rate,
          true,
        )
          .split(/[:;]/)
          .map(Number)
        const shown = hours * 3600 + minutes * 60 + seconds + frames / framesPerSecond(rate)
        expect(Math.abs(shown - second)).toBeLessThan(0.2)
      }),
    )
  })
})

describe('ruler', () => {
  const labels = (from: number, to: number, least: number, rate: FrameRate, drops = false) =>
    rulerTicks(from, to, least, { unit: 'frames', rate, drops }).flatMap(({ label }) => label ?? [])

  test('in frames, labels keep to whole parts of a second, and to seconds and minutes', () => {
    const cinema = { num: 24_000, den: 1001 }
    expect(labels(0, 200, 30, cinema)).toEqual([
      '00:00:00:00',
      '00:00:00:01',
      '00:00:00:02',
      '00:00:00:03',
      '00:00:00:04',
    ])
    expect(labels(1001, 1500, 200, cinema)).toEqual(['00:00:01:00', '00:00:01:06'])
    expect(labels(0, 4100, 1100, cinema)).toEqual(['00:00:00:00', '00:00:02:00', '00:00:04:00'])
    expect(labels(3_600_000, 3_700_000, 50_000, { num: 25, den: 1 })).toEqual(['01:00:00:00', '01:01:00:00'])
  })

  test('a label that drop frame leaves out gives its place to the next', () => {
    expect(labels(59_000, 121_000, 59_000, ntsc, true)).toEqual(['00:00:00;00', '00:01:00;02', '00:02:00;02'])
    expect(labels(60_000, 60_200, 30, ntsc, true)).toEqual([
      '00:00:59;28',
      '00:00:59;29',
      '00:01:00;02',
      '00:01:00;03',
      '00:01:00;04',
      '00:01:00;05',
      '00:01:00;06',
    ])
  })

  test('every tick stands at the beginning of its frame, in order, labels apart as asked', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...frameRates),
        fc.boolean(),
        fc.integer({ min: 0, max: 7_200_000 }),
        fc.integer({ min: 1, max: 60_000 }),
        (rate, drops, from, least) => {
          const ticks = rulerTicks(from, from + 12 * least, least, { unit: 'frames', rate, drops })
          const times = ticks.map(({ ms }) => ms)
          expect(times).toEqual([...times].sort((a, b) => a - b))
          const labelled = ticks.filter(({ label }) => label !== undefined)
          for (const { ms, label } of labelled) {
            const frame = frameOf(label!, rate, drops)
            expect(frame).toBeDefined()
            expect(nearestFrame(ms, rate)).toBe(frame)
          }
          for (const [at, { ms }] of labelled.slice(1).entries()) {
            // Labels that are left out make the way to the next shorter by four frames at most.
            expect(ms - labelled[at]!.ms + (5000 * rate.den) / rate.num).toBeGreaterThanOrEqual(least)
          }
        },
      ),
    )
  })
})

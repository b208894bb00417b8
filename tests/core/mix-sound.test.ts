import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { duckedRanges, gainBetween, voiceGainDb } from '#core/media/ducking.ts'
import { R128Meter, StepPowers } from '#core/media/r128.ts'
import { resampled } from '#core/media/resample.ts'
import { stretched } from '#core/media/stretch.ts'
import { medianPitch } from '#core/speech/pitch.ts'

const tone = (hz: number, level: number, rate: number, seconds: number, from = 0) =>
  Float32Array.from(
    { length: Math.round(rate * seconds) },
    (_, at) => level * Math.sin((2 * Math.PI * hz * (from + at)) / rate),
  )

describe('the gain under a dub', () => {
  const range = fc.record({ start: fc.integer({ min: -500, max: 6000 }), length: fc.integer({ min: 1, max: 3000 }) })
  const ranges = fc
    .array(range, { maxLength: 6 })
    .map((list) => list.map(({ start, length }) => ({ start, end: start + length })))

  test('is the same in any part as in the whole', () => {
    fc.assert(
      fc.property(ranges, ranges, fc.nat(5000), fc.integer({ min: 1, max: 2000 }), (spoken, said, from, count) => {
        const ducked = duckedRanges({ spoken, said, under: 'original' })
        const whole = [...gainBetween(ducked, 0, 8000)]
        expect([...gainBetween(ducked, from, count)]).toEqual(whole.slice(from, from + count))
      }),
    )
  })

  test('steps back deep under the original voice, a little under the dub, and not at all without a sound', () => {
    const spoken = [{ start: 0, end: 10 }]
    const said = [{ start: 20, end: 30 }]
    const dbs = (under: 'original' | 'background' | 'none') => duckedRanges({ spoken, said, under }).map(({ db }) => db)
    expect([dbs('original'), dbs('background'), dbs('none')]).toEqual([[-9, -30], [-4], []])
  })

  test('brings voices to the level of the original, within 12 decibels', () => {
    expect([null, -19, -23, -60, 0].map(voiceGainDb)).toEqual([0, 2, -2, -12, 12])
  })
})

describe('a sound at another rate', () => {
  test.each([
    [22_050, 48_000],
    [24_000, 48_000],
    [44_100, 48_000],
    [16_000, 48_000],
  ])('from %d to %d hertz is the same tone to 70 decibels', (from, to) => {
    const at = 1234
    const { at: first, samples } = resampled({ at, samples: tone(1000, 0.5, from, 0.3, at) }, from, to)
    const wanted = tone(1000, 0.5, to, samples.length / to, first)
    const inner = samples.subarray(200, -200)
    const off = inner.reduce((sum, value, index) => sum + (value - wanted[index + 200]!) ** 2, 0) / inner.length
    expect(10 * Math.log10(off / 0.125)).toBeLessThan(-70)
  })

  test('is unchanged at its own', () => {
    const samples = tone(200, 0.5, 8000, 0.1)
    expect(resampled({ at: 7, samples }, 8000, 8000)).toEqual({ at: 7, samples })
  })
})

describe('speech in another length', () => {
  const pulses = (hz: number, rate: number): Float32Array =>
    Float32Array.from({ length: rate * 2 }, (_, at) => {
      const since = (at % (rate / hz)) / rate
      return 0.4 * Math.exp(-since * 300) * Math.sin(2 * Math.PI * 600 * since)
    })

  test.each([0.8, 1.1, 1.25, 1.6])('at tempo %d keeps its pitch and level', (tempo) => {
    const rate = 22_050
    const before = pulses(120, rate)
    const after = stretched(before, rate, tempo)
    expect(after).toHaveLength(Math.round(before.length / tempo))
    const pitch = medianPitch({ rate, samples: Int16Array.from(after, (value) => value * 32_767) })
    expect(Math.abs((pitch ?? 0) - 120)).toBeLessThan(4)
    const power = (sound: Float32Array) => sound.reduce((sum, value) => sum + value ** 2, 0) / sound.length
    expect(Math.abs(10 * Math.log10(power(after) / power(before)))).toBeLessThan(1)
  })

  test('is unchanged at tempo 1', () => {
    const sound = pulses(100, 8000)
    expect(stretched(sound, 8000, 1)).toEqual(sound)
  })
})

describe('the loudness meter', () => {
  const readingOf = (parts: readonly (readonly [dbfs: number, seconds: number])[]) => {
    const rate = 48_000
    const powers = new StepPowers(rate)
    const meter = new R128Meter()
    for (const [dbfs, seconds] of parts) {
      const sound = tone(1000, 10 ** (dbfs / 20), rate, seconds)
      for (const power of powers.take([sound, sound])) meter.add(power)
    }
    return meter.reading
  }
  // Signals 1 to 4 of EBU Tech 3341; the last two have quiet parts that the gates leave out.
  test.each([
    [[[-23, 20]], -23],
    [[[-33, 20]], -33],
    [
      [
        [-36, 10],
        [-23, 20],
        [-36, 10],
      ],
      -23,
    ],
    [
      [
        [-72, 10],
        [-36, 10],
        [-23, 20],
        [-36, 10],
        [-72, 10],
      ],
      -23,
    ],
  ] as const)('reads %j as the standard wants', (parts, wanted) => {
    expect(Math.abs(readingOf(parts).integrated! - wanted)).toBeLessThan(0.1)
  })

  test('has momentary loudness after 0.4 s, short-term after 3 s, and none in silence', () => {
    expect(readingOf([[-23, 0.3]])).toEqual({ momentary: undefined, shortTerm: undefined, integrated: undefined })
    const early = readingOf([[-20, 0.5]])
    expect([Math.round(early.momentary! * 10), early.shortTerm]).toEqual([-200, undefined])
    expect(Math.abs(readingOf([[-20, 4]]).shortTerm! + 20)).toBeLessThan(0.1)
    expect(readingOf([[-100, 4]])).toEqual({ momentary: undefined, shortTerm: undefined, integrated: undefined })
  })
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { breaksOff, levelledSpeech, soundMs, trimmedSpeech } from '#core/media/speech-sound.ts'
import { FULL_GAIN, gainBetween } from '#core/media/ducking.ts'
import { genderOfName, genderOfPitch, matchVoices, suggestedName } from '#core/speech/match-voices.ts'
import { medianPitch } from '#core/speech/pitch.ts'
import { changedMs, type DubbingChoice } from '#core/tasks/dubbing.ts'

/** Pulses of a period, as vocal cords make them, with the resonance of a vowel. */
function voiced(hz: number, ms: number, rate = 22_050): { samples: Int16Array; rate: number } {
  const samples = new Int16Array((ms * rate) / 1000)
  for (let at = 0; at < samples.length; at++) {
    const since = (at % (rate / hz)) / rate
    samples[at] = 12_000 * Math.exp(-since * 300) * Math.sin(2 * Math.PI * 600 * since)
  }
  return { samples, rate }
}

describe('the gain of a sound that steps back', () => {
  const decibels = (sample: number): number => 20 * Math.log10(sample / FULL_GAIN)
  const range = fc.record({
    start: fc.integer({ min: 60_000, max: 70_000 }),
    length: fc.integer({ min: 1, max: 5000 }),
    db: fc.integer({ min: -30, max: -1 }),
  })

  test('is as low as wanted in every range, untouched far from all, and never jumps', () => {
    fc.assert(
      fc.property(fc.array(range, { maxLength: 6 }), (wanted) => {
        const ranges = wanted.map(({ start, length, db }) => ({ start, end: start + length, db }))
        const gain = gainBetween(ranges, 0, 76_000)
        for (const { start, end, db } of ranges)
          for (const at of [start, Math.floor((start + end) / 2), end])
            expect(decibels(gain[at]!)).toBeLessThan(db + 0.1)
        for (let at = 0; at < gain.length; at += 997)
          if (ranges.every(({ start, end }) => at < start - 150 || at > end + 460)) expect(gain[at]).toBe(FULL_GAIN)
        let most = 0
        for (let at = 1; at < gain.length; at++)
          most = Math.max(most, Math.abs(decibels(gain[at]!) - decibels(gain[at - 1]!)))
        expect(most).toBeLessThan(0.6)
      }),
      { numRuns: 20 },
    )
  })
})

describe('spoken sound', () => {
  test('loses the silence around it and nothing else', () => {
    const { samples, rate } = voiced(120, 500)
    const padded = new Int16Array(samples.length + rate)
    padded.set(samples, rate / 2)
    const found = trimmedSpeech({ samples: padded, rate })!
    expect(Math.abs(soundMs(found) - 500 - 55)).toBeLessThanOrEqual(20)
    expect(trimmedSpeech({ samples: new Int16Array(1000), rate })).toBeUndefined()
    expect(trimmedSpeech({ samples: new Int16Array(0), rate })).toBeUndefined()
  })

  test('that stops in the middle is told from one that comes to its end', () => {
    const rate = 16_000
    const whole = new Int16Array(rate).map((_, at) => 8000 * Math.sin(at / 20) * Math.min(1, (rate - at) / 2000))
    expect(breaksOff({ samples: whole, rate })).toBe(false)
    expect(breaksOff({ samples: whole.subarray(0, rate / 2), rate })).toBe(true)
    expect(breaksOff({ samples: new Int16Array(0), rate })).toBe(false)
  })

  test('is levelled without clipping', () => {
    const loud = levelledSpeech(voiced(120, 500), 0)
    expect(Math.max(...loud.samples.map(Math.abs))).toBeLessThanOrEqual(32_767 * 0.96)
    const usual = levelledSpeech(voiced(120, 500), -20)
    const power = usual.samples.reduce((sum, sample) => sum + (sample / 32_768) ** 2, 0) / usual.samples.length
    expect(Math.abs(10 * Math.log10(power) + 20)).toBeLessThan(1)
  })
})

describe('voices by pitch', () => {
  test.each([75, 110, 180, 240, 330])('%i Hz', (hz) => {
    expect(Math.abs(medianPitch(voiced(hz, 800))! / hz - 1)).toBeLessThan(0.04)
  })

  test('noise and silence have none', () => {
    let state = 1
    const noise = Int16Array.from({ length: 20_000 }, () => ((state = (state * 48_271) % 2_147_483_647) % 8000) - 4000)
    expect(medianPitch({ samples: noise, rate: 16_000 })).toBeUndefined()
    expect(medianPitch({ samples: new Int16Array(20_000), rate: 16_000 })).toBeUndefined()
  })

  test('the nearest one is taken, another one for each speaker', () => {
    const voices = [
      { id: 'low', pitch: 90 },
      { id: 'middle', pitch: 120 },
      { id: 'high', pitch: 210 },
    ]
    const pick = (...pitches: (number | undefined)[]) =>
      [
        ...matchVoices(
          pitches.map((pitch, at) => ({ id: String(at), pitch })),
          voices,
        ).values(),
      ].map(({ id }) => id)
    expect(pick(95, 220)).toEqual(['low', 'high'])
    expect(pick(92, 94)).toEqual(['low', 'middle'])
    expect(pick(undefined, undefined)).toEqual(['low', 'middle'])
    expect(matchVoices([{ id: 'x', pitch: 90 }], []).size).toBe(0)
  })

  test('a second man gets the one man’s voice, shifted, and never a woman’s; a woman of a low voice gets a woman’s', () => {
    const voices = [
      { id: 'man', pitch: 120, gender: 'male' as const },
      { id: 'woman', pitch: 200, gender: 'female' as const, rank: 2 },
    ]
    const men = [100, 140].map((pitch) => ({ id: String(pitch), pitch, gender: genderOfPitch(pitch) }))
    const found = [...matchVoices(men, voices).values()]
    expect(found.map(({ id }) => id)).toEqual(['man', 'man'])
    expect(Math.abs(found[0]!.semitones - found[1]!.semitones)).toBeGreaterThanOrEqual(3)
    const ann = { id: 'ann', pitch: 140, gender: genderOfName('MRS. SMITH') }
    expect(matchVoices([ann], voices).get('ann')).toMatchObject({ id: 'woman' })
    expect([genderOfName('MAN 1'), genderOfName('WOMAN'), genderOfName('Manfred'), genderOfPitch(160)]).toEqual([
      'male',
      'female',
      undefined,
      undefined,
    ])
    // Suggested names have the title of the video, which may name other people.
    expect([suggestedName('1', 'Mrs. Smith'), suggestedName('L', 'The Old Man')].map(genderOfName)).toEqual([
      undefined,
      undefined,
    ])
  })

  test('whoever speaks, nobody gets a voice of the other sex while there is one of their own', () => {
    const gender = fc.constantFrom('male' as const, 'female' as const)
    const pitch = fc.option(fc.integer({ min: 70, max: 350 }), { nil: undefined })
    const speakers = fc.uniqueArray(fc.record({ id: fc.stringMatching(/^s\d$/), pitch, gender }), {
      selector: ({ id }) => id,
    })
    const voices = fc.uniqueArray(fc.record({ id: fc.stringMatching(/^v\d$/), pitch, gender, rank: fc.nat(3) }), {
      selector: ({ id }) => id,
    })
    fc.assert(
      fc.property(speakers, voices, (asked, here) => {
        const found = matchVoices(asked, here)
        expect(found.size).toBe(here.length === 0 ? 0 : asked.length)
        for (const speaker of asked) {
          const voice = here.find(({ id }) => id === found.get(speaker.id)?.id)
          const isThere = here.some((each) => each.gender === speaker.gender)
          if (isThere) expect(voice?.gender).toBe(speaker.gender)
        }
      }),
    )
  })
})

describe('the price of dubbing again', () => {
  const choice = { voice: 'a', role_voices: [] } as unknown as DubbingChoice
  const line = (text: string, speaker = '') => ({ text, speaker, start: 0, end: 2000 })

  test.each([
    [[line('one')], [line('one')], {}, 0],
    [[line('one'), line('two')], [line('one')], {}, 2000],
    [[{ ...line('one'), start: 5000, end: 7000 }], [line('one')], {}, 0],
    [[line('one')], [line('one')], { voice: 'b' }, 2000],
    [[line('one', 'r')], [line('one', 'r')], { role_voices: [{ folder_role_id: 'r', voice: 'b' }] }, 2000],
    [
      [line('one', 'r'), line('two')],
      [line('one', 'r'), line('two')],
      { role_voices: [{ folder_role_id: 'r', voice: 'b' }] },
      2000,
    ],
  ])('%j after %j with %j: %i ms', (lines, before, change, expected) => {
    expect(changedMs({ lines, choice: { ...choice, ...change } }, { lines: before, choice })).toBe(expected)
  })
})

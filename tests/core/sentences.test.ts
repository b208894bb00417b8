import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cutSound, type Sound, soundMs } from '#core/media/speech-sound.ts'
import { partStarts } from '#core/speech/align-speech.ts'
import { sentencesOf } from '#core/speech/sentences.ts'

const line = (start: number, end: number, text: string, speaker = '') => ({ start, end, text, speaker })
const joined = (...lines: Parameters<typeof line>[]) =>
  sentencesOf(lines.map((each) => line(...each))).map((parts) => parts.map(({ text }) => text).join('|'))

describe('lines of one sentence', () => {
  test.each([
    [[0, 1000, 'When we came,'], [1000, 2000, 'it was late.'], ['When we came,|it was late.']],
    [[0, 1000, 'We saw the'], [1100, 2000, 'old house.'], ['We saw the|old house.']],
    [
      [0, 1000, 'We saw it.'],
      [1000, 2000, 'it was old.'],
      ['We saw it.', 'it was old.'],
    ],
    [
      [0, 1000, 'We saw the'],
      [1000, 2000, 'Harbour of old.'],
      ['We saw the', 'Harbour of old.'],
    ],
    [
      [0, 1000, 'We saw the'],
      [2000, 3000, 'old house.'],
      ['We saw the', 'old house.'],
    ],
    [
      [0, 1000, '“Is it late?”'],
      [1000, 2000, 'he said.'],
      ['“Is it late?”', 'he said.'],
    ],
    [[0, 1000, '我们来的时候，'], [1000, 2000, '已经很晚了。'], ['我们来的时候，|已经很晚了。']],
  ] as const)('%j, %j', (a, b, wanted) => expect(joined([...a], [...b])).toEqual(wanted))

  test('every line is in one sentence, in order, and no two speakers are in one', () => {
    const any = fc.record({
      start: fc.nat(60_000),
      length: fc.integer({ min: 1, max: 4000 }),
      text: fc.constantFrom('one,', 'two', 'Three.', 'four', '五，', ''),
      speaker: fc.constantFrom('', 'a', 'b'),
    })
    fc.assert(
      fc.property(fc.array(any, { maxLength: 30 }), (parts) => {
        const lines = parts
          .map(({ start, length, ...part }) => ({ ...part, start, end: start + length }))
          .sort((a, b) => a.start - b.start)
        const sentences = sentencesOf(lines)
        expect(sentences.flat()).toEqual(lines)
        for (const sentence of sentences) expect(new Set(sentence.map(({ speaker }) => speaker)).size).toBe(1)
      }),
    )
  })
})

const RATE = 8000

/** Vowels one after another, each of two resonances over a pitch: no two neighbours are alike. */
function syllables(vowels: readonly number[], hz: number, ms: number): Sound {
  const length = Math.round((ms * RATE) / 1000)
  const samples = new Int16Array(length * vowels.length)
  for (const [index, vowel] of vowels.entries())
    for (let at = 0; at < length; at++) {
      const since = (at % (RATE / hz)) / RATE
      const shape = Math.min(1, at / 200, (length - at) / 200)
      const [low, high] = [300 + vowel * 90, 2600 - vowel * 190]
      const sound = Math.sin(2 * Math.PI * low * since) + 0.6 * Math.sin(2 * Math.PI * high * since)
      samples[index * length + at] = 7000 * shape * Math.exp(-since * 250) * sound
    }
  return { samples, rate: RATE }
}

function together(...sounds: Sound[]): Sound {
  return { samples: Int16Array.from(sounds.flatMap(({ samples }) => [...samples])), rate: RATE }
}

describe('a sentence that is cut', () => {
  const vowel = fc.integer({ min: 0, max: 9 })
  const word = fc
    .uniqueArray(vowel, { minLength: 3, maxLength: 6 })
    .filter((vowels) => vowels.every((each, at) => at === 0 || Math.abs(each - vowels[at - 1]!) >= 2))

  test('is cut where its parts begin, though it is spoken faster, with another melody and pauses', () => {
    fc.assert(
      fc.property(fc.array(word, { minLength: 2, maxLength: 4 }), fc.nat(150), (words, pauseMs) => {
        const [apart, unlike] = [
          words.every((each, at) => at === 0 || Math.abs(each[0]! - words[at - 1]!.at(-1)!) >= 2),
          words.every((each, at) =>
            each.every((vowel, place) => Math.abs(vowel - (words[at - 1]?.[place] ?? 99)) >= 2),
          ),
        ]
        fc.pre(apart && unlike)
        const pause = { samples: new Int16Array((pauseMs * RATE) / 1000), rate: RATE }
        const said = words.map((each, at) => syllables(each, 130 - at * 8, 110))
        const alone = words.map((each) => syllables(each, 120, 125))
        const whole = together(...said.flatMap((each, at) => (at === 0 ? [each] : [pause, each])))
        // Nearly equal parts may be indistinguishable.
        const starts = partStarts(whole, alone)
        if (!starts) return
        expect(starts).toHaveLength(words.length)
        let at = 0
        for (const [index, each] of said.entries()) {
          // In a pause any moment is right.
          expect(starts[index]).toBeGreaterThanOrEqual(at - pauseMs - 45)
          expect(starts[index]).toBeLessThanOrEqual(at + 45)
          at += soundMs(each) + pauseMs
        }
      }),
      { numRuns: 60 },
    )
  })

  test('of different parts is always cut', () => {
    const words = [
      [1, 5, 8, 2],
      [7, 3, 9],
      [0, 6, 4, 8, 1],
    ]
    const whole = together(...words.map((each, at) => syllables(each, 130 - at * 8, 110)))
    const starts = partStarts(
      whole,
      words.map((each) => syllables(each, 120, 125)),
    )
    expect(starts?.map((start, at) => Math.abs(start - [0, 440, 770][at]!) < 45)).toEqual([true, true, true])
  })

  test('loses no sample but to the fades at its cuts, and is not cut where nothing is alike', () => {
    const sound = syllables([1, 5, 8, 2], 120, 120)
    const parts = cutSound(sound, [0, 130, 300])
    expect(parts.reduce((sum, { samples }) => sum + samples.length, 0)).toBe(sound.samples.length)
    const silence = { samples: new Int16Array(100), rate: RATE }
    expect(partStarts(sound, [silence, sound])).toBeUndefined()
    expect(
      partStarts(sound, [syllables([1, 5, 8, 2, 6, 1, 7, 3, 9], 120, 120), syllables([4], 120, 120)]),
    ).toBeUndefined()
  })
})

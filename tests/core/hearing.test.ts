import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  cutInTwo,
  isDoubtful,
  levelled,
  LoudnessMeter,
  loudnessOf,
  loudSpans,
  quietestMs,
  type Sound,
  spreadWords,
} from '#core/speech/hearing.ts'

const RATE = 16_000

/** Sound of parts: so many milliseconds at a level from 0 to 1. */
function sound(...parts: [ms: number, level: number][]): Sound {
  const samples = parts.flatMap(([ms, level]) =>
    Array.from({ length: (ms * RATE) / 1000 }, (_, at) => level * Math.sin((2 * Math.PI * 220 * at) / RATE)),
  )
  return { samples: Float32Array.from(samples), rate: RATE }
}

const untimed = (text: string) => text.split(' ').map((word) => ({ text: word, confidence: 0.9 }))
const shown = (text: string, spoken: Sound): string =>
  spreadWords(untimed(text), spoken)
    .map((word) => `${word.text} ${word.start}-${word.end}`)
    .join(', ')

const parts = fc.array(
  fc.tuple(
    fc.integer({ min: 2, max: 60 }).map((n) => n * 20),
    fc.constantFrom(0, 0.001, 0.1, 0.5),
  ),
  {
    minLength: 1,
    maxLength: 8,
  },
)
const words = fc.array(fc.string({ minLength: 1, maxLength: 12 }), { minLength: 1, maxLength: 30 })

describe('sound around an engine without times', () => {
  test('loud parts lie between pauses of at least 0.2 s', () => {
    const talk = sound([300, 0], [600, 0.3], [100, 0], [400, 0.3], [400, 0.001], [500, 0.2])
    expect(loudSpans(talk)).toEqual([
      { start: 300, end: 1400 },
      { start: 1800, end: 2300 },
    ])
    expect(loudSpans(sound([1000, 0]))).toEqual([])
  })

  test('words take their share of the loud parts, and none reaches over a pause', () => {
    expect(shown('one two six ten', sound([800, 0.3], [400, 0], [800, 0.3]))).toBe(
      'one 0-400, two 400-800, six 1200-1600, ten 1600-2000',
    )
    expect(shown('12 twelfths', sound([1800, 0.3]))).toBe('12 0-900, twelfths 900-1800')
    expect(shown('in silence', sound([1000, 0]))).toBe('in 0-273, silence 273-1000')
  })

  test('a pause lies after the end of a sentence, where the letters fit about as well', () => {
    // By letters alone the second sentence would begin before the pause.
    const two = sound([1900, 0.3], [600, 0], [2000, 0.3])
    expect(shown('Come home. We leave when it rains', two)).toMatch(/home. \d+-1900, We 2500-/)
    const three = sound([1000, 0.3], [300, 0], [700, 0.3], [900, 0], [1500, 0.3])
    const text = shown('If you ask, I say so. Nobody came to us', three)
    expect(text).toMatch(/ask, \d+-1000, I 1300-.*so. \d+-2000, Nobody 2900-/)
    // A noise between is no word.
    expect(shown('One word. Another', sound([800, 0.3], [600, 0], [60, 0.3], [600, 0], [800, 0.3]))).toMatch(
      /word. \d+-800, Another 2060-2860/,
    )
  })

  test('whatever is said: all words in their order, inside the sound, none before the one that it follows', () => {
    fc.assert(
      fc.property(parts, words, (made, texts) => {
        const spoken = sound(...made)
        const timed = spreadWords(
          texts.map((text) => ({ text })),
          spoken,
        )
        expect(timed.map(({ text }) => text)).toEqual(texts)
        const end = (spoken.samples.length * 1000) / RATE
        for (const [at, word] of timed.entries()) {
          expect(word.start).toBeLessThanOrEqual(word.end)
          expect(word.end).toBeLessThanOrEqual(end)
          expect(word.start).toBeGreaterThanOrEqual(timed[at - 1]?.end ?? 0)
        }
      }),
    )
  })

  test('a quiet voice comes to the same level as a loud one, and silence stays silence', () => {
    const loudest = ({ samples }: Sound): number => Math.max(...samples.map(Math.abs))
    const [quiet, loud] = [0.01, 0.5].map((level) => levelled(sound([500, level], [500, 0], [500, level]), 200))
    expect(loudest(quiet!)).toBeCloseTo(loudest(loud!), 3)
    expect(quiet!.samples.length).toBe(1.9 * RATE)
    expect(quiet!.samples.subarray(0, 0.2 * RATE).every((sample) => sample === 0)).toBe(true)
    expect(loudest(levelled(sound([500, 0])))).toBe(0)
  })

  test('a cut is at the quietest place of the middle, and loses nothing', () => {
    const [before] = cutInTwo(sound([1000, 0.3], [100, 0.01], [900, 0.3]))
    expect(before.samples.length / RATE).toBeCloseTo(1.05, 1)
    fc.assert(
      fc.property(parts, (made) => {
        const whole = sound(...made)
        const [first, second] = cutInTwo(whole)
        expect([...first.samples, ...second.samples]).toEqual([...whole.samples])
      }),
    )
  })

  test('sound that comes in pieces is as loud as the whole', () => {
    fc.assert(
      fc.property(parts, fc.integer({ min: 1, max: 5000 }), (made, length) => {
        const { samples, rate } = sound(...made)
        const meter = new LoudnessMeter(rate)
        for (let at = 0; at < samples.length; at += length) meter.take(samples.subarray(at, at + length))
        expect(meter.levels).toEqual(loudnessOf({ samples, rate }))
      }),
    )
  })

  test('the quietest time of a range lies in its longest quiet', () => {
    const loudness = loudnessOf(sound([400, 0.3], [40, 0], [400, 0.3], [120, 0.01], [400, 0.3], [400, 0]))
    expect(quietestMs(loudness, { start: 100, end: 1300 })).toBe(890)
    expect(quietestMs(loudness, { start: 100, end: 800 })).toBe(430)
  })

  test('few or many words for the speech, or no end, are doubted; in little speech nothing is', () => {
    const talk = sound([4000, 0.3])
    const doubts = [0, 3, 4, 24, 25].map((count) => isDoubtful(talk, { words: count, isCut: false }))
    expect(doubts).toEqual([true, true, false, false, true])
    expect(isDoubtful(talk, { words: 10, isCut: true })).toBe(true)
    expect(isDoubtful(sound([800, 0.3]), { words: 0, isCut: false })).toBe(false)
  })
})

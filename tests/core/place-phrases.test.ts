import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Cepstra, cepstraOf, COEFFICIENTS, distance, evened, joined } from '#core/media/cepstra.ts'
import { placePhrases } from '#core/media/place-phrases.ts'
import { warpWords } from '#core/media/warp-words.ts'

const RATE = 16_000

/** A syllable: tones of its own for so long, in a voice that is so much higher. */
function syllable(number: number, ms: number, higher = 1): Int16Array {
  const tones = [1, 2, 3].map((part) => (180 + ((number * 37 * part) % 23) * 130) * higher)
  return Int16Array.from({ length: (ms * RATE) / 1000 }, (_, at) => {
    const sum = tones.reduce((all, hz) => all + Math.sin((2 * Math.PI * hz * at) / RATE), 0)
    return 4000 * sum * Math.min(1, at / 200)
  })
}

function sound(parts: readonly Int16Array[]): { samples: Int16Array; rate: number } {
  const samples = new Int16Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    samples.set(part, at)
    at += part.length
  }
  return { samples, rate: RATE }
}

/** A phrase as frames that are like no other's. */
function frames(seed: number, count: number): Cepstra {
  let state = seed * 2_654_435_761
  const values = Float32Array.from({ length: count * COEFFICIENTS }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 31 - 1
  })
  return { values, frames: count }
}

const all = (count: number): Uint8Array => new Uint8Array(count).fill(1)

describe('what speech sounds like', () => {
  test('two sounds of the same kind are near each other, whatever the rate and the loudness', () => {
    const [a, b] = [sound([syllable(1, 300), syllable(2, 300)]), sound([syllable(1, 300), syllable(2, 300)])]
    const quiet = { ...b, samples: b.samples.map((sample) => sample / 3) }
    const [one, other] = [evened(cepstraOf(a, 10)), evened(cepstraOf(quiet, 10))]
    expect(distance(one, 10, other, 10)).toBeLessThan(0.1)
    expect(distance(one, 10, other, 45)).toBeGreaterThan(0.5)
  })

  test('silence and no sound at all are read', () => {
    expect(cepstraOf({ samples: new Int16Array(0), rate: RATE }, 10).frames).toBe(0)
    const { values } = evened(cepstraOf({ samples: new Int16Array(RATE), rate: RATE }, 10))
    expect(values.every(Number.isFinite)).toBe(true)
  })
})

describe('phrases in a sound', () => {
  test('are found one after the other, also where some are not said and others are', () => {
    const phrase = fc.record({ length: fc.integer({ min: 12, max: 40 }), isSaid: fc.boolean(), before: fc.nat(3) })
    fc.assert(
      fc.property(fc.array(phrase, { minLength: 1, maxLength: 8 }), (list) => {
        const phrases = list.map(({ length }, at) => frames(at + 1, length))
        const parts: Cepstra[] = []
        const truth: ({ from: number; to: number } | undefined)[] = []
        let at = 0
        for (const [index, { length, isSaid, before }] of list.entries()) {
          const other = frames(1000 + index, before * 15)
          parts.push(other)
          at += other.frames
          truth.push(isSaid ? { from: at, to: at + length } : undefined)
          if (!isSaid) continue
          parts.push(phrases[index]!)
          at += length
        }
        const heard = joined(parts)
        // More than all other speech together: no phrase is farther from its expected place.
        const { ranges } = placePhrases(heard, phrases, { reach: 400, isSpeech: all(heard.frames) })
        for (const [index, range] of truth.entries()) {
          if (!range) continue
          expect(Math.abs((ranges[index]?.from ?? -99) - range.from)).toBeLessThanOrEqual(3)
        }
        const found = ranges.flatMap((range) => range ?? [])
        for (const [index, { from, to }] of found.entries()) {
          expect(to).toBeGreaterThan(from)
          expect(from).toBeGreaterThanOrEqual(found[index - 1]?.to ?? 0)
        }
      }),
      { numRuns: 40 },
    )
  })

  test('frames without speech do not count', () => {
    const [one, two] = [frames(1, 30), frames(2, 30)]
    const heard = joined([one, frames(9, 400), two])
    const isSpeech = all(heard.frames).fill(0, 30, 430)
    const { ranges } = placePhrases(heard, [one, two], { reach: 40, isSpeech })
    expect(ranges).toEqual([
      { from: 0, to: 30 },
      { from: 430, to: 460 },
    ])
  })

  test('nothing is found in nothing', () => {
    const none: Cepstra = { values: new Float32Array(0), frames: 0 }
    expect(placePhrases(none, [frames(1, 10)], { reach: 10, isSpeech: new Uint8Array(0) }).ranges).toEqual([undefined])
    expect(placePhrases(frames(1, 10), [], { reach: 10, isSpeech: all(10) }).ranges).toEqual([])
  })
})

describe('words in a sound', () => {
  test('begin where another voice says them at another speed', () => {
    const words = [3, 8, 5, 12, 7]
    const pause = new Int16Array(RATE / 2)
    const lengths = [300, 200, 350, 240, 280]
    const heard = sound([pause, ...words.map((word, at) => syllable(word, lengths[at]!)), pause])
    const whole = sound(words.map((word) => syllable(word, 220)))
    const times = warpWords(heard, { whole, words: words.map((word) => sound([syllable(word, 260)])) })!.times
    let at = 500
    for (const [index, { start }] of times.entries()) {
      expect(Math.abs(start - at)).toBeLessThanOrEqual(40)
      at += lengths[index]!
    }
  })

  test('are not found in silence', () => {
    const silence = { samples: new Int16Array(RATE), rate: RATE }
    const spoken = sound([syllable(1, 300)])
    expect(warpWords(silence, { whole: spoken, words: [spoken] })).toBeUndefined()
  })
})

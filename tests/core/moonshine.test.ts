import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { speechPieces } from '#core/speech/chunks.ts'
import { loudnessOf, loudSpans, quietestMs, type Sound } from '#core/speech/hearing.ts'
import type { LoadedModel, TensorLike } from '#core/speech/model-runtime.ts'
import { type DecodePiece, hearPiece } from '#core/speech/moonshine/hear.ts'
import { hearRecording } from '#core/speech/moonshine/recording.ts'
import { hearTokens, mostTokens } from '#core/speech/moonshine/tokens.ts'
import type { TimeRange } from '#core/timing/time-range.ts'

const RATE = 16_000

interface Spoken extends TimeRange {
  readonly text: string
}

/** Words with a pause after each, in milliseconds. */
type Talk = readonly { readonly ms: number; readonly pauseMs: number }[]

/** A talk as sound: each word is a distinct tone, so that a part of it identifies its word. */
function speak(talk: Talk, noise = 0): { sound: Sound; words: Spoken[] } {
  const total = talk.reduce((sum, { ms, pauseMs }) => sum + ms + pauseMs, 0)
  const samples = new Float32Array((total * RATE) / 1000).map((_, at) => (at % 3 === 0 ? noise : -noise / 2))
  const words: Spoken[] = []
  let start = 0
  for (const [index, { ms, pauseMs }] of talk.entries()) {
    const half = halfPeriod(index)
    const from = (start * RATE) / 1000
    for (let at = 0; at < (ms * RATE) / 1000; at++) samples[from + at] = Math.floor(at / half) % 2 === 0 ? 0.1 : -0.1
    words.push({ text: nameOf(index), start, end: start + ms })
    start += ms + pauseMs
  }
  return { sound: { samples, rate: RATE }, words }
}

const TONES = 40
const halfPeriod = (index: number): number => 10 + (index % TONES)
const nameOf = (index: number): string => `w${index % TONES}`

/** The words that are in a sound in whole or in part. */
function heardIn(sound: Sound): string[] {
  return loudSpans(sound).flatMap(({ start, end }) => {
    const samples = sound.samples.subarray((start * RATE) / 1000, (end * RATE) / 1000)
    // Parts of one tone after the other: where the time between two changes of sign is another one, so is the word.
    const halves: number[] = []
    let last = 0
    for (let at = 1; at < samples.length; at++) {
      if (samples[at]! >= 0 === samples[at - 1]! >= 0) continue
      halves.push(at - last)
      last = at
    }
    const words: string[] = []
    for (const [at, half] of halves.entries()) {
      if (half !== halves[at + 1] || half !== halves[at + 2]) continue
      const name = nameOf(half - 10)
      if (words.at(-1) !== name) words.push(name)
    }
    return words
  })
}

/** Recognises pieces up to a length; for longer ones the base model finds no end. */
const upTo =
  (seconds: number): DecodePiece =>
  (model, sound) => {
    const isCut = model === 'base' && sound.samples.length > seconds * RATE
    const words = isCut ? [] : heardIn(sound).map((text) => ({ text, confidence: 0.9 }))
    return Promise.resolve({ words, isCut })
  }

const talks = (shortestPause: number) =>
  fc.array(
    fc.record({
      ms: fc.integer({ min: 10, max: 30 }).map((n) => n * 20),
      pauseMs: fc.integer({ min: shortestPause / 20, max: 30 }).map((n) => n * 20),
    }),
    { minLength: 1, maxLength: TONES },
  )

describe('a piece that is heard', () => {
  test('however it is cut and by whichever model it is heard: each word comes once and in order', async () => {
    await fc.assert(
      fc.asyncProperty(
        talks(240),
        fc.constantFrom(1, 3, 5, 9, 60),
        fc.constantFrom(0, 0.0005),
        async (talk, most, noise) => {
          const { sound, words } = speak(talk, noise)
          const heard = await hearPiece(sound, upTo(most))
          expect(heard.map(({ text }) => text)).toEqual(words.map(({ text }) => text))
        },
      ),
      { numRuns: 60 },
    )
  })

  test('is heard at one level with silence around it, in at most four parts, then by the smaller model', async () => {
    const { sound } = speak(Array.from({ length: 20 }, () => ({ ms: 400, pauseMs: 300 })))
    const asked: string[] = []
    await hearPiece(sound, (model, { samples }) => {
      asked.push(model)
      expect(samples.subarray(0, 0.2 * RATE).every((sample) => sample === 0)).toBe(true)
      return Promise.resolve({ words: [], isCut: true })
    })
    const half = ['base', 'base', 'tiny', 'base', 'tiny', 'tiny']
    expect(asked).toEqual(['base', ...half, ...half, 'tiny'])
  })
})

describe('a recording that is heard', () => {
  test('speech without a pause is cut where it is quietest, and no word is cut', () => {
    fc.assert(
      fc.property(fc.array(talks(120), { minLength: 2, maxLength: 4 }), (parts) => {
        const { sound, words } = speak(parts.flat())
        const durationMs = (sound.samples.length * 1000) / RATE
        const loudness = loudnessOf(sound)
        const spans = [{ start: 0, end: durationMs }]
        const quietest = (range: TimeRange): number => quietestMs(loudness, range)
        const pieces = speechPieces(spans, durationMs, { target: 5000, most: 6000, quietest })
        for (const { start, end } of words)
          expect(pieces.filter((piece) => piece.start <= start && piece.end >= end)).toHaveLength(1)
        for (const [at, piece] of pieces.entries()) {
          expect(piece.end - piece.start).toBeLessThanOrEqual(6000)
          expect(piece.start).toBe(pieces[at - 1]?.end ?? 0)
        }
      }),
      { numRuns: 40 },
    )
  })

  test('each word comes once and in order, within the piece that it is of, and all of the sound is told of', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(talks(240), { minLength: 1, maxLength: 3 }),
        fc.boolean(),
        fc.constantFrom(4, 60),
        async (parts, isWhole, most) => {
          const { sound, words } = speak(parts.flat())
          const durationMs = (sound.samples.length * 1000) / RATE
          const shares: number[] = []
          const recording = {
            durationMs,
            loudness: loudnessOf(sound),
            spans: isWhole ? [{ start: 0, end: durationMs }] : loudSpans(sound),
            read: ({ start, end }: TimeRange) =>
              Promise.resolve({ samples: sound.samples.slice((start * RATE) / 1000, (end * RATE) / 1000), rate: RATE }),
          }
          const heard = await hearRecording(recording, upTo(most), (_, share) => shares.push(share))
          expect(heard.map(({ text }) => text)).toEqual(words.map(({ text }) => text))
          for (const [at, word] of heard.entries()) {
            expect(word.end).toBeGreaterThan(word.start)
            expect(word.start).toBeGreaterThanOrEqual(heard[at - 1]?.start ?? 0)
            expect(word.end).toBeLessThanOrEqual(durationMs)
          }
          expect(shares.at(-1)).toBeCloseTo(1)
        },
      ),
      { numRuns: 30 },
    )
  })

  test('nothing is heard where nobody speaks', async () => {
    const read = (): Promise<Sound> => Promise.reject(new Error('Nothing is to be read'))
    const silence = { durationMs: 60_000, loudness: [], spans: [], read }
    expect(await hearRecording(silence, upTo(60), () => undefined)).toEqual([])
  })
})

describe('tokens of a model', () => {
  const tensor = (_type: string, data: unknown, dims: readonly number[]): TensorLike => ({ data, dims })

  /** A model that says tokens one after the other. */
  function models(say: (step: number) => number): {
    encoder: LoadedModel<TensorLike>
    decoder: LoadedModel<TensorLike>
  } {
    let step = 0
    return {
      encoder: {
        inputNames: ['sound'],
        run: ({ sound }) => Promise.resolve({ last_hidden_state: tensor('float32', new Float32Array(1), sound!.dims) }),
      },
      decoder: {
        inputNames: [],
        run: () => {
          const logits = new Float32Array(2 * 64)
          logits[64 + say(step++)] = 9
          return Promise.resolve({ logits: tensor('float32', logits, [1, 2, 64]) })
        },
      },
    }
  }
  const hear = (say: (step: number) => number, seconds: number) =>
    hearTokens({ ...models(say), tensor }, 'tiny', new Float32Array(seconds * RATE))

  test('end where the model ends them, each with its chance', async () => {
    const { tokens, chances, isCut } = await hear((step) => [7, 9, 2][step] ?? 60, 4)
    expect({ tokens, isCut }).toEqual({ tokens: [7, 9], isCut: false })
    expect(chances.every((chance) => chance > 0.9 && chance < 1)).toBe(true)
  })

  test('are bound by the length of the sound', async () => {
    expect([0.2, 4, 15].map(mostTokens)).toEqual([8, 26, 98])
    for (const seconds of [1, 4]) {
      const { tokens, isCut } = await hear((step) => 3 + (step % 50), seconds)
      expect({ count: tokens.length, isCut }).toEqual({ count: mostTokens(seconds), isCut: true })
    }
  })

  test('end where the same ones come again and again', async () => {
    const { tokens, isCut } = await hear((step) => [10, 11][step % 2]!, 15)
    expect({ count: tokens.length, isCut }).toEqual({ count: 10, isCut: true })
  })
})

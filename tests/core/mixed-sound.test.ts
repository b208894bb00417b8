import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { duckedRanges } from '#core/media/ducking.ts'
import { limited, LIMITER_MARGIN } from '#core/media/limiter.ts'
import {
  AAC_FRAME,
  adtsFrames,
  encodedPiece,
  framesOf,
  PIECE_MARGIN,
  PIECE_SAMPLES,
  pieceCount,
} from '#core/media/mix-pieces.ts'
import {
  finishedSound,
  GAIN_STEP_DB,
  mixedSound,
  mixGainDb,
  type MixLayout,
  type MixParts,
  placedVoice,
} from '#core/media/mixed-sound.ts'

const noise = (index: number): number => (((index * 48_271) % 2_147_483_647) / 2_147_483_647 - 0.5) * 1.4

function partsOf(layout: MixLayout): MixParts {
  const lines = [
    { start: 103, end: 603, rate: 22_050 },
    { start: 411, end: 911, rate: 16_000 },
  ]
  const voices = lines.map(({ start, end, rate }) => {
    const samples = Int16Array.from({ length: ((end - start) * rate) / 1000 }, (_, at) => 30_000 * Math.sin(at / 9))
    return placedVoice({ samples, rate }, start, -1)
  })
  const channels = layout === 'stereo' ? 2 : 6
  const under = (from: number, count: number): Float32Array[] =>
    Array.from({ length: channels }, (_, channel) =>
      Float32Array.from({ length: count }, (_value, at) => (from + at < 0 ? 0 : noise(7 * (from + at) + channel + 1))),
    )
  const ducked = duckedRanges({ spoken: lines, said: [{ start: 200, end: 300 }], under: 'original' })
  return { layout, voices, voiceGainDb: 2, under, underDb: -3, ducked }
}

const count = 48_000
const plain = (planes: readonly Float32Array[]): number[][] => planes.map((plane) => [...plane])

describe.each(['stereo', 'surround'] as const)('a mix in %s', (layout) => {
  const parts = partsOf(layout)
  const whole = finishedSound(parts, { from: 0, count, gainDb: 4 })

  test('is the same in any part as in the whole, to the last bit', () => {
    fc.assert(
      fc.property(fc.nat(count - 1), fc.integer({ min: 1, max: 5000 }), (from, wanted) => {
        const length = Math.min(wanted, count - from)
        const part = finishedSound(parts, { from, count: length, gainDb: 4 })
        expect(plain(part)).toEqual(plain(whole.map((plane) => plane.slice(from, from + length))))
      }),
      { numRuns: 40 },
    )
  })

  test('is its stems together, and never above the limit', () => {
    const at = { from: 0, count, gainDb: 4 }
    const [dialogue, background] = (['dialogue', 'background'] as const).map((stem) => finishedSound(parts, at, stem))
    let [most, off] = [0, 0]
    for (const [channel, plane] of whole.entries())
      for (const [index, sample] of plane.entries()) {
        most = Math.max(most, Math.abs(sample))
        off = Math.max(off, Math.abs(sample - dialogue![channel]![index]! - background![channel]![index]!))
      }
    expect(most).toBeLessThanOrEqual(10 ** (-1.5 / 20) + 1e-6)
    expect(most).toBeGreaterThan(0.8)
    expect(off).toBeLessThan(1e-6)
  })
})

test('the voice is in the centre of 5.1 alone, at the same power as in stereo', () => {
  const powers = (layout: MixLayout): number[] =>
    mixedSound({ ...partsOf(layout), under: undefined }, 0, count).map((plane) =>
      plane.reduce((sum, value) => sum + value * value, 0),
    )
  const [left, right] = powers('stereo')
  const [l, r, centre, ...others] = powers('surround')
  expect([l, r, ...others]).toEqual([0, 0, 0, 0, 0])
  expect(left! + right!).toBeCloseTo(centre!, 2)
})

test('a limited sound keeps what is far from its peaks', () => {
  const length = 12_000
  const sound = new Float32Array(length).fill(0.25)
  sound[6000] = 1
  const [made] = limited([sound], { from: 777, limit: 0.5 })
  expect(made).toHaveLength(length - 2 * LIMITER_MARGIN)
  const at = 6000 - LIMITER_MARGIN
  expect(made![at]).toBeLessThanOrEqual(0.5)
  expect(made![at - 48]).toBeLessThan(0.25)
  for (const far of [0, at - LIMITER_MARGIN, at + LIMITER_MARGIN, made!.length - 1]) expect(made![far]).toBe(0.25)
})

test('the gain brings a mix to its loudness within half a step, and leaves silence alone', () => {
  fc.assert(
    fc.property(fc.double({ min: -43, max: 0, noNaN: true }), fc.constantFrom(-23, -16, -14), (lufs, target) => {
      expect(Math.abs(lufs + mixGainDb(lufs, target) - target)).toBeLessThan(GAIN_STEP_DB / 2 + 1e-9)
    }),
  )
  expect([mixGainDb(undefined, -16), mixGainDb(-69, -16)]).toEqual([0, 30])
})

test('pieces have all packets once, and depend on nothing beyond their margin', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 6 * PIECE_SAMPLES }), (samples) => {
      const pieces = Array.from({ length: pieceCount(samples) }, (_, index) => encodedPiece(index, samples))
      expect(pieces.reduce((sum, { frames }) => sum + frames, 0)).toBe(framesOf(samples))
      expect((framesOf(samples) - 1) * AAC_FRAME).toBeGreaterThanOrEqual(samples)
      for (const [index, { from, count: length }] of pieces.entries()) {
        expect(from - LIMITER_MARGIN).toBeGreaterThan(index * PIECE_SAMPLES - PIECE_MARGIN)
        expect(from + length + LIMITER_MARGIN).toBeLessThan((index + 1) * PIECE_SAMPLES + PIECE_MARGIN)
      }
    }),
  )
})

test('packets are cut from a stream where they begin, and damaged ones are refused', () => {
  const packet = (length: number): number[] => {
    const head = [0xff, 0xf1, 0x4c, 0x80 | (length >> 11), (length >> 3) & 255, ((length & 7) << 5) | 31, 0xfc]
    return [...head, ...Array.from({ length: length - 7 }, () => length % 251)]
  }
  const lengths = [9, 300, 2100, 40, 8]
  const stream = Uint8Array.from(lengths.flatMap(packet))
  const piece = { from: 0, count: 0, firstFrame: 1, frames: 3 }
  expect([...adtsFrames(stream, piece)!]).toEqual([300, 2100, 40].flatMap(packet))
  expect(adtsFrames(stream.subarray(0, 2000), piece)).toBeUndefined()
  expect(adtsFrames(stream, { ...piece, frames: 5 })).toBeUndefined()
  expect(adtsFrames(stream.with(9, 0), piece)).toBeUndefined()
})

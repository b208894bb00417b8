import { expect, test } from 'vitest'
import { cutGrain, GRAIN_MS, GRAIN_PIECE_MS, grainPieces } from '#core/media/grains.ts'

const rate = 8000
/** Pieces of sound whose samples are the share of the video at which they stand. */
const ramp = (count: number) =>
  new Map(
    Array.from({ length: count }, (_, number) => [
      number,
      { rate, samples: Float32Array.from({ length: rate }, (_sample, at) => (number + at / rate) / count) },
    ]),
  )

test('a grain is of one piece, or of two where it goes over their edge', () => {
  expect(grainPieces(0)).toEqual([0])
  expect(grainPieces(-20)).toEqual([0])
  expect(grainPieces(GRAIN_PIECE_MS - GRAIN_MS)).toEqual([0])
  expect(grainPieces(GRAIN_PIECE_MS - 10)).toEqual([0, 1])
  expect(grainPieces(2 * GRAIN_PIECE_MS)).toEqual([2])
})

test('a grain is the sound of its time, without a seam over two pieces, from silence to silence', () => {
  for (const ms of [0, 300, 960, 1990]) {
    const { samples } = cutGrain(ms, ramp(4))!
    expect(samples).toHaveLength((GRAIN_MS * rate) / 1000)
    expect(samples[0]).toBe(0)
    expect(samples.at(-1)).toBe(0)
    const middle = samples.subarray(120, -120)
    for (const [at, value] of middle.entries()) expect(value).toBeCloseTo((ms / 1000 + (120 + at) / rate) / 4, 4)
  }
})

test('without a piece that it needs there is no grain; past the end there is silence', () => {
  expect(cutGrain(960, ramp(1))).toBeUndefined()
  expect(cutGrain(5000, ramp(4))).toBeUndefined()
  const short = new Map([[0, { rate, samples: new Float32Array(100).fill(1) }]])
  expect(Math.max(...cutGrain(500, short)!.samples)).toBe(0)
})

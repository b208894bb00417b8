import fc from 'fast-check'
import { expect, test } from 'vitest'
import { edgeFrames } from '#core/timing/edge-frames.ts'
import { frameRates, frameStart } from '#core/domain/frames.ts'

const cinema = { num: 24_000, den: 1001 }
const pal = { num: 25, den: 1 }

test('a start on a frame: the frame before has no line, the one at it has', () => {
  expect(edgeFrames('start', 1000, pal, 60_000)).toEqual([
    { frame: 24, ms: 960, hasLine: false },
    { frame: 25, ms: 1000, hasLine: true },
    { frame: 26, ms: 1040, hasLine: true },
  ])
})

test('an end on a frame: that frame is the first without the line', () => {
  expect(edgeFrames('end', 1000, pal, 60_000).map(({ hasLine }) => hasLine)).toEqual([true, false, false])
})

test('within a frame: that frame came before the line did, and still has a line that ends', () => {
  expect(edgeFrames('start', 1010, pal, 60_000).map(({ frame, hasLine }) => [frame, hasLine])).toEqual([
    [24, false],
    [25, false],
    [26, true],
  ])
  expect(edgeFrames('end', 1010, pal, 60_000).map(({ hasLine }) => hasLine)).toEqual([true, true, false])
})

test('at the ends of the video there are fewer frames', () => {
  expect(edgeFrames('start', 0, pal, 60_000).map(({ frame }) => frame)).toEqual([0, 1])
  expect(edgeFrames('end', 60_000, pal, 60_000).map(({ frame }) => frame)).toEqual([1499])
  expect(edgeFrames('end', 60_000, pal, 0)).toHaveLength(3)
})

test('an edge on any frame of any rate is that frame’s', () => {
  fc.assert(
    fc.property(fc.constantFrom(...frameRates, cinema), fc.integer({ min: 1, max: 400_000 }), (rate, frame) => {
      const around = edgeFrames('start', frameStart(frame, rate), rate, 0)
      expect(around.map((one) => one.frame)).toEqual([frame - 1, frame, frame + 1])
      expect(around.map((one) => one.hasLine)).toEqual([false, true, true])
    }),
  )
})

import { describe, expect, test } from 'vitest'
import { extremes, Peaks } from '#core/media/peaks.ts'
import { thumbnailCount, thumbnailTimes } from '#core/media/thumbnails.ts'
import { readBanner } from '#workers/media/banner.ts'
import { FramesDevice, PeaksDevice } from '#workers/media/devices.ts'

describe('peaks', () => {
  test('coarser levels hold the extremes of finer ones, however the tiles come', () => {
    const peaks = new Peaks(10_000)
    const tile = Int16Array.from({ length: 1200 }, (_, i) => (i % 2 ? i : -i))
    peaks.fill(0, tile.subarray(0, 402))
    peaks.fill(201, tile.subarray(402))
    for (const level of peaks.levels)
      expect(extremes(level.minMax, 0, level.minMax.length / 2)).toEqual({ min: -1198, max: 1199 })
    expect(peaks.filledMs).toBe(6000)
  })

  test('what lies past the end is left out', () => {
    const peaks = new Peaks(100)
    peaks.fill(5, new Int16Array(200).fill(7))
    expect(peaks.filledMs).toBe(110)
  })

  test('drawing takes the coarsest level that has a bucket for each pixel', () => {
    const peaks = new Peaks(1000)
    expect(peaks.levelFor(1).perSecond).toBe(100)
    expect(peaks.levelFor(0.05).perSecond).toBe(100)
    expect(peaks.levelFor(0.0125).perSecond).toBe(12.5)
    expect(peaks.levelFor(0.0001).perSecond).toBe(100 / 512)
  })

  test('sound is reduced the same in pieces of any size, also cut inside a sample', () => {
    const samples = Int16Array.from({ length: 4410 }, (_, i) => Math.round(20_000 * Math.sin(i / 7)))
    const bytes = new Uint8Array(samples.buffer)
    const reduce = (size: number): number[] => {
      const found: number[] = []
      const device = new PeaksDevice(22_050, (buffer) => found.push(...new Int16Array(buffer)))
      for (let at = 0; at < bytes.length; at += size) device.write(bytes.subarray(at, at + size))
      device.end()
      return found
    }
    expect(reduce(1)).toEqual(reduce(4096))
    expect(reduce(777)).toEqual(reduce(4096))
    expect(reduce(4096)).toHaveLength(2 * 20)
  })
})

test('a stream of pictures is cut into single ones', () => {
  const found: number[] = []
  const device = new FramesDevice(4, (buffer) => found.push(new Uint8Array(buffer)[0]!))
  device.write(Uint8Array.from([1, 0, 0, 0, 2, 0]))
  device.write(Uint8Array.from([0, 0, 3]))
  expect(found).toEqual([1, 2])
})

test('thumbnails are spread over the film', () => {
  expect(thumbnailTimes(10_000, 4)).toEqual([1250, 3750, 6250, 8750])
  expect([thumbnailCount(500, 50), thumbnailCount(40_000, 50), thumbnailCount(3_600_000, 50)]).toEqual([1, 20, 50])
})

describe('what ffmpeg prints of an input', () => {
  const banner = (video: string, extra = '') =>
    `Input #0, mov, from 'x':\n  Duration: 01:02:03.45, start: 0.000000, bitrate: 1 kb/s\n  Stream #0:0(und): Video: ${video}\n${extra}  Stream #0:1(eng): Audio: aac (LC), 44100 Hz, stereo, fltp\n`
  test('facts', () => {
    expect(readBanner(banner('h264 (High), yuv420p, 1280x720 [SAR 1:1 DAR 16:9], 25 fps, 25 tbr'))).toEqual({
      durationMs: 3_723_450,
      audioRate: 44_100,
      size: { width: 1280, height: 720 },
      frameRate: 25,
    })
  })
  test('pixel aspect and rotation', () => {
    expect(readBanner(banner('h264, yuv420p, 720x576 [SAR 16:15 DAR 4:3], 25 fps'))?.size).toEqual({
      width: 768,
      height: 576,
    })
    expect(
      readBanner(banner('h264, yuv420p, 1920x1080, 24 fps', '      displaymatrix: rotation of -90.00 degrees\n'))?.size,
    ).toEqual({ width: 1080, height: 1920 })
  })
  test('an input that is none', () => {
    expect(readBanner('x: Invalid data found when processing input')).toBeUndefined()
  })
})

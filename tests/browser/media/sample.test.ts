import { expect, test } from 'vitest'
import { videoOf } from '#core/media/facts.ts'
import { speechIntervals } from '#core/media/speech.ts'
import { loudness, open, readPeaks } from '#tests/support/videos.ts'
import sampleUrl from '../../../assets/sample/harbour.mp4?url'

test('the sample has its facts, is loud where somebody speaks and silent elsewhere', async () => {
  const media = await open({ url: sampleUrl })
  expect(videoOf(media.facts)).toMatchObject({ width: 640, height: 360, rate: [25, 1] })
  expect(media.facts.durationMs).toBeGreaterThan(39_900)
  const peaks = await readPeaks(media)
  expect(loudness(peaks, 1000, 3000).max).toBeGreaterThan(3000)
  expect(loudness(peaks, 38_500, 39_900).max).toBeLessThan(300)
  const speech = speechIntervals(peaks)
  expect(speech.length).toBeGreaterThan(5)
  expect(speech.some(({ start, end }) => start <= 2000 && end >= 2000)).toBe(true)
  expect(speech.every(({ end }) => end < 38_500)).toBe(true)
})

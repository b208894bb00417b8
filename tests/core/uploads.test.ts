import fc from 'fast-check'
import { expect, test } from 'vitest'
import { pairByName } from '#core/domain/file-pairs.ts'
import { transferRate, type TransferSample, withSample } from '#core/domain/transfer-rate.ts'

test.each([
  ['a.mp4', 'a.srt', 'a.mp4'],
  ['a.mp4', 'A.en.srt', 'a.mp4'],
  ['a.mp4', 'a (zh).ass', 'a.mp4'],
  ['a.mp4', 'ab.srt', ''],
  ['a.mp4 a.b.mp4', 'a.b.en.srt', 'a.b.mp4'],
  ['a.mp4 b.mp4', 'c.srt', ''],
  ['.mp4', 'x.srt', ''],
])('of %s, %s belongs to %s', (videos, file, owner) => {
  const names = videos.split(' ')
  const [at] = pairByName(names, [file])
  expect(at === undefined ? '' : names[at]).toBe(owner)
})

test('a file with the name of a video belongs to one of that name, whatever others are there', () => {
  const name = fc.stringMatching(/^[a-z]{1,6}$/)
  fc.assert(
    fc.property(fc.array(name), name, (others, own) => {
      const videos = [...others, own].map((stem) => `${stem}.mp4`)
      const [at] = pairByName(videos, [`${own}.srt`])
      expect(videos[at!]).toBe(`${own}.mp4`)
    }),
  )
})

test('a steady transfer has its own rate; nothing sent has none', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1e6 }), fc.integer({ min: 3, max: 60 }), (perSecond, seconds) => {
      let samples: TransferSample[] = []
      for (let second = 0; second <= seconds; second++)
        samples = withSample(samples, { at: second * 1000, sent: second * perSecond })
      expect(transferRate(samples)).toBeCloseTo(perSecond, 5)
    }),
  )
  expect(transferRate([])).toBe(0)
  expect(transferRate([{ at: 0, sent: 5 }])).toBe(0)
})

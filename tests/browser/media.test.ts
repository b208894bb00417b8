import { describe, expect, test } from 'vitest'
import { Peaks } from '#core/media/peaks.ts'
import { thumbnailTimes } from '#core/media/thumbnails.ts'
import { openMedia } from '#src/media/media.ts'
import sampleUrl from '../../assets/sample/harbour.mp4?url'

const open = (source: Parameters<typeof openMedia>[0]) => openMedia(source, new AbortController().signal)

async function sampleFile(): Promise<Blob> {
  return (await fetch(sampleUrl)).blob()
}

async function readPeaks(source: Parameters<typeof openMedia>[0]): Promise<Peaks> {
  const media = await open(source)
  const peaks = new Peaks(media.facts.durationMs)
  await media.peaks((from, minMax) => peaks.fill(from, minMax))
  media.close()
  return peaks
}

function loudest(peaks: Peaks, fromMs: number, toMs: number): number {
  const { minMax } = peaks.levels[0]!
  return Math.max(...minMax.subarray((fromMs / 10) * 2, (toMs / 10) * 2))
}

describe('a film in the media worker', () => {
  test('tells its facts', async () => {
    const media = await open({ file: await sampleFile() })
    expect(media.facts.size).toEqual({ width: 640, height: 360 })
    expect(media.facts.durationMs).toBeGreaterThan(39_900)
    expect(media.facts.frameRate).toBe(25)
    media.close()
  })

  test('has a waveform that is loud where somebody speaks and still where nobody does', async () => {
    const peaks = await readPeaks({ file: await sampleFile() })
    expect(peaks.filledMs).toBeGreaterThan(39_900)
    expect(loudest(peaks, 1000, 3000)).toBeGreaterThan(3000)
    expect(loudest(peaks, 38_500, 39_900)).toBeLessThan(300)
  })

  test('gives the same waveform by address as from a file', async () => {
    const [remote, local] = [await readPeaks({ url: sampleUrl }), await readPeaks({ file: await sampleFile() })]
    expect(remote.levels[0]!.minMax).toEqual(local.levels[0]!.minMax)
  })

  test('gives a picture for each wanted time, in order and of the right shape', async () => {
    const media = await open({ file: await sampleFile() })
    const found: number[] = []
    const count = await media.thumbnails(thumbnailTimes(40_000, 20), 70, ({ index, image }) => {
      found.push(index)
      expect([image.width, image.height]).toEqual([124, 70])
    })
    expect(count).toBe(20)
    expect(found).toEqual([...found].sort((a, b) => a - b))
    media.close()
  })

  test('survives more commands than the core does by itself', async () => {
    const media = await open({ file: await sampleFile() })
    for (let i = 0; i < 150; i++) {
      expect(await media.thumbnails([1000 * (i % 30)], 36, ({ image }) => image.close())).toBe(1)
    }
    media.close()
  })

  test('refuses what is no film', async () => {
    await expect(open({ file: new Blob(['no film at all'.repeat(1000)]) })).rejects.toThrow('unreadable')
  })
})

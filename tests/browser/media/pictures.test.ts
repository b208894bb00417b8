import { describe, expect, onTestFinished, test } from 'vitest'
import { videoOf } from '#core/media/facts.ts'
import { MediaFailed } from '#core/media/fault.ts'
import { type ShotCandidate, pickShotChanges } from '#core/media/shot-changes.ts'
import { thumbnailTimes, thumbnailWidth } from '#core/media/thumbnails.ts'
import type { PicturePath } from '#workers/media/pictures.ts'
import type { ShotChangePath } from '#workers/media/shot-changes.ts'
import { type Media, mountMedia } from '#src/media/media.ts'
import { difference, faultOf, fixtures, local, never, open, pixels, remote } from '#tests/support/videos.ts'

async function thumbnails(
  media: Media,
  times: readonly number[],
  path?: PicturePath,
): Promise<{ images: ImageBitmap[]; order: number[]; path: PicturePath }> {
  const images: ImageBitmap[] = []
  const order: number[] = []
  const done = await media.thumbnails({ times, height: 70, level: 'video', path }, never, ({ index, image }) => {
    images[index] = image
    order.push(index)
  })
  expect(done.count).toBe(order.length)
  return { images, order, path: done.path }
}

async function candidates(media: Media, path?: ShotChangePath, playheadMs = 0): Promise<ShotCandidate[]> {
  const all: ShotCandidate[] = []
  await media.shots({ playheadMs, path }, never, (found) => all.push(...found))
  return all.sort((a, b) => a.ms - b.ms)
}

const shots = async (...args: Parameters<typeof candidates>): Promise<number[]> =>
  pickShotChanges(await candidates(...args))

describe('thumbnails', () => {
  test('each once, right shape, spread over the video first, and different where the video is', async () => {
    const { images, order } = await thumbnails(await open(await local('cuts.mp4')), thumbnailTimes(12_000, 24))
    expect(order.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 24 }, (_, at) => at))
    expect(order.slice(0, 8)).toEqual([1, 4, 7, 10, 13, 16, 19, 22])
    for (const image of images) expect([image.width, image.height]).toEqual([124, 70])
    expect(difference(images[1]!, images[6]!)).toBeGreaterThan(20)
  })

  test('turned as a player turns them, and as wide as it shows them', async () => {
    const upright = (await thumbnails(await open(remote('cuts.mp4')), [9000])).images[0]!
    for (const path of ['packets', 'concat', 'webcodecs'] as const) {
      const turned = (await thumbnails(await open(remote('turned.mp4')), [9000], path)).images[0]!
      expect([turned.width, turned.height], path).toEqual([39, 70])
      // The left edge of the stored picture is the bottom of the shown one.
      const [stored, shown] = [pixels(upright), pixels(turned)]
      const mean = (data: Uint8ClampedArray, width: number, from: [number, number], to: [number, number]): number[] => {
        const sums = [0, 0, 0]
        for (let y = from[1]; y < to[1]; y++)
          for (let x = from[0]; x < to[0]; x++) for (const c of [0, 1, 2]) sums[c]! += data[(y * width + x) * 4 + c]!
        return sums.map((sum) => sum / ((to[0] - from[0]) * (to[1] - from[1])))
      }
      const [left, bottom] = [mean(stored, 124, [0, 0], [20, 70]), mean(shown, 39, [0, 59], [39, 70])]
      for (const c of [0, 1, 2]) expect(Math.abs(left[c]! - bottom[c]!), path).toBeLessThan(25)
    }
    const wide = (await thumbnails(await open(remote('wide.mp4')), [1000])).images[0]!
    expect([wide.width, wide.height]).toEqual([124, 70])
  })

  test.each([
    ['cuts.mp4', ['packets', 'concat', 'webcodecs']],
    ['cuts.webm', ['packets', 'concat', 'webcodecs']],
    ['cuts.mkv', ['packets', 'concat', 'webcodecs']],
    ['late.mp4', ['packets', 'concat', 'webcodecs']],
  ] as const)('of %s are alike whichever way they come', async (name, paths) => {
    const media = await open(remote(name))
    // In the middle of shots, shortly after key frames.
    const times = [500, 3300, 6100, 8300, 11_300].map((ms) => ms + (name === 'late.mp4' ? 500 : 0))
    const ways = []
    for (const path of paths) ways.push((await thumbnails(media, times, path)).images)
    for (const other of ways.slice(1)) {
      // Decoders differ most on the strong colours of test pictures.
      for (const at of times.keys())
        expect(difference(ways[0]![at]!, other[at]!), `${paths.join()} ${at}`).toBeLessThan(8)
    }
  })

  test.each([
    ['cuts.avi', 'concat'],
    ['cuts.ts', 'webcodecs'],
    ['cuts.flv', 'concat'],
    ['hevc.mp4', 'packets'],
    ['av1.mp4', 'webcodecs'],
  ])('of %s come by %s', async (name, wanted) => {
    const { path, images } = await thumbnails(await open(remote(name)), [500, 2500])
    expect(path).toBe(wanted)
    expect(images).toHaveLength(2)
  })

  test('of a video that breaks off are given as far as it goes', async () => {
    const media = await open(await local('truncated.mp4'))
    const found: number[] = []
    const { fault } = await faultOf(
      media.thumbnails({ times: thumbnailTimes(12_000, 12), height: 36, level: 'video' }, never, ({ index, image }) => {
        found.push(index)
        image.close()
      }),
    )
    expect(fault).toBe('truncated')
    expect(found).toContain(0)
    expect(found).not.toContain(11)
  })

  test('of sound alone are refused', async () => {
    expect((await faultOf(thumbnails(await open(remote('sound.mp3')), [0]))).fault).toBe('no_video')
  })
})

describe('frames', () => {
  /** Number of a frame of `numbered.*`, read from its bars. */
  const numberOf = (image: ImageBitmap): number => {
    const data = pixels(image)
    const row = Math.floor(image.height / 2) * image.width
    const isLight = (bit: number): boolean => data[(row + Math.floor(((bit + 0.5) * image.width) / 10)) * 4]! > 128
    return Array.from({ length: 10 }, (_, bit) => (isLight(bit) ? 2 ** bit : 0)).reduce((sum, value) => sum + value)
  }
  const times = [0, 20, 39, 40, 41, 999, 1000, 2520, 7333, 11_999]
  const numbers = times.map((ms) => Math.floor(ms / 40))

  test.each([
    ['numbered.mp4', 'webcodecs'],
    ['numbered.mp4', 'ffmpeg'],
    ['numbered.avi', undefined],
  ] as const)('of %s by %s are those on screen at the times, however far from a key frame', async (name, path) => {
    const mounted = mountMedia(remote(name), never)
    onTestFinished(() => mounted.close())
    const found: number[] = []
    const count = await mounted.frames({ times, height: 70, mayLoad: true, path }, never, ({ index, image }) => {
      expect(image.height).toBe(70)
      found[index] = numberOf(image)
      image.close()
    })
    expect(count).toBe(times.length)
    expect(found).toEqual(numbers)
  })

  test('stop when nobody wants them any more', async () => {
    const mounted = mountMedia(remote('numbered.mp4'), never)
    onTestFinished(() => mounted.close())
    const control = new AbortController()
    const wanted = Array.from({ length: 100 }, (_, at) => at * 100)
    const running = mounted.frames({ times: wanted, height: 70, mayLoad: true }, control.signal, ({ image }) => {
      image.close()
      control.abort()
    })
    expect((await faultOf(running)).fault).toBe('cancelled')
  })
})

describe('shot changes', () => {
  test.each(['webcodecs', 'ffmpeg'] as const)('are found to the frame by %s', async (path) => {
    expect(await shots(await open(remote('cuts.mp4')), path)).toEqual(fixtures.cutTimes)
  })

  test('are the server’s: the same arguments score the same pictures alike', async () => {
    const [here, there] = [await candidates(await open(remote('cuts.mp4')), 'ffmpeg'), fixtures.serverShots]
    expect(here.map(({ ms }) => ms)).toEqual(there.map(({ ms }) => ms))
    // The processor's vector code rounds differently, by about a tenth of a hundred.
    for (const [at, { score }] of here.entries()) expect(score).toBeCloseTo(there[at]!.score, 0)
    expect(pickShotChanges(there)).toEqual(fixtures.cutTimes)
  })

  test('are the same from wherever the playhead is, in other containers, and later in a video that begins late', async () => {
    const { cutTimes } = fixtures
    expect(await shots(await open(remote('cuts.mp4')), undefined, 9000)).toEqual(cutTimes)
    expect(await shots(await open(remote('cuts.mkv')))).toEqual(cutTimes)
    // AVI can't store sound before the start, so all pictures are one frame later.
    expect(await shots(await open(remote('cuts.avi')))).toEqual(cutTimes.map((ms) => ms + 40))
    expect(await shots(await open(remote('late.mp4')))).toEqual(cutTimes.map((ms) => ms + 500))
    expect(await shots(await open(remote('late.mp4')), 'ffmpeg')).toEqual(cutTimes.map((ms) => ms + 500))
  })

  test('of a codec that the core has no decoder for come from the browser, and of one the browser has none for from the core', async () => {
    const av1 = await open(remote('av1.mp4'))
    expect(await av1.shots({ playheadMs: 0 }, never, () => undefined)).toBe('webcodecs')
    const hevc = await open(remote('hevc.mp4'))
    expect(await hevc.shots({ playheadMs: 0 }, never, () => undefined)).toBe('ffmpeg')
    expect((await faultOf(hevc.shots({ playheadMs: 0, path: 'webcodecs' }, never, () => undefined))).fault).toBe(
      'unsupported',
    )
  })
})

describe.skipIf(fixtures.real.length === 0)('real files (CUELANE_TEST_DATA)', () => {
  const videos = fixtures.real.filter(
    ({ name, facts }) =>
      facts.streams.some(({ type }) => type === 'video') &&
      !/_pipe/.test(facts.container) &&
      !/smallest|broken|truncated/.test(name),
  )
  test.each(videos)('$name', async ({ name }) => {
    const media = await open(remote(name))
    const video = videoOf(media.facts)!
    const times = [0, media.facts.durationMs * 0.4, media.facts.durationMs * 0.9]
    const usual = await thumbnails(media, times)
    const width = thumbnailWidth(video, 70)
    for (const image of usual.images) expect([image.width, image.height]).toEqual([width, 70])
    // Compares all ways of reading that this video allows.
    for (const path of ['packets', 'concat', 'webcodecs'] as const) {
      if (path === usual.path) continue
      const other = await thumbnails(media, times, path).catch(() => undefined)
      if (other?.images.length === times.length)
        expect(difference(usual.images[0]!, other.images[0]!), path).toBeLessThan(12)
    }
  })

  const broken = fixtures.real.filter(
    ({ name, facts }) => name.startsWith('video-broken/') && facts.streams.length > 0 && !/_pipe/.test(facts.container),
  )
  test.each(broken)('$name gives pictures and shots, or a reason', async ({ name }) => {
    const media = await open(remote(name))
    for (const work of [thumbnails(media, [0, 500]), shots(media)]) {
      const failure = await work.then(
        () => undefined,
        (error: unknown) => error,
      )
      if (failure !== undefined) expect(failure).toBeInstanceOf(MediaFailed)
    }
  })
})

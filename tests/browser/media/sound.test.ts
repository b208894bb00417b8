import { describe, expect, onTestFinished, test } from 'vitest'
import { BUCKET_VALUES } from '#core/media/buckets.ts'
import { audioOf, videoOf } from '#core/media/facts.ts'
import { DETAIL_PER_SECOND, Peaks, PEAKS_PER_SECOND } from '#core/media/peaks.ts'
import { speechIntervals } from '#core/media/speech.ts'
import { MediaFailed } from '#core/media/fault.ts'
import { GRAIN_PIECE_MS, type SoundPiece } from '#core/media/grains.ts'
import { type MediaSource, mountMedia } from '#src/media/media.ts'
import { address, faultOf, fixtures, local, loudFrom, never, open, readPeaks, remote } from '#tests/support/videos.ts'

const { toneTimes } = fixtures
/** Sound codecs add a little at both ends. */
const near = (found: readonly number[], wanted: readonly number[], within = 16): void => {
  expect(found).toHaveLength(wanted.length)
  for (const [at, ms] of found.entries()) expect(Math.abs(ms - wanted[at]!)).toBeLessThanOrEqual(within)
}

describe('a waveform', () => {
  test.each(['cuts.mp4', 'cuts.mkv', 'cuts.webm', 'cuts.flv', 'sound.m4a', 'sound.flac', 'turned.mp4'])(
    'of %s has its tones at their time',
    async (name) => near(loudFrom(await readPeaks(await open(remote(name)))), toneTimes),
  )
  // These formats delay their sound by about a frame, and players play it so.
  test.each(['sound.mp3', 'cuts.avi', 'cuts.ts'])('of %s has its tones nearly at their time', async (name) =>
    near(loudFrom(await readPeaks(await open(remote(name)))), toneTimes, 60),
  )

  test('of a video that begins late begins late', async () => {
    near(
      loudFrom(await readPeaks(await open(remote('late.mp4')))),
      toneTimes.map((ms) => ms + 500),
    )
  })

  test('is the same from a file and by address, and from wherever the playhead is', async () => {
    const [file, url] = [await open(await local('cuts.mp4')), await open(remote('cuts.mp4'))]
    const whole = (await readPeaks(file)).levels[0]!.buckets
    expect((await readPeaks(url)).levels[0]!.buckets).toEqual(whole)
    expect((await readPeaks(url, 7000)).levels[0]!.buckets).toEqual(whole)
  })

  test('of a long video comes from the playhead outwards, joined without a seam', async () => {
    const media = await open(remote('long.mp4'))
    const firsts: number[] = []
    const [all, middle] = [await readPeaks(media), new Peaks(media.facts.durationMs)]
    await media.peaks(60_000, never, (from, buckets) => {
      firsts.push((from / PEAKS_PER_SECOND) * 1000)
      middle.fill(from, buckets)
    })
    expect(firsts[0]).toBe(60_000)
    expect(Math.min(...firsts)).toBe(0)
    const [a, b] = [all.levels[0]!.buckets, middle.levels[0]!.buckets]
    let worst = 0
    for (let i = 0; i < a.length; i++) worst = Math.max(worst, Math.abs(a[i]! - b[i]!))
    expect(worst).toBeLessThan(300)
  })

  test('close by has a bucket for each millisecond that fits the coarse one', async () => {
    const media = await open(remote('cuts.mp4'))
    const [peaks, detail] = [await readPeaks(media), await media.detail(0, never)]
    expect(detail).toHaveLength(8 * DETAIL_PER_SECOND * BUCKET_VALUES)
    const starts = [999, 1005].map((ms) => detail[ms * BUCKET_VALUES + 1]!)
    expect(starts[0]).toBeLessThan(3000)
    expect(Math.max(...detail.subarray(1000 * 3, 1008 * 3))).toBe(peaks.levels[0]!.buckets[125 * 3 + 1])
    peaks.fillDetail(0, detail)
    expect(peaks.missingDetail(0, 8000, 1)).toEqual([1])
  })

  test('shows where somebody speaks', async () => {
    const speech = speechIntervals(await readPeaks(await open(remote('cuts.mp4'))))
    near(
      speech.map(({ start }) => start),
      toneTimes,
      24,
    )
    near(
      speech.map(({ end }) => end),
      toneTimes.map((ms) => ms + 500),
      40,
    )
  })

  test('of a video without sound is refused', async () => {
    expect((await faultOf(readPeaks(await open(remote('mute.mp4'))))).fault).toBe('no_audio')
  })

  test('of a video that breaks off is given as far as it goes, and said to break off', async () => {
    const media = await open(await local('truncated.mp4'))
    const peaks = new Peaks(media.facts.durationMs)
    const { isTruncated, endMs } = await media.peaks(0, never, (from, buckets) => peaks.fill(from, buckets))
    expect(isTruncated).toBe(true)
    expect(endMs).toBeGreaterThan(2000)
    expect(endMs).toBeLessThan(10_000)
    expect(loudFrom(peaks)[0]).toBeGreaterThanOrEqual(984)
  })
})

describe('a spectrogram', () => {
  test('is bright at the height of a tone and dark where none is', async () => {
    const media = await open(remote('cuts.mp4'))
    const [width, height] = [120, 64]
    const grey = await media.spectrogram({ start: 0, end: 12_000, width, height }, never)
    const row = Math.round(height * (1 - 440 / 8000)) - 1
    const rowMean = (at: number, from: number, to: number): number => {
      let sum = 0
      for (let x = from; x < to; x++) sum += grey[at * width + x]!
      return sum / (to - from)
    }
    expect(rowMean(row, 10, 14)).toBeGreaterThan(rowMean(10, 10, 14) + 40)
    expect(rowMean(row, 10, 14)).toBeGreaterThan(rowMean(row, 25, 35) + 40)
  })
})

describe('many pieces of work', () => {
  test('three hundred commands in one core do not end it', async () => {
    const media = await open(remote('cuts.mp4'))
    for (let i = 0; i < 300; i++) {
      const { count } = await media.thumbnails(
        { times: [(i % 12) * 1000], height: 18, level: 'visible' },
        never,
        ({ image }) => image.close(),
      )
      expect(count).toBe(1)
    }
    expect((await media.stats()).restarts).toBe(0)
  })

  test('one is ended by itself; what waits goes on', async () => {
    const media = await open(remote('long.mp4'))
    const control = new AbortController()
    const peaks = faultOf(media.peaks(0, control.signal, () => control.abort()))
    const [enough, found] = [new AbortController(), Promise.withResolvers<void>()]
    const shots = faultOf(media.shots({ playheadMs: 0, path: 'ffmpeg' }, enough.signal, () => found.resolve()))
    const detail = media.detail(1, never)
    expect((await peaks).fault).toBe('cancelled')
    expect((await detail).some((value) => value > 3000)).toBe(true)
    await found.promise
    enough.abort()
    expect((await shots).fault).toBe('cancelled')
  })

  test('one that was ended before it began never begins', async () => {
    const media = await open(remote('cuts.mp4'))
    expect((await faultOf(media.detail(0, AbortSignal.abort()))).fault).toBe('cancelled')
  })

  test('what is looked at comes before what is not', async () => {
    const media = await open(remote('long.mp4'))
    const done: string[] = []
    const whole = media.peaks(0, never, () => undefined).then(() => done.push('whole'))
    const seen = media.detail(3, never).then(() => done.push('seen'))
    await Promise.all([whole, seen])
    expect(done).toEqual(['seen', 'whole'])
  })
})

describe('a source that fails', () => {
  test('a server without ranges is reported, not downloaded', async () => {
    const { fault, message } = await faultOf(open(remote('cuts.mp4', '?whole')))
    expect(fault).toBe('source_lost')
    expect(message).toContain('200')
  })

  test('connections that break are tried again', async () => {
    const media = await open(remote('cuts.mp4', '?break=3'))
    near(loudFrom(await readPeaks(media)), toneTimes)
  })

  test('a source that is gone in the middle is reported, with what was read', async () => {
    const media = await open(remote('long.mp4', '?gone=12'))
    const peaks = new Peaks(media.facts.durationMs)
    const { fault } = await faultOf(media.peaks(0, never, (from, buckets) => peaks.fill(from, buckets)))
    expect(fault).toBe('source_lost')
  })

  test('a video of ten gigabytes is opened and read without being copied', async () => {
    const media = await open(remote('huge.mp4'))
    expect(videoOf(media.facts)?.width).toBe(640)
    near(loudFrom(await readPeaks(media)), toneTimes)
    const found: number[] = []
    await media.thumbnails({ times: [500, 5000, 11_000], height: 36, level: 'video' }, never, ({ index, image }) => {
      found.push(index)
      image.close()
    })
    expect(found.toSorted()).toEqual([0, 1, 2])
    expect((await media.stats()).bytes).toBeLessThan(60 * 1024 ** 2)
  })
})

/** Times at which the sound rises above a tenth of full scale, in milliseconds from the first piece. */
function loudInPieces(pieces: readonly SoundPiece[]): number[] {
  const starts: number[] = []
  let lastLoud = -Infinity
  for (const [number, { rate, samples }] of pieces.entries()) {
    for (const [at, value] of samples.entries()) {
      if (Math.abs(value) < 0.1) continue
      const ms = number * GRAIN_PIECE_MS + (at * 1000) / rate
      if (ms - lastLoud > 160) starts.push(ms)
      lastLoud = ms
    }
  }
  return starts
}

describe('pieces of sound', () => {
  const read = async (source: MediaSource, path: 'webcodecs' | 'ffmpeg' | undefined): Promise<SoundPiece[]> => {
    const media = mountMedia(source, never)
    onTestFinished(() => media.close())
    const count = Math.ceil((toneTimes.at(-1)! + 500) / GRAIN_PIECE_MS)
    const pieces: SoundPiece[] = []
    for (let number = 0; number < count; number++) {
      const start = number * GRAIN_PIECE_MS
      pieces.push(await media.sound({ start, end: start + GRAIN_PIECE_MS, path }, never))
    }
    return pieces
  }

  test.each(['cuts.mp4', 'cuts.mkv', 'cuts.webm', 'sound.m4a', 'sound.flac'])(
    'of %s have its tones at their time, by the browser’s decoder and by ffmpeg',
    async (name) => {
      near(loudInPieces(await read(remote(name), 'webcodecs')), toneTimes)
      near(loudInPieces(await read(await local(name), 'ffmpeg')), toneTimes)
    },
  )

  test('of a video that begins late begin late, in both ways', async () => {
    const late = toneTimes.map((ms) => ms + 500)
    near(loudInPieces(await read(remote('late.mp4'), 'webcodecs')), late)
    near(loudInPieces(await read(remote('late.mp4'), 'ffmpeg')), late)
  })

  test('come from ffmpeg where the browser can’t read the file, and past the end are silent', async () => {
    near(loudInPieces(await read(remote('cuts.flv'), undefined)), toneTimes, 60)
    const media = mountMedia(remote('cuts.mp4'), never)
    onTestFinished(() => media.close())
    const { samples } = await media.sound({ start: 600_000, end: 601_000 }, never)
    expect(samples.every((value) => value === 0)).toBe(true)
  })
})

describe.skipIf(fixtures.real.length === 0)('real files (CUELANE_TEST_DATA)', () => {
  const audible = fixtures.real.filter(({ facts }) => facts.streams.some(({ type }) => type === 'audio'))
  test.each(audible)('$name', async ({ name, facts }) => {
    const media = await open(remote(name))
    const peaks = new Peaks(Math.max(1000, media.facts.durationMs))
    const result = await media
      .peaks(0, never, (from, buckets) => peaks.fill(from, buckets))
      .catch((error: unknown) => error)
    if (name.includes('truncated')) return expect(result).toMatchObject({ isTruncated: true })
    if (result instanceof MediaFailed) throw result
    const declared = audioOf(media.facts)!.durationMs || facts.duration_s * 1000
    expect(Math.abs(peaks.knownMs - declared)).toBeLessThan(400)
  })

  test('speech begins where the words of a reading begin', async () => {
    const { w: words } = (await (await fetch(address('audio/austen-7s.json'))).json()) as {
      w: { b: number; t: string }[]
    }
    const first = words.find(({ t }) => t !== '<sil>')!.b * 1000
    const speech = speechIntervals(await readPeaks(await open(remote('audio/austen-7s.wav'))))
    expect(Math.abs(speech[0]!.start - first)).toBeLessThan(150)
  })
})

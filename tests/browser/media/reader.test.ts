import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import type { DerivedKind } from '#core/domain/media.ts'
import type { Peaks } from '#core/media/peaks.ts'
import { derivedCache } from '#src/media/derived-cache.ts'
import { MediaReader, type ReaderOptions, type ReadingState } from '#src/media/reader.ts'
import { address, fixtures, local, loudFrom, open, readPeaks, remote } from '#tests/support/videos.ts'

interface Seen {
  peaks?: Peaks
  cuts: readonly number[]
  speech: number
  pictures: number
  fine: number[]
  states: ReadingState[]
}

/** Opens a video as the editor does, and records what the reader reports. */
async function watch(options: Partial<ReaderOptions> & { url: string }): Promise<{ reader: MediaReader; seen: Seen }> {
  const seen: Seen = { cuts: [], speech: 0, pictures: 0, fine: [], states: [] }
  const reader = new MediaReader(
    { source: { url: options.url }, durationMs: 12_000, ...options },
    {
      onPeaks: (peaks) => void (seen.peaks = peaks),
      onSound: () => undefined,
      onStrip: () => undefined,
      onPicture: (_, image) => {
        seen.pictures++
        image.close()
      },
      onFinePicture: (ms, image) => {
        seen.fine.push(ms)
        image.close()
      },
      onSpectrum: () => undefined,
      onShotChanges: (cuts) => void (seen.cuts = cuts),
      onSpeech: (speech) => void (seen.speech = speech.length),
      onState: (state) => void seen.states.push(state),
    },
  )
  onTestFinished(() => reader.close())
  await reader.read(() => 0)
  return { reader, seen }
}

afterEach(() => void vi.restoreAllMocks())

const hashOf = (name: string): string => name.padEnd(64, '0')

function expectWhole(seen: Seen): void {
  expect(seen.cuts).toEqual(fixtures.cutTimes)
  expect(loudFrom(seen.peaks!)).toHaveLength(3)
  expect([seen.speech, seen.pictures]).toEqual([3, 6])
  expect(seen.states.at(-1)).toEqual({ faults: {}, isDone: true, working: undefined })
}

test('is computed once, given to others, and found again in this browser without a decoder', async () => {
  const contentHash = hashOf('abc1')
  const shared: DerivedKind[] = []
  const share = async (kind: DerivedKind): Promise<void> => void shared.push(kind)
  expectWhole((await watch({ url: address('cuts.mp4'), contentHash, share })).seen)
  expect(shared).toEqual(['strip', 'peaks', 'shot_changes'])
  // Without the video, only kept results can answer.
  expectWhole((await watch({ url: address('nowhere.mp4'), contentHash })).seen)
})

test('is taken from where others left it', async () => {
  const stored: Partial<Record<DerivedKind, string>> = {}
  const share = async (kind: DerivedKind, content: Blob): Promise<void> =>
    void (stored[kind] = URL.createObjectURL(content))
  await watch({ url: address('cuts.mp4'), share })
  expectWhole((await watch({ url: address('nowhere.mp4'), stored })).seen)
})

test('damaged leavings are computed anew', async () => {
  const contentHash = hashOf('abc2')
  const junk = new Blob(['junk'])
  for (const kind of ['peaks', 'strip', 'shot_changes'] as const) await derivedCache.write(contentHash, kind, junk)
  const junkUrl = URL.createObjectURL(junk)
  const stored = { peaks: junkUrl, strip: junkUrl, shot_changes: junkUrl }
  expectWhole((await watch({ url: address('cuts.mp4'), contentHash, stored })).seen)
})

test('works without storage', async () => {
  vi.spyOn(StorageManager.prototype, 'getDirectory').mockRejectedValue(new DOMException('no storage', 'SecurityError'))
  expectWhole((await watch({ url: address('cuts.mp4'), contentHash: hashOf('abc3') })).seen)
  expect(await derivedCache.write(hashOf('abc3'), 'peaks', new Blob(['x']))).toBe(false)
})

test('works with full storage', async () => {
  vi.spyOn(FileSystemFileHandle.prototype, 'createWritable').mockRejectedValue(
    new DOMException('full', 'QuotaExceededError'),
  )
  expectWhole((await watch({ url: address('cuts.mp4'), contentHash: hashOf('abc4') })).seen)
  expect(await derivedCache.read(hashOf('abc4'), 'peaks')).toBeUndefined()
})

test('what is missing is reported with its reason, and the rest is shown', async () => {
  const { seen } = await watch({ url: address('mute.mp4') })
  expect(seen.states.at(-1)?.faults).toEqual({ sound: { fault: 'no_audio', atMs: undefined } })
  expect([seen.pictures, seen.cuts]).toEqual([6, fixtures.cutTimes])
  const broken = await watch({ url: address('truncated.mp4') })
  expect(broken.seen.states.at(-1)?.faults.sound?.fault).toBe('truncated')
  expect(broken.seen.peaks!.knownMs).toBeGreaterThan(2000)
})

test('sound is read from the file of the sound alone, hardly more of it than it has', async () => {
  const { reader, seen } = await watch({ url: address('nowhere.mp4'), soundUrl: address('sound.m4a') })
  expect(loudFrom(seen.peaks!)).toHaveLength(3)
  expect((await reader.sound({ start: 4100, end: 4200 }, new AbortController().signal)).samples.length).toBeGreaterThan(
    0,
  )
  const long = await open(remote('twenty-minutes.m4a'))
  expect((await readPeaks(long)).knownMs).toBeGreaterThan(1_190_000)
  const { size } = (await local('twenty-minutes.m4a')).file
  const { bytes } = await long.stats()
  expect(bytes).toBeLessThan(size * 1.15)
})

test('looked at closely shows more, once', async () => {
  const { reader, seen } = await watch({ url: address('cuts.mp4') })
  reader.look({ fromMs: 2000, toMs: 3000, pxPerMs: 1 }, [2000, 2500, 3000])
  await expect.poll(() => seen.fine.toSorted(), { timeout: 10_000 }).toEqual([2000, 2500, 3000])
  await expect.poll(() => seen.peaks!.missingDetail(2000, 3000, 1), { timeout: 10_000 }).toEqual([])
  reader.look({ fromMs: 2000, toMs: 3000, pxPerMs: 1 }, [2000, 2500, 3000])
  await new Promise((resolve) => setTimeout(resolve, 500))
  expect(seen.fine).toHaveLength(3)
})

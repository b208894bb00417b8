/** The part of `bench/media.ts` in the browser: the media core as used by the editor, and WebCodecs. */
import { ALL_FORMATS, AudioSampleSink, BlobSource, CanvasSink, Input } from 'mediabunny'
import { endMs } from '#core/media/facts.ts'
import { Peaks } from '#core/media/peaks.ts'
import { thumbnailTimes } from '#core/media/thumbnails.ts'
import { type Media, type MediaSource, mountMedia, openMedia } from '#src/media/media.ts'
import type { PicturePath } from '#workers/media/pictures.ts'
import type { ShotChangePath } from '#workers/media/shot-changes.ts'

export interface Measured {
  readonly openMs: number
  /** From the call to the first result. */
  readonly firstMs: number
  readonly totalMs: number
  readonly count: number
  readonly bytes: number
  readonly requests: number
  /** Memory of the decoders and of their cached video, in bytes. */
  readonly held: number
}

const never = new AbortController().signal

function sourceOf(url: string | undefined): MediaSource {
  if (url !== undefined) return { url }
  return { file: document.querySelector<HTMLInputElement>('#file')!.files![0]! }
}

async function measure(
  url: string | undefined,
  work: (media: Media, first: () => void) => Promise<number>,
): Promise<Measured> {
  const begin = performance.now()
  const media = await openMedia(sourceOf(url), never)
  const opened = performance.now()
  const before = await media.stats()
  let firstMs = 0
  const called = performance.now()
  const count = await work(media, () => {
    firstMs ||= performance.now() - called
  })
  const totalMs = performance.now() - called
  const after = await media.stats()
  media.close()
  const reads = { bytes: after.bytes - before.bytes, requests: after.requests - before.requests, held: after.held }
  return { openMs: opened - begin, firstMs, totalMs, count, ...reads }
}

const bench = {
  peaks: (url?: string, playheadMs = 0) =>
    measure(url, async (media, first) => {
      const peaks = new Peaks(endMs(media.facts))
      await media.peaks(playheadMs, never, (from, buckets) => {
        first()
        peaks.fill(from, buckets)
      })
      return peaks.knownMs
    }),

  thumbnails: (path: PicturePath | undefined, url?: string) =>
    measure(url, async (media, first) => {
      const times = thumbnailTimes(endMs(media.facts), 50)
      const { count } = await media.thumbnails({ times, height: 70, level: 'video', path }, never, ({ image }) => {
        first()
        image.close()
      })
      return count
    }),

  /** Exact frames view by view; milliseconds per view. The first loads the decoder. */
  async frames(views: readonly (readonly number[])[], url: string): Promise<number[]> {
    const media = mountMedia(sourceOf(url), never)
    const taken: number[] = []
    for (const times of views) {
      const begin = performance.now()
      let count = 0
      await media.frames({ times, height: 70, mayLoad: true }, never, ({ image }) => {
        count++
        image.close()
      })
      if (count < times.length) throw new Error(`${count} of ${times.length} frames came`)
      taken.push(performance.now() - begin)
    }
    media.close()
    return taken
  },

  /** Shot candidates for a while; `count` is the searched milliseconds of video. */
  shots: (path: ShotChangePath, forMs: number, url?: string) =>
    measure(url, async (media, first) => {
      const control = new AbortController()
      setTimeout(() => control.abort(), forMs)
      let covered = 0
      await media
        .shots({ playheadMs: 0, path }, control.signal, (_, { start: fromMs, end: toMs }) => {
          first()
          covered += toMs - fromMs
        })
        .catch(() => undefined)
      return covered
    }),

  /** Time from a cancel during the waveform to the next result, cold core included. */
  cancel: (url?: string) =>
    measure(url, async (media, first) => {
      const control = new AbortController()
      let cancelled = 0
      await media
        .peaks(0, control.signal, () => {
          if (control.signal.aborted) return
          cancelled = performance.now()
          control.abort()
        })
        .catch(() => undefined)
      first()
      await media.detail(0, never)
      return performance.now() - cancelled
    }),

  /** The browser's own decoders over the whole sound, without a waveform made of it. */
  async webcodecsSound(): Promise<number> {
    const begin = performance.now()
    const input = new Input({
      source: new BlobSource((sourceOf(undefined) as { file: Blob }).file),
      formats: ALL_FORMATS,
    })
    for await (const sample of new AudioSampleSink((await input.getPrimaryAudioTrack())!).samples()) sample.close()
    return performance.now() - begin
  },

  async webcodecsPictures(): Promise<number> {
    const begin = performance.now()
    const input = new Input({
      source: new BlobSource((sourceOf(undefined) as { file: Blob }).file),
      formats: ALL_FORMATS,
    })
    const track = (await input.getPrimaryVideoTrack())!
    const sink = new CanvasSink(track, { height: 70, poolSize: 2 })
    const times = thumbnailTimes((await track.computeDuration()) * 1000, 50).map((ms) => ms / 1000)
    for await (const picture of sink.canvasesAtTimestamps(times)) void picture?.canvas
    return performance.now() - begin
  },
}

export type Bench = typeof bench

Object.assign(globalThis, { bench })

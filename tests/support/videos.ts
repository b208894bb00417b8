import { inject, onTestFinished } from 'vitest'
import { endMs } from '#core/media/facts.ts'
import { MediaFailed } from '#core/media/fault.ts'
import { type Loudness, Peaks } from '#core/media/peaks.ts'
import { type Media, type MediaSource, openMedia } from '#src/media/media.ts'

export const fixtures = inject('media')
export const never = new AbortController().signal

/** A fixture's address; `query` makes the server behave badly. */
export const address = (name: string, query = ''): string => `${fixtures.url}/${name}${query}`

/** A fixture as a file of this computer. */
export async function local(name: string): Promise<{ file: Blob }> {
  return { file: await (await fetch(address(name))).blob() }
}

export const remote = (name: string, query?: string): MediaSource => ({ url: address(name, query) })

/** Opens a video for the length of a test. */
export async function open(source: MediaSource): Promise<Media> {
  const media = await openMedia(source, never)
  onTestFinished(() => media.close())
  return media
}

export async function readPeaks(media: Media, playheadMs = 0): Promise<Peaks> {
  const peaks = new Peaks(endMs(media.facts))
  await media.peaks(playheadMs, never, (from, buckets) => peaks.fill(from, buckets))
  return peaks
}

export function loudness(peaks: Peaks, fromMs: number, toMs: number): Loudness {
  const found = { min: 0, max: 0, rms: 0 }
  peaks.loudness(fromMs, toMs, 0.1, found)
  return found
}

/** Where sound is louder than a tenth of full scale: the fixtures' tones. */
export function loudFrom(peaks: Peaks): number[] {
  const { buckets } = peaks.levels[0]!
  const starts: number[] = []
  let quiet = 100
  for (let at = 0; at * 3 < buckets.length; at++) {
    const isLoud = buckets[at * 3 + 1]! > 3277
    if (isLoud && quiet > 20) starts.push(at * 8)
    quiet = isLoud ? 0 : quiet + 1
  }
  return starts
}

/** Mean difference of two pictures' bytes, 0 to 255. */
export function difference(a: ImageBitmap, b: ImageBitmap): number {
  const [x, y] = [pixels(a), pixels(b)]
  let sum = 0
  for (let i = 0; i < x.length; i++) sum += Math.abs(x[i]! - y[i]!)
  return sum / x.length
}

export function pixels(image: ImageBitmap): Uint8ClampedArray {
  const context = new OffscreenCanvas(image.width, image.height).getContext('2d')!
  context.drawImage(image, 0, 0)
  return context.getImageData(0, 0, image.width, image.height).data
}

/** The fault that a promise was rejected with; fails where it was not. */
export async function faultOf(promise: Promise<unknown>): Promise<MediaFailed> {
  try {
    await promise
  } catch (error) {
    if (error instanceof MediaFailed) return error
    throw error
  }
  throw new Error('Nothing failed')
}

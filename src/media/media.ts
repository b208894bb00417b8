import * as Comlink from 'comlink'
import type { MediaWorker } from '#workers/media/media.worker.ts'
import type { FilmFacts } from '#workers/media/banner.ts'
import type { Thumbnail } from '#workers/media/session.ts'

export type MediaSource = { file: Blob } | { url: string }

/** A film that is open in the media worker. */
export interface Media {
  readonly facts: FilmFacts
  peaks(onTile: (from: number, minMax: Int16Array) => void): Promise<number>
  thumbnails(times: readonly number[], height: number, onThumbnail: (thumbnail: Thumbnail) => void): Promise<number>
  close(): void
}

/** Opens a film in a worker of its own; rejects where it can't be read. `signal` ends everything at once. */
export async function openMedia(source: MediaSource, signal: AbortSignal): Promise<Media> {
  const thread = new Worker(new URL('../../workers/media/media.worker.ts', import.meta.url), { type: 'module' })
  const worker = Comlink.wrap<MediaWorker>(thread)
  const close = (): void => thread.terminate()
  signal.addEventListener('abort', close, { once: true })
  const mount = 'url' in source ? { url: new URL(source.url, location.href).href } : source
  const facts = await worker.open(mount)
  return {
    facts,
    peaks: (onTile) => worker.peaks(Comlink.proxy(onTile)),
    thumbnails: (times, height, onThumbnail) => worker.thumbnails({ times, height }, Comlink.proxy(onThumbnail)),
    close,
  }
}

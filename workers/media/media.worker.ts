import * as Comlink from 'comlink'
import { MediaSession, type Thumbnail, type ThumbnailRequest } from './session.ts'
import type { FilmFacts } from './banner.ts'
import type { SourceMount } from './protocol.ts'

// A callback of the page is called through a port of its own; the answer waits until the page has taken everything.
let session: MediaSession | undefined

function opened(): MediaSession {
  if (!session) throw new Error('No film is open')
  return session
}

const worker = {
  /** Opens a film, local or by address, in place of the one before. */
  open(source: SourceMount): Promise<FilmFacts> {
    session?.cancel()
    session = new MediaSession(source)
    return session.probe()
  },
  async peaks(onTile: (from: number, minMax: Int16Array) => void): Promise<number> {
    const received: unknown[] = []
    const count = await opened().peaks((from, minMax) =>
      received.push(onTile(from, Comlink.transfer(minMax, [minMax.buffer]))),
    )
    await Promise.all(received)
    return count
  },
  async thumbnails(request: ThumbnailRequest, onThumbnail: (thumbnail: Thumbnail) => void): Promise<number> {
    const received: unknown[] = []
    const count = await opened().thumbnails(request, (thumbnail) =>
      received.push(onThumbnail(Comlink.transfer(thumbnail, [thumbnail.image]))),
    )
    await Promise.all(received)
    return count
  },
  cancel(): void {
    session?.cancel()
  },
}

export type MediaWorker = typeof worker

Comlink.expose(worker)

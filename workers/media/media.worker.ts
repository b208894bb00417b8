import * as Comlink from 'comlink'
import type { MediaFacts } from '#core/media/facts.ts'
import type { Candidate } from '#core/media/shots.ts'
import type { Stretch } from '#core/media/slices.ts'
import { hashFile } from './content-hash.ts'
import { type ExportRequest, type ExportResult, extractSubtitle, makeExport } from './exports.ts'
import { MediaFailed, type Outcome, outcome } from '#core/media/fault.ts'
import { type PicturePath, readThumbnails, type Thumbnail, type ThumbnailRequest } from './pictures.ts'
import type { SourceMount } from './protocol.ts'
import { MediaSession } from './session.ts'
import { findShots, type ShotPath, type ShotRequest } from './shot-changes.ts'
import { readDetail, readSound, readSpectrogram, type SoundResult, type SpectrogramRequest } from './sound.ts'

let session: MediaSession | undefined
/** Calls that run, so that each can be ended by itself. */
const calls = new Map<number, AbortController>()

/** Runs a call that the page may end by its number. */
async function begin<T>(
  call: number,
  work: (session: MediaSession, signal: AbortSignal) => Promise<T>,
): Promise<Outcome<T>> {
  const control = new AbortController()
  calls.set(call, control)
  try {
    if (!session) throw new Error('No film is open')
    return await outcome(work(session, control.signal))
  } finally {
    calls.delete(call)
  }
}

/** Calls a function of the page and remembers its answers: a call is over when the page has taken everything. */
class Delivery {
  private readonly taken: unknown[] = []
  add(answer: unknown): void {
    this.taken.push(answer)
  }
  async done<T>(result: T): Promise<T> {
    await Promise.all(this.taken)
    return result
  }
}

const worker = {
  /** Opens a film, local or by address, with the core's compiled code. */
  open(source: SourceMount, module: WebAssembly.Module): Promise<Outcome<MediaFacts>> {
    session = new MediaSession(source, module)
    return outcome(session.facts())
  },
  peaks(
    call: number,
    playheadMs: number,
    onBuckets: (from: number, buckets: Int16Array) => void,
  ): Promise<Outcome<SoundResult>> {
    const delivery = new Delivery()
    return begin(call, async (film, signal) =>
      delivery.done(
        await readSound(film, playheadMs, signal, (from, buckets) =>
          delivery.add(onBuckets(from, Comlink.transfer(buckets, [buckets.buffer]))),
        ),
      ),
    )
  },
  async detail(call: number, tile: number): Promise<Outcome<Int16Array>> {
    const result = await begin(call, (film, signal) => readDetail(film, tile, signal))
    return 'value' in result ? Comlink.transfer(result, [result.value.buffer]) : result
  },
  async spectrogram(call: number, request: SpectrogramRequest): Promise<Outcome<Uint8Array<ArrayBuffer>>> {
    const result = await begin(call, (film, signal) => readSpectrogram(film, request, signal))
    return 'value' in result ? Comlink.transfer(result, [result.value.buffer]) : result
  },
  thumbnails(
    call: number,
    request: ThumbnailRequest,
    onThumbnail: (thumbnail: Thumbnail) => void,
  ): Promise<Outcome<{ count: number; path: PicturePath }>> {
    const delivery = new Delivery()
    return begin(call, async (film, signal) =>
      delivery.done(
        await readThumbnails(film, request, signal, (thumbnail) =>
          delivery.add(onThumbnail(Comlink.transfer(thumbnail, [thumbnail.image]))),
        ),
      ),
    )
  },
  shots(
    call: number,
    request: ShotRequest,
    onFound: (candidates: Candidate[], stretch: Stretch) => void,
  ): Promise<Outcome<ShotPath>> {
    const delivery = new Delivery()
    return begin(call, async (film, signal) =>
      delivery.done(
        await findShots(film, request, signal, (candidates, stretch) => delivery.add(onFound(candidates, stretch))),
      ),
    )
  },
  subtitle(call: number, index: number): Promise<Outcome<string>> {
    return begin(call, (film, signal) => extractSubtitle(film, index, signal))
  },
  make(
    call: number,
    request: ExportRequest,
    onPart: (part: ArrayBuffer) => void,
    onProgress: (share: number) => void,
  ): Promise<Outcome<ExportResult>> {
    const delivery = new Delivery()
    return begin(call, async (film, signal) =>
      delivery.done(
        await makeExport(
          film,
          request,
          signal,
          (part) => delivery.add(onPart(Comlink.transfer(part, [part]))),
          (share) => delivery.add(onProgress(share)),
        ),
      ),
    )
  },
  /** Only for a local file; a remote one's hash is known to the server. */
  hash(call: number, onProgress: (share: number) => void): Promise<Outcome<string>> {
    const delivery = new Delivery()
    return begin(call, async (film, signal) => {
      const { file } = film.source
      if (!file) throw new MediaFailed('unsupported')
      return delivery.done(await hashFile(file, signal, (share) => delivery.add(onProgress(share))))
    })
  },
  cancel(call: number): void {
    calls.get(call)?.abort()
  },
  /** Bytes and fetches of the source so far, and cores that broke. */
  async stats(): Promise<{ bytes: number; requests: number; restarts: number }> {
    return { ...(await session!.reads()), restarts: session!.restarts }
  },
}

export type MediaWorker = typeof worker

Comlink.expose(worker)

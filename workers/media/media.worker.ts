import * as Comlink from 'comlink'
import type { MediaFacts } from '#core/media/facts.ts'
import type { ShotCandidate } from '#core/media/shot-changes.ts'
import { type FrameRequest, readFrames } from './frames.ts'
import { hashFile } from './content-hash.ts'
import { type ExportRequest, type ExportResult, extractSubtitle, makeExport } from './exports.ts'
import { MediaFailed, type WorkerReply, replyOf } from '#core/media/fault.ts'
import { type PicturePath, readThumbnails, type Thumbnail, type ThumbnailRequest } from './pictures.ts'
import type { SourceMount } from './protocol.ts'
import { MediaSession } from './session.ts'
import { findShotChanges, type ShotChangePath, type ShotChangeRequest } from './shot-changes.ts'
import { readDetail, readSound, readSpectrogram, type SoundResult, type SpectrogramRequest } from './sound.ts'
import { readSoundPiece, type SoundPieceRequest } from './sound-pieces.ts'
import type { SoundPiece } from '#core/media/grains.ts'
import type { TimeRange } from '#core/timing/time-range.ts'

/** Open videos by the page's number. */
const videos = new Map<number, MediaSession>()
/** Running calls, so that each can be cancelled. */
const calls = new Map<number, { video: number; control: AbortController }>()

/** Runs a call that the page may cancel by number. */
async function begin<T>(
  video: number,
  call: number,
  work: (session: MediaSession, signal: AbortSignal) => Promise<T>,
): Promise<WorkerReply<T>> {
  const control = new AbortController()
  calls.set(call, { video, control })
  try {
    return await replyOf((async () => work(opened(video), control.signal))())
  } finally {
    calls.delete(call)
  }
}

function opened(video: number): MediaSession {
  const session = videos.get(video)
  if (!session) throw new MediaFailed('cancelled')
  return session
}

/** Wraps a callback of the page and tracks its promises: a call ends when the page has processed everything. */
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
  /** Registers a local or remote video under a number without reading it. */
  mount(video: number, source: SourceMount): void {
    videos.set(video, new MediaSession(source))
  },
  /** Loads the decoder and reads a video's facts. */
  open(video: number): Promise<WorkerReply<MediaFacts>> {
    return replyOf((async () => opened(video).facts())())
  },
  close(video: number): void {
    for (const call of calls.values()) if (call.video === video) call.control.abort()
    videos.get(video)?.close()
    videos.delete(video)
  },
  peaks(
    video: number,
    call: number,
    playheadMs: number,
    onBuckets: (from: number, buckets: Int16Array) => void,
  ): Promise<WorkerReply<SoundResult>> {
    const delivery = new Delivery()
    return begin(video, call, async (session, signal) =>
      delivery.done(
        await readSound(session, playheadMs, signal, (from, buckets) =>
          delivery.add(onBuckets(from, Comlink.transfer(buckets, [buckets.buffer]))),
        ),
      ),
    )
  },
  async detail(video: number, call: number, tile: number): Promise<WorkerReply<Int16Array>> {
    const result = await begin(video, call, (session, signal) => readDetail(session, tile, signal))
    return 'value' in result ? Comlink.transfer(result, [result.value.buffer]) : result
  },
  async sound(video: number, call: number, request: SoundPieceRequest): Promise<WorkerReply<SoundPiece>> {
    const result = await begin(video, call, (session, signal) => readSoundPiece(session, request, signal))
    if (!('value' in result)) return result
    const { samples, right } = result.value
    return Comlink.transfer(result, right ? [samples.buffer, right.buffer] : [samples.buffer])
  },
  async spectrogram(
    video: number,
    call: number,
    request: SpectrogramRequest,
  ): Promise<WorkerReply<Uint8Array<ArrayBuffer>>> {
    const result = await begin(video, call, (session, signal) => readSpectrogram(session, request, signal))
    return 'value' in result ? Comlink.transfer(result, [result.value.buffer]) : result
  },
  thumbnails(
    video: number,
    call: number,
    request: ThumbnailRequest,
    onThumbnail: (thumbnail: Thumbnail) => void,
  ): Promise<WorkerReply<{ count: number; path: PicturePath }>> {
    const delivery = new Delivery()
    return begin(video, call, async (session, signal) =>
      delivery.done(
        await readThumbnails(session, request, signal, (thumbnail) =>
          delivery.add(onThumbnail(Comlink.transfer(thumbnail, [thumbnail.image]))),
        ),
      ),
    )
  },
  frames(
    video: number,
    call: number,
    request: FrameRequest,
    onFrame: (frame: Thumbnail) => void,
  ): Promise<WorkerReply<number>> {
    const delivery = new Delivery()
    return begin(video, call, async (session, signal) =>
      delivery.done(
        await readFrames(session, request, signal, (frame) =>
          delivery.add(onFrame(Comlink.transfer(frame, [frame.image]))),
        ),
      ),
    )
  },
  shots(
    video: number,
    call: number,
    request: ShotChangeRequest,
    onFound: (candidates: ShotCandidate[], stretch: TimeRange) => void,
  ): Promise<WorkerReply<ShotChangePath>> {
    const delivery = new Delivery()
    return begin(video, call, async (session, signal) =>
      delivery.done(
        await findShotChanges(session, request, signal, (candidates, stretch) =>
          delivery.add(onFound(candidates, stretch)),
        ),
      ),
    )
  },
  subtitle(video: number, call: number, index: number): Promise<WorkerReply<string>> {
    return begin(video, call, (session, signal) => extractSubtitle(session, index, signal))
  },
  make(
    video: number,
    call: number,
    request: ExportRequest,
    onPart: (part: ArrayBuffer) => void,
    onProgress: (share: number) => void,
  ): Promise<WorkerReply<ExportResult>> {
    const delivery = new Delivery()
    return begin(video, call, async (session, signal) =>
      delivery.done(
        await makeExport(
          session,
          request,
          signal,
          (part) => delivery.add(onPart(Comlink.transfer(part, [part]))),
          (share) => delivery.add(onProgress(share)),
        ),
      ),
    )
  },
  /** For local files only; the server knows a remote one's hash. */
  hash(video: number, call: number, onProgress: (share: number) => void): Promise<WorkerReply<string>> {
    const delivery = new Delivery()
    return begin(video, call, async (session, signal) => {
      const { file } = session.source
      if (!file) throw new MediaFailed('unsupported')
      return delivery.done(await hashFile(file, signal, (share) => delivery.add(onProgress(share))))
    })
  },
  cancel(call: number): void {
    calls.get(call)?.control.abort()
  },
  /** Bytes and fetches of the source so far, the decoders' memory, and crashed cores. */
  async stats(video: number): Promise<{ bytes: number; requests: number; held: number; restarts: number }> {
    const session = opened(video)
    return { ...(await session.reads()), restarts: session.restarts }
  },
}

export type MediaWorker = typeof worker

Comlink.expose(worker)

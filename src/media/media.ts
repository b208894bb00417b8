import * as Comlink from 'comlink'
import type { MediaFacts } from '#core/media/facts.ts'
import type { ShotCandidate } from '#core/media/shot-changes.ts'
import type { ExportRequest, ExportResult } from '#workers/media/exports.ts'
import { type WorkerReply, valueOfReply } from '#core/media/fault.ts'
import type { MediaWorker } from '#workers/media/media.worker.ts'
import type { FrameRequest } from '#workers/media/frames.ts'
import type { PicturePath, Thumbnail, ThumbnailRequest } from '#workers/media/pictures.ts'
import type { SourceMount } from '#workers/media/protocol.ts'
import type { ShotChangePath, ShotChangeRequest } from '#workers/media/shot-changes.ts'
import type { SoundPiece } from '#core/media/grains.ts'
import type { SoundPieceRequest } from '#workers/media/sound-pieces.ts'
import type { SoundResult, SpectrogramRequest } from '#workers/media/sound.ts'
import type { TimeRange } from '#core/timing/time-range.ts'

export type { ExportRequest }
export type MediaSource = { file: Blob } | { url: string }

/**
 * A video open in the media worker. Every call rejects with a MediaFailed; a signal ends that call only and frees its
 * decoder at once.
 */
export interface Media {
  readonly facts: MediaFacts
  /**
   * The whole waveform from the playhead outwards: buckets of `core/media/buckets.ts`, counted from the video's start.
   */
  peaks(
    playheadMs: number,
    signal: AbortSignal,
    onBuckets: (from: number, buckets: Int16Array) => void,
  ): Promise<SoundResult>
  /** A detailed part of the waveform, `DETAIL_TILE_MS` long. */
  detail(tile: number, signal: AbortSignal): Promise<Int16Array>
  spectrogram(request: SpectrogramRequest, signal: AbortSignal): Promise<Uint8Array<ArrayBuffer>>
  /** Pictures in the order of decoding; the receiver closes them. */
  thumbnails(
    request: ThumbnailRequest,
    signal: AbortSignal,
    onThumbnail: (thumbnail: Thumbnail) => void,
  ): Promise<{ count: number; path: PicturePath }>
  /** Candidates for `core/media/shot-changes.ts`, stretch by stretch. */
  shots(
    request: ShotChangeRequest,
    signal: AbortSignal,
    onFound: (candidates: ShotCandidate[], stretch: TimeRange) => void,
  ): Promise<ShotChangePath>
  /** Text of an embedded subtitle track. */
  subtitle(index: number, signal: AbortSignal): Promise<string>
  make(request: ExportRequest, signal: AbortSignal, onProgress: (share: number) => void): Promise<MadeFile>
  /** SHA-256 of a local file. */
  hash(signal: AbortSignal, onProgress: (share: number) => void): Promise<string>
  stats(): Promise<{ bytes: number; requests: number; held: number; restarts: number }>
  close(): void
}

export interface MadeFile extends Omit<ExportResult, 'type'> {
  readonly blob: Blob
}

let thread: Comlink.Remote<MediaWorker> | undefined
let opened = 0
let calls = 0

/** The page's only media worker: created with the first video, it keeps the decoder's compiled code. */
function mediaWorker(): Comlink.Remote<MediaWorker> {
  thread ??= Comlink.wrap<MediaWorker>(
    new Worker(new URL('../../workers/media/media.worker.ts', import.meta.url), { type: 'module' }),
  )
  return thread
}

/** A video registered in the media worker, without a loaded decoder. */
export interface MountedMedia {
  /**
   * Frames at some times, each with its index; the receiver closes them. Returns their number: without `mayLoad` only
   * what the browser decodes. Rejects like the calls of `Media`.
   */
  frames(request: FrameRequest, signal: AbortSignal, onFrame: (frame: Thumbnail) => void): Promise<number>
  /** The sound of a range; loads the decoder only if the browser can't decode it. Rejects like `frames`. */
  sound(request: SoundPieceRequest, signal: AbortSignal): Promise<SoundPiece>
  /** Loads the decoder and reads the facts; rejects with a MediaFailed if the video is unreadable. */
  open(): Promise<Media>
  close(): void
}

/** Opens a video; rejects with a MediaFailed if it is unreadable. `signal` ends everything at once. */
export async function openMedia(source: MediaSource, signal: AbortSignal): Promise<Media> {
  const mounted = mountMedia(source, signal)
  try {
    return await mounted.open()
  } catch (error) {
    mounted.close()
    throw error
  }
}

/** Registers a video in the media worker without reading it. `signal` ends everything at once. */
export function mountMedia(source: MediaSource, signal: AbortSignal): MountedMedia {
  const worker = mediaWorker()
  const id = opened++
  const mount: SourceMount = 'url' in source ? { url: new URL(source.url, location.href).href } : source
  const close = (): void => void worker.close(id)
  void worker.mount(id, mount)
  // After sending the call, so that the worker knows the video.
  if (signal.aborted) close()
  signal.addEventListener('abort', close, { once: true })
  let media: Promise<Media> | undefined
  return {
    frames: (request, until, onFrame) =>
      begin(worker, until, (call) => worker.frames(id, call, request, Comlink.proxy(onFrame))),
    sound: (request, until) => begin(worker, until, (call) => worker.sound(id, call, request)),
    open: () => (media ??= worker.open(id).then((reply) => mediaOf(worker, id, valueOfReply(reply), close))),
    close,
  }
}

async function begin<T>(
  worker: Comlink.Remote<MediaWorker>,
  signal: AbortSignal,
  work: (call: number) => Promise<WorkerReply<T>>,
): Promise<T> {
  const call = calls++
  const cancel = (): void => void worker.cancel(call)
  const running = work(call)
  // After sending the call, so that the worker knows its number.
  if (signal.aborted) cancel()
  signal.addEventListener('abort', cancel, { once: true })
  try {
    return valueOfReply(await running)
  } finally {
    signal.removeEventListener('abort', cancel)
  }
}

function mediaOf(worker: Comlink.Remote<MediaWorker>, id: number, facts: MediaFacts, close: () => void): Media {
  return {
    facts,
    close,
    peaks: (playheadMs, signal, onBuckets) =>
      begin(worker, signal, (call) => worker.peaks(id, call, playheadMs, Comlink.proxy(onBuckets))),
    detail: (tile, signal) => begin(worker, signal, (call) => worker.detail(id, call, tile)),
    spectrogram: (request, signal) => begin(worker, signal, (call) => worker.spectrogram(id, call, request)),
    thumbnails: (request, signal, onThumbnail) =>
      begin(worker, signal, (call) => worker.thumbnails(id, call, request, Comlink.proxy(onThumbnail))),
    shots: (request, signal, onFound) =>
      begin(worker, signal, (call) => worker.shots(id, call, request, Comlink.proxy(onFound))),
    subtitle: (index, signal) => begin(worker, signal, (call) => worker.subtitle(id, call, index)),
    hash: (signal, onProgress) => begin(worker, signal, (call) => worker.hash(id, call, Comlink.proxy(onProgress))),
    make: async (request, signal, onProgress) => {
      const parts: ArrayBuffer[] = []
      const { type, missingGlyphs } = await begin(worker, signal, (call) =>
        worker.make(
          id,
          call,
          request,
          Comlink.proxy((part: ArrayBuffer) => void parts.push(part)),
          Comlink.proxy(onProgress),
        ),
      )
      if (type === 'audio/wav' && parts[0])
        tellWavLength(
          parts[0],
          parts.reduce((sum, part) => sum + part.byteLength, 0),
        )
      return { blob: new Blob(parts, { type }), missingGlyphs }
    },
    stats: () => worker.stats(id),
  }
}

/** A streamed WAV lacks its length: RIFF has it at byte 4 and before the samples. */
function tellWavLength(first: ArrayBuffer, total: number): void {
  const header = new DataView(first)
  const DATA = 0x64_61_74_61
  header.setUint32(4, total - 8, true)
  for (let at = 12; at + 8 <= first.byteLength; at += 8 + header.getUint32(at + 4, true)) {
    if (header.getUint32(at) !== DATA) continue
    header.setUint32(at + 4, total - at - 8, true)
    return
  }
}

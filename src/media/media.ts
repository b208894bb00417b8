import * as Comlink from 'comlink'
import type { MediaFacts } from '#core/media/facts.ts'
import type { Candidate } from '#core/media/shots.ts'
import type { Stretch } from '#core/media/slices.ts'
import type { ExportRequest, ExportResult } from '#workers/media/exports.ts'
import { MediaFailed, type Outcome, unwrap } from '#core/media/fault.ts'
import type { MediaWorker } from '#workers/media/media.worker.ts'
import type { PicturePath, Thumbnail, ThumbnailRequest } from '#workers/media/pictures.ts'
import { core } from '#wasm/core.ts'
import type { SourceMount } from '#workers/media/protocol.ts'
import type { ShotPath, ShotRequest } from '#workers/media/shot-changes.ts'
import type { SoundResult, SpectrogramRequest } from '#workers/media/sound.ts'

export type MediaSource = { file: Blob } | { url: string }

/**
 * A film that is open in a worker of its own. Every call rejects with a MediaFailed that names the fault; a signal ends
 * that call alone and frees its decoder at once.
 */
export interface Media {
  readonly facts: MediaFacts
  /** The whole waveform from the playhead outwards: buckets of `core/media/buckets.ts`, counted from the film's start. */
  peaks(
    playheadMs: number,
    signal: AbortSignal,
    onBuckets: (from: number, buckets: Int16Array) => void,
  ): Promise<SoundResult>
  /** One close part of the waveform, `DETAIL_TILE_MS` long. */
  detail(tile: number, signal: AbortSignal): Promise<Int16Array>
  spectrogram(request: SpectrogramRequest, signal: AbortSignal): Promise<Uint8Array<ArrayBuffer>>
  /** Pictures in the order in which they are decoded; the receiver closes them. */
  thumbnails(
    request: ThumbnailRequest,
    signal: AbortSignal,
    onThumbnail: (thumbnail: Thumbnail) => void,
  ): Promise<{ count: number; path: PicturePath }>
  /** Candidates for `core/media/shots.ts`, stretch by stretch. */
  shots(
    request: ShotRequest,
    signal: AbortSignal,
    onFound: (candidates: Candidate[], stretch: Stretch) => void,
  ): Promise<ShotPath>
  /** Text of an embedded subtitle track. */
  subtitle(index: number, signal: AbortSignal): Promise<string>
  make(request: ExportRequest, signal: AbortSignal, onProgress: (share: number) => void): Promise<MadeFile>
  /** SHA-256 of a local file. */
  hash(signal: AbortSignal, onProgress: (share: number) => void): Promise<string>
  stats(): Promise<{ bytes: number; requests: number; restarts: number }>
  close(): void
}

export interface MadeFile extends Omit<ExportResult, 'type'> {
  readonly blob: Blob
}

/** Opens a film; rejects with a MediaFailed where it can't be read. `signal` ends everything at once. */
export async function openMedia(source: MediaSource, signal: AbortSignal): Promise<Media> {
  const thread = new Worker(new URL('../../workers/media/media.worker.ts', import.meta.url), { type: 'module' })
  const worker = Comlink.wrap<MediaWorker>(thread)
  const close = (): void => thread.terminate()
  signal.addEventListener('abort', close, { once: true })
  const mount: SourceMount = 'url' in source ? { url: new URL(source.url, location.href).href } : source
  try {
    return mediaOf(worker, unwrap(await worker.open(mount, await coreModule())), close)
  } catch (error) {
    close()
    throw error
  }
}

let compiled: Promise<WebAssembly.Module> | undefined

/** The core's code, compiled once for all films of the page; a failed fetch is tried again by the next one. */
function coreModule(): Promise<WebAssembly.Module> {
  compiled ??= WebAssembly.compileStreaming(fetch(core.wasmURL)).catch((error: unknown) => {
    compiled = undefined
    throw new MediaFailed('core_missing', String(error))
  })
  return compiled
}

function mediaOf(worker: Comlink.Remote<MediaWorker>, facts: MediaFacts, close: () => void): Media {
  let calls = 0
  const begin = async <T>(signal: AbortSignal, work: (call: number) => Promise<Outcome<T>>): Promise<T> => {
    const call = calls++
    const cancel = (): void => void worker.cancel(call)
    const running = work(call)
    // After the call was sent, so that the worker knows its number.
    if (signal.aborted) cancel()
    signal.addEventListener('abort', cancel, { once: true })
    try {
      return unwrap(await running)
    } finally {
      signal.removeEventListener('abort', cancel)
    }
  }
  return {
    facts,
    close,
    peaks: (playheadMs, signal, onBuckets) =>
      begin(signal, (call) => worker.peaks(call, playheadMs, Comlink.proxy(onBuckets))),
    detail: (tile, signal) => begin(signal, (call) => worker.detail(call, tile)),
    spectrogram: (request, signal) => begin(signal, (call) => worker.spectrogram(call, request)),
    thumbnails: (request, signal, onThumbnail) =>
      begin(signal, (call) => worker.thumbnails(call, request, Comlink.proxy(onThumbnail))),
    shots: (request, signal, onFound) => begin(signal, (call) => worker.shots(call, request, Comlink.proxy(onFound))),
    subtitle: (index, signal) => begin(signal, (call) => worker.subtitle(call, index)),
    hash: (signal, onProgress) => begin(signal, (call) => worker.hash(call, Comlink.proxy(onProgress))),
    make: async (request, signal, onProgress) => {
      const parts: ArrayBuffer[] = []
      const { type, missingGlyphs } = await begin(signal, (call) =>
        worker.make(
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
    stats: () => worker.stats(),
  }
}

/** A WAV that was written as a stream does not know its length: RIFF has it at byte 4 and before the samples. */
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

import type { DerivedKind } from '#core/domain/media.ts'
import { timelineLimits } from '#core/domain/limits.ts'
import { endMs, leadMs } from '#core/media/facts.ts'
import { type MediaFault, MediaFailed } from '#core/media/fault.ts'
import type { SoundPiece } from '#core/media/grains.ts'
import type { FrameRequest } from '#workers/media/frames.ts'
import type { SoundPieceRequest } from '#workers/media/sound-pieces.ts'
import { Peaks } from '#core/media/peaks.ts'
import { PeaksUnreadable, readPeaksByParts, writePeaks } from '#core/media/peaks-file.ts'
import { type ShotCandidate, isShotCandidates, pickShotChanges } from '#core/media/shot-changes.ts'
import { speechByWindows } from '#core/media/speech.ts'
import { thumbnailCount, thumbnailTimes } from '#core/media/thumbnails.ts'
import { derivedCache } from './derived-cache.ts'
import { cutStrip, joinStrip } from './filmstrip.ts'
import { type Media, type MediaSource, type MountedMedia, mountMedia } from './media.ts'
import { bySteps } from './by-steps.ts'
import type { TimeRange } from '#core/timing/time-range.ts'

export interface ReaderOptions {
  readonly source: MediaSource
  /** From the server; 0 if unknown there. */
  readonly durationMs: number
  /** False for a sound: no pictures are searched. */
  readonly hasPicture?: boolean | undefined
  /** SHA-256 of the source's video, if known. */
  readonly contentHash?: string | undefined
  /** Addresses of existing assets. */
  readonly stored?: Partial<Record<DerivedKind, string>>
  /** Address of the sound alone, on the source's clock; empty or missing if the source must be read. */
  readonly soundUrl?: string | undefined
  /** Uploads computed assets for other editors of the video. */
  readonly share?: ((kind: DerivedKind, content: Blob) => Promise<void>) | undefined
}

/** Events of a video's reader; pictures are closed by their receiver. */
export interface MediaSink {
  /** A waveform to draw, still being filled. */
  onPeaks(peaks: Peaks): void
  /** A part of the waveform was added. */
  onSound(): void
  /** The number of pictures of the whole video. */
  onStrip(count: number): void
  onPicture(index: number, image: ImageBitmap): void
  /** The frame at a time that a view needs. */
  onFinePicture(ms: number, image: ImageBitmap): void
  /** Spectrogram of a range that a view needs: grey levels, high frequencies first. */
  onSpectrum(tile: number, grey: Uint8Array): void
  onShotChanges(times: readonly number[]): void
  onSpeech(intervals: readonly TimeRange[]): void
  onState(state: ReadingState): void
}

export type ReadingWork = 'pictures' | 'sound' | 'shots'

export interface ReadingState {
  /** What is being computed, with progress. */
  readonly working?: { readonly work: ReadingWork; readonly share: number } | undefined
  /** Why something is missing; everything else is shown. */
  readonly faults: Readonly<Partial<Record<ReadingWork, { fault: MediaFault; atMs?: number | undefined }>>>
  readonly isDone: boolean
}

/** Missing spectrogram tiles of a view by index, with their size. */
export interface SpectrumGoals {
  readonly tiles: readonly number[]
  readonly tileMs: number
  readonly width: number
  readonly height: number
}

const noSpectrum: SpectrumGoals = { tiles: [], tileMs: 1, width: 1, height: 1 }

/** Failures after which a place is not decoded again. */
const MAX_FAILURES = 5

/**
 * All assets that an editor shows: from the browser's files or the server by content hash, computed only if both lack
 * them. The decoder is loaded on demand.
 */
export class MediaReader {
  private readonly options: ReaderOptions
  private readonly viewer: MediaSink
  private readonly control = new AbortController()
  private mounted: MountedMedia | undefined
  private heard: MountedMedia | undefined
  private peaks: Peaks | undefined
  private state: ReadingState = { faults: {}, isDone: false }
  private fine: AbortController | undefined
  private failures = 0
  private readonly fineAsked = new Set<number>()

  constructor(options: ReaderOptions, viewer: MediaSink) {
    this.options = options
    this.viewer = viewer
  }

  /** Loads everything; ends when everything is shown or reported missing. `playheadMs` is read when sound starts. */
  async read(playheadMs: () => number): Promise<void> {
    if (this.hasPicture) await this.attempt('pictures', () => this.readStrip())
    await this.attempt('sound', () => this.readSound(playheadMs))
    if (this.hasPicture) await this.attempt('shots', () => this.readShots(playheadMs))
    this.tell({ working: undefined, isDone: true })
  }

  private get hasPicture(): boolean {
    return this.options.hasPicture !== false
  }

  close(): void {
    this.control.abort()
    this.fine?.abort()
    this.mounted?.close()
    this.heard?.close()
  }

  /** The decoder with the open video. */
  open(): Promise<Media> {
    return this.mount().open()
  }

  /** Frames at ascending times, each with its index; the receiver closes them. */
  async frames(
    request: FrameRequest,
    signal: AbortSignal,
    onFrame: (index: number, image: ImageBitmap) => void,
  ): Promise<void> {
    await this.mount().frames(request, signal, ({ index, image }) => onFrame(index, image))
  }

  /** The sound of a range of milliseconds. */
  sound(request: SoundPieceRequest, signal: AbortSignal): Promise<SoundPiece> {
    return this.mountSound().sound(request, signal)
  }

  private mount(): MountedMedia {
    return (this.mounted ??= mountMedia(this.options.source, this.control.signal))
  }

  /** The source of sound: the sound-only file if it exists, a small part of the video's bytes. */
  private mountSound(): MountedMedia {
    const { source, soundUrl } = this.options
    // A local file is nearer than any address.
    if (!soundUrl || !('url' in source)) return this.mount()
    return (this.heard ??= mountMedia({ url: soundUrl }, this.control.signal))
  }

  /** Shows frames at some times if the browser can decode them, without loading the decoder. */
  glance(pictureTimes: readonly number[]): void {
    this.fine?.abort()
    const times = pictureTimes.filter((ms) => !this.fineAsked.has(ms))
    if (this.control.signal.aborted || times.length === 0) return
    this.fine = new AbortController()
    void this.watched(this.finePictures(times, false, this.fine.signal))
  }

  /** The view moved: decoding of its former range is cancelled. */
  lookAway(): void {
    this.fine?.abort()
  }

  /** Decodes what an idle view lacks: detailed waveform, and frames at some times. */
  look(
    view: { fromMs: number; toMs: number; pxPerMs: number },
    pictureTimes: readonly number[],
    spectrum: SpectrumGoals = noSpectrum,
  ): void {
    this.fine?.abort()
    if (this.control.signal.aborted || this.failures >= MAX_FAILURES) return
    const control = new AbortController()
    this.fine = control
    setTimeout(() => {
      if (control.signal.aborted) return
      const { peaks } = this
      const tiles = peaks && peaks.knownMs > 0 ? peaks.missingDetail(view.fromMs, view.toMs, view.pxPerMs) : []
      const times = pictureTimes.filter((ms) => !this.fineAsked.has(ms))
      if (tiles.length + times.length + spectrum.tiles.length === 0) return
      void this.watched(this.finePictures(times, true, control.signal))
      if (tiles.length + spectrum.tiles.length > 0) void this.watched(this.lookCloser(tiles, spectrum, control.signal))
    })
  }

  /** An undecodable place is retried some times, as users return to it. */
  private async watched(work: Promise<void>): Promise<void> {
    try {
      await work
    } catch (error) {
      if (!(error instanceof MediaFailed)) throw error
      if (error.fault !== 'cancelled') this.failures++
    }
  }

  private async lookCloser(tiles: readonly number[], spectrum: SpectrumGoals, signal: AbortSignal): Promise<void> {
    const media = await this.mountSound().open()
    const detail = async (tile: number): Promise<void> => {
      this.peaks?.fillDetail(tile, await media.detail(tile, signal))
      this.viewer.onSound()
    }
    const frequencies = async (tile: number): Promise<void> => {
      const { tileMs, height } = spectrum
      const fromMs = tile * tileMs
      // The last tile is narrower, to end with the video.
      const toMs = Math.min(fromMs + tileMs, endMs(media.facts))
      const width = Math.max(1, Math.round((spectrum.width * (toMs - fromMs)) / tileMs))
      if (toMs <= fromMs) return
      const request = { start: fromMs, end: toMs, width, height }
      this.viewer.onSpectrum(tile, await media.spectrogram(request, signal))
    }
    await Promise.all([...tiles.map(detail), ...spectrum.tiles.map(frequencies)])
  }

  private async finePictures(times: readonly number[], mayLoad: boolean, signal: AbortSignal): Promise<void> {
    if (times.length === 0 || !this.hasPicture) return
    const request = { times, height: timelineLimits.thumbnailHeightPx, mayLoad }
    await this.mount().frames(request, signal, ({ index, image }) => {
      const ms = times[index]
      if (ms === undefined || this.control.signal.aborted || this.fineAsked.has(ms)) return image.close()
      this.fineAsked.add(ms)
      this.viewer.onFinePicture(ms, image)
    })
  }

  /** Pictures released by the view may be requested again. */
  forgetPicture(ms: number): void {
    this.fineAsked.delete(ms)
  }

  private async attempt(work: ReadingWork, task: () => Promise<void>): Promise<void> {
    if (this.control.signal.aborted) return
    try {
      await task()
    } catch (error) {
      if (this.control.signal.aborted) return
      if (!(error instanceof MediaFailed)) throw error
      const { fault, atMs } = error
      this.tell({ faults: { ...this.state.faults, [work]: { fault, atMs } } })
    }
  }

  private tell(change: Partial<ReadingState>): void {
    if (this.control.signal.aborted) return
    this.state = { ...this.state, ...change }
    this.viewer.onState(this.state)
  }

  private report(work: ReadingWork, share: number): void {
    this.tell({ working: { work, share: Math.min(1, share) } })
  }

  private async readStrip(): Promise<void> {
    const { durationMs } = this.options
    const stored = await this.find('strip', (blob) =>
      cutStrip(blob, thumbnailCount(durationMs, timelineLimits.maxThumbnails)),
    )
    if (stored) {
      this.viewer.onStrip(stored.length)
      for (const [index, image] of stored.entries()) this.viewer.onPicture(index, image)
      return
    }
    this.report('pictures', 0)
    const media = await this.open()
    const end = durationMs || endMs(media.facts)
    const times = thumbnailTimes(end, thumbnailCount(end, timelineLimits.maxThumbnails))
    const strip = joinStrip(times.length)
    let count = 0
    this.viewer.onStrip(times.length)
    const request = { times, height: timelineLimits.thumbnailHeightPx, level: 'video' as const }
    await media.thumbnails(request, this.control.signal, ({ index, image }) => {
      if (this.control.signal.aborted) return image.close()
      strip.put(index, image)
      this.viewer.onPicture(index, image)
      this.report('pictures', ++count / times.length)
    })
    if (count === times.length) await this.keep('strip', await strip.blob())
  }

  private async readSound(playheadMs: () => number): Promise<void> {
    const { signal } = this.control
    const stored = await this.find('peaks', async (blob) => bySteps(readPeaksByParts(await blob.arrayBuffer()), signal))
    if (stored) {
      this.take(stored)
      return this.findSpeech(stored)
    }
    this.report('sound', 0)
    const media = await this.mountSound().open()
    const peaks = new Peaks(this.options.durationMs || endMs(media.facts))
    this.take(peaks)
    const { isTruncated, endMs: atMs } = await media.peaks(playheadMs(), signal, (from, buckets) => {
      peaks.fill(from, buckets)
      this.viewer.onSound()
      this.report('sound', peaks.knownMs / peaks.durationMs)
    })
    await this.findSpeech(peaks)
    if (isTruncated) throw new MediaFailed('truncated', '', { atMs })
    await this.keep('peaks', new Blob([writePeaks(peaks)]))
  }

  private async findSpeech(peaks: Peaks): Promise<void> {
    this.viewer.onSpeech(await bySteps(speechByWindows(peaks), this.control.signal))
  }

  private take(peaks: Peaks): void {
    this.peaks = peaks
    this.viewer.onPeaks(peaks)
  }

  private async readShots(playheadMs: () => number): Promise<void> {
    const stored = await this.find('shot_changes', async (blob) => {
      const list: unknown = JSON.parse(await blob.text())
      return isShotCandidates(list, Infinity) ? list : undefined
    })
    if (stored) return this.viewer.onShotChanges(pickShotChanges(stored))
    const media = await this.open()
    const end = endMs(media.facts)
    let all: ShotCandidate[] = []
    let covered = 0
    this.report('shots', 0)
    await media.shots({ playheadMs: playheadMs() }, this.control.signal, (candidates, { start: fromMs, end: toMs }) => {
      all = [...all, ...candidates].sort((a, b) => a.ms - b.ms)
      covered += toMs - fromMs
      this.viewer.onShotChanges(pickShotChanges(all))
      this.report('shots', covered / end)
    })
    await this.keep('shot_changes', new Blob([JSON.stringify(all)], { type: 'application/json' }))
  }

  /** An existing asset, local or remote; undefined if missing or damaged. */
  private async find<T>(kind: DerivedKind, read: (blob: Blob) => Promise<T | undefined>): Promise<T | undefined> {
    const { contentHash, stored } = this.options
    const here = contentHash === undefined ? undefined : await derivedCache.read(contentHash, kind)
    const found = here && (await readable(read, here))
    if (found !== undefined) return found
    const address = stored?.[kind]
    if (!address) return undefined
    const response = await fetch(address, { signal: this.control.signal }).catch(() => undefined)
    const blob = response?.ok ? await response.blob() : undefined
    const result = blob && (await readable(read, blob))
    if (result !== undefined && contentHash !== undefined) void derivedCache.write(contentHash, kind, blob!)
    return result
  }

  private async keep(kind: DerivedKind, content: Blob): Promise<void> {
    const { contentHash, share } = this.options
    const { facts } = await this.open()
    // A file with a late start plays later than the copy that others see.
    if (leadMs(facts) > 0) return
    if (contentHash !== undefined) await derivedCache.write(contentHash, kind, content)
    // Others compute it if the upload fails.
    await share?.(kind, content).catch(() => undefined)
  }
}

async function readable<T>(read: (blob: Blob) => Promise<T | undefined>, blob: Blob): Promise<T | undefined> {
  try {
    return await read(blob)
  } catch (error) {
    if (error instanceof PeaksUnreadable || error instanceof SyntaxError || error instanceof DOMException)
      return undefined
    throw error
  }
}

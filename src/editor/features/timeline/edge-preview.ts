import { proxy, subscribe } from 'valtio'
import * as z from 'zod/mini'
import { MediaFailed } from '#core/media/fault.ts'
import { type EdgeFrame, edgeFrames } from '#core/timing/edge-frames.ts'
import { type FrameRate, frameMiddle } from '#core/domain/frames.ts'
import { stored } from '#src/ui/stored.ts'
import { delays } from '../../model/options.ts'
import type { MediaAnalysis } from '../../media/analysis.ts'
import { perEditor } from '../../context/per-editor.ts'

export type Edge = 'start' | 'end'

/** A moving edge, with the pictures around it that are ready. */
export interface EdgeView {
  readonly edge: Edge
  readonly ms: number
  readonly frames: readonly EdgeFrame[]
}

const isShownSetting = stored('cuelane-edge-frames', z.boolean(), true)

/** Picture height in device pixels, twice the shown height for fine screens. */
const PICTURE_HEIGHT = 180
/** Number of cached pictures: some seconds of a slow drag, about 10 MB. */
const PICTURES = 48
/** After this many failed decodings the video is not tried again. */
const MAX_FAILURES = 3

/** Parts of the editor that the preview needs. */
interface EdgePreviewParts {
  readonly analysis: Pick<MediaAnalysis, 'decoder'>
  readonly rate: FrameRate
  readonly durationMs: number
}

/**
 * Frames before, at and after an edge while it moves. The gesture never waits for them: one request runs at a time, and
 * the next is for the edge's latest position.
 */
export class EdgePreview {
  readonly cells = proxy({ isOn: isShownSetting.get() })
  /** Aspect ratio of the video's pictures. */
  aspect = 16 / 9
  private readonly parts: EdgePreviewParts
  private view: EdgeView | undefined
  /** Pictures by frame, newest last. */
  private readonly pictures = new Map<number, ImageBitmap>()
  private readonly listeners = new Set<() => void>()
  /** Frames that do not exist, despite the video's duration. */
  private readonly absent = new Set<number>()
  private decoder: MediaAnalysis['decoder']
  private failures = 0
  private isBusy = false
  private timer: ReturnType<typeof setTimeout> | undefined

  constructor(parts: EdgePreviewParts) {
    this.parts = parts
    subscribe(this.cells, () => {
      isShownSetting.set(this.cells.isOn)
      if (!this.cells.isOn) this.hide()
    })
  }

  readonly state = (): EdgeView | undefined => this.view
  /** Without a subscriber no pictures are requested or kept. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => {
      this.listeners.delete(listener)
      if (!this.isSeen) this.forget()
    }
  }

  private get isSeen(): boolean {
    return this.listeners.size > 0
  }

  /** The picture of a frame, if it is ready. */
  picture(frame: number): ImageBitmap | undefined {
    return this.pictures.get(frame)
  }

  /** Shows an edge at a time, until `hide`. */
  show(edge: Edge, ms: number): void {
    clearTimeout(this.timer)
    const { analysis, rate, durationMs } = this.parts
    if (this.decoder !== analysis.decoder) this.forget()
    this.decoder = analysis.decoder
    if (!this.cells.isOn || !this.isSeen || !this.decoder || durationMs === 0 || this.failures >= MAX_FAILURES) return
    this.view = { edge, ms, frames: edgeFrames(edge, ms, rate, durationMs) }
    this.tell()
    void this.fetch()
  }

  /** Shows an edge that a key moved, for a limited time. */
  showBriefly(edge: Edge, ms: number): void {
    this.show(edge, ms)
    this.timer = setTimeout(() => this.hide(), delays.edge)
  }

  hide(): void {
    clearTimeout(this.timer)
    if (!this.view) return
    this.view = undefined
    this.tell()
  }

  /** Releases the pictures of a video. */
  forget(): void {
    for (const image of this.pictures.values()) image.close()
    this.pictures.clear()
    this.absent.clear()
    this.failures = 0
    this.hide()
  }

  private async fetch(): Promise<void> {
    if (this.isBusy) return
    this.isBusy = true
    for (let missing = this.missing(); missing.length > 0; missing = this.missing()) {
      const { decoder } = this
      if (!decoder || this.failures >= MAX_FAILURES) break
      await this.decode(decoder, missing)
    }
    this.isBusy = false
  }

  private missing(): number[] {
    return (this.view?.frames ?? []).flatMap(({ frame }) =>
      this.pictures.has(frame) || this.absent.has(frame) ? [] : [frame],
    )
  }

  private async decode(decoder: NonNullable<MediaAnalysis['decoder']>, frames: readonly number[]): Promise<void> {
    const times = frames.map((frame) => frameMiddle(frame, this.parts.rate))
    const request = { times, height: PICTURE_HEIGHT, mayLoad: true }
    const found = new Set<number>()
    try {
      await decoder.frames(request, new AbortController().signal, (index, image) => {
        const frame = frames[index]
        if (frame === undefined || this.decoder !== decoder || !this.isSeen) return image.close()
        found.add(frame)
        this.keep(frame, image)
      })
      // The answer is for another source, or for a preview that is hidden.
      if (this.decoder !== decoder || !this.isSeen) return
      for (const frame of frames) if (!found.has(frame)) this.absent.add(frame)
    } catch (error) {
      if (!(error instanceof MediaFailed)) throw error
      this.failures = error.fault === 'no_video' ? MAX_FAILURES : this.failures + 1
    }
    if (this.failures >= MAX_FAILURES) this.hide()
  }

  private keep(frame: number, image: ImageBitmap): void {
    this.aspect = image.width / image.height
    this.drop(frame)
    this.pictures.set(frame, image)
    const shown = new Set(this.view?.frames.map((one) => one.frame))
    for (const oldest of this.pictures.keys()) {
      if (this.pictures.size <= PICTURES) break
      if (!shown.has(oldest)) this.drop(oldest)
    }
    this.tell()
  }

  private drop(frame: number): void {
    this.pictures.get(frame)?.close()
    this.pictures.delete(frame)
  }

  private tell(): void {
    for (const listener of this.listeners) listener()
  }
}

/** Frames around the moving edge in an editor. */
export const edgesOf = perEditor(
  ({ analysis, media: { rate, durationMs } }) => new EdgePreview({ analysis, rate, durationMs }),
)

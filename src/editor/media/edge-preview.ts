import { proxy, subscribe } from 'valtio'
import * as z from 'zod/mini'
import { MediaFailed } from '#core/media/fault.ts'
import { type EdgeFrame, edgeFrames } from '#core/timing/edge-frames.ts'
import { type FrameRate, frameMiddle } from '#core/domain/frames.ts'
import { stored } from '#src/ui/stored.ts'
import { delays } from '../options.ts'
import type { MediaAnalysis } from './analysis.ts'

export type Edge = 'start' | 'end'

/** An edge that is moved, with the pictures around it that have come. */
export interface EdgeView {
  readonly edge: Edge
  readonly ms: number
  readonly frames: readonly EdgeFrame[]
}

const isShownSetting = stored('cuelane-edge-frames', z.boolean(), true)

/** Height of the pictures in pixels of the screen: a fine one shows them twice as fine as they are high. */
const PICTURE_HEIGHT = 180
/** Pictures that are kept: those around some seconds of a slow drag, about 10 MB. */
const PICTURES = 48
/** A video that could not be decoded this often is left alone. */
const MAX_FAILURES = 3

/** What the preview needs of the editor. */
interface EdgePreviewParts {
  readonly analysis: Pick<MediaAnalysis, 'decoder'>
  readonly rate: FrameRate
  readonly durationMs: number
}

/**
 * The frames before, at and after an edge while it is dragged or moved by key. The gesture never waits for them: one
 * request runs at a time, and the next one is for where the edge is by then.
 */
export class EdgePreview {
  readonly cells = proxy({ isOn: isShownSetting.get() })
  /** Width over height of the pictures of the video. */
  aspect = 16 / 9
  private readonly parts: EdgePreviewParts
  private view: EdgeView | undefined
  /** Pictures of frames that have come, the newest last. */
  private readonly pictures = new Map<number, ImageBitmap>()
  private readonly listeners = new Set<() => void>()
  /** Frames that the video does not have, though its length says so. */
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
  /** What listens shows the pictures; where nothing does, none are asked for or kept. */
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

  /** The picture of a frame, once it has come. */
  picture(frame: number): ImageBitmap | undefined {
    return this.pictures.get(frame)
  }

  /** The edge is at a time now, and stays in view until `hide`. */
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

  /** The same for an edge that a key moved: it is shown for a while. */
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

  /** Lets go of the pictures of a video. */
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
      // Of another source, or shown nowhere any more: that says nothing of this one.
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

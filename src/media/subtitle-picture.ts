import * as Comlink from 'comlink'
import type { DrawnBox, PixelSize, Scene, SubtitleWorker } from '#workers/subtitles/subtitles.worker.ts'

export type { DrawnBox, PixelSize, Scene }

interface Sizes {
  readonly canvas: PixelSize
  readonly video: PixelSize
}

/** Receiver of a drawing's result. */
export interface PictureView {
  /** The box of the last drawing, undefined if empty. */
  readonly onDrawn: (box: DrawnBox | undefined) => void
  /** libass does not run in this browser. */
  readonly onFailed: () => void
}

interface Wanted {
  readonly scene: Scene
  readonly ms: number
}

/** libass on a separate canvas in a worker. A new request replaces a waiting one, so that none pile up. */
export class SubtitlePicture {
  private readonly thread: Worker
  private readonly remote: Comlink.Remote<SubtitleWorker>
  private readonly view: PictureView
  private size: Sizes | undefined
  private wanted: Wanted | undefined
  private last: Wanted | undefined
  private taken: Scene | undefined
  private isSized = false
  private isBusy = false

  constructor(canvas: HTMLCanvasElement, view: PictureView) {
    this.view = view
    this.thread = new Worker(new URL('../../workers/subtitles/subtitles.worker.ts', import.meta.url), {
      type: 'module',
    })
    this.remote = Comlink.wrap<SubtitleWorker>(this.thread)
    const surface = canvas.transferControlToOffscreen()
    void this.remote.open(Comlink.transfer(surface, [surface]))
  }

  /** Sizes in pixels of the canvas and of the video. */
  resize(canvas: PixelSize, video: PixelSize): void {
    this.size = { canvas, video }
    this.isSized = false
    this.wanted ??= this.last
    void this.work()
  }

  /** Draws a scene at a time. An unchanged scene costs only the time. */
  show(scene: Scene, ms: number): void {
    this.wanted = this.last = { scene, ms }
    void this.work()
  }

  close(): void {
    this.thread.terminate()
  }

  private async work(): Promise<void> {
    if (this.isBusy || !this.wanted || !this.size) return
    this.isBusy = true
    try {
      while (this.wanted) {
        const { wanted } = this
        this.wanted = undefined
        const box = await this.draw(wanted, this.size)
        if (!this.wanted) this.view.onDrawn(box)
      }
    } catch {
      this.view.onFailed()
    }
    this.isBusy = false
  }

  private async draw({ scene, ms }: Wanted, { canvas, video }: Sizes): Promise<DrawnBox | undefined> {
    const change = {
      ...(!this.isSized && { sizes: { canvas, video } }),
      ...((!this.isSized || this.taken !== scene) && { scene }),
    }
    this.isSized = true
    this.taken = scene
    // One message for all changes: each costs the page as much as a small drawing.
    return this.remote.draw(ms, change)
  }
}

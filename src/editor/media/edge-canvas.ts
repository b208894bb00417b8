import monoFont from '#src/ui/fonts/jetbrains-mono.woff2?url'
import type { EdgeFramesMessage } from '#workers/edge-frames/edge-frames.worker.ts'
import type { EdgePainting } from '#workers/edge-frames/painter.ts'
import type { EdgePictures } from './edge-preview.ts'

const MONO_FAMILY = 'JetBrains Mono'

/**
 * The frames around an edge on a canvas of their own, painted in a worker: painted or moved by the page itself they had it
 * put together again in the frame of a drop. The worker begins with the first picture.
 */
export class EdgeCanvas implements EdgePictures {
  private readonly canvas: HTMLCanvasElement
  private readonly onFailed: () => void
  private thread: Worker | undefined
  private painting: EdgePainting | undefined

  /** `onFailed`: the worker can not be had. */
  constructor(canvas: HTMLCanvasElement, onFailed: () => void) {
    this.canvas = canvas
    this.onFailed = onFailed
    // Who looks at the page from outside asks what is shown: an attribute would be written at each move of the edge.
    Object.assign(canvas, { painting: () => this.painting })
  }

  keep(frame: number, image: ImageBitmap): void {
    this.thread ??= this.begin()
    this.send({ kind: 'keep', frame, image }, [image])
  }

  drop(frame: number): void {
    this.send({ kind: 'drop', frame })
  }

  /** Nothing is told of what is there already: a pan of the timeline asks at each frame. */
  paint(painting: EdgePainting | undefined): void {
    if (!painting && !this.painting) return
    this.painting = painting
    this.send({ kind: 'paint', painting })
  }

  close(): void {
    this.thread?.terminate()
  }

  private begin(): Worker {
    const thread = new Worker(new URL('../../../workers/edge-frames/edge-frames.worker.ts', import.meta.url), {
      type: 'module',
    })
    thread.addEventListener('error', this.onFailed)
    const surface = this.canvas.transferControlToOffscreen()
    const font = { family: MONO_FAMILY, address: new URL(monoFont, location.href).href }
    thread.postMessage({ kind: 'open', canvas: surface, font } satisfies EdgeFramesMessage, [surface])
    return thread
  }

  private send(message: EdgeFramesMessage, transfer: Transferable[] = []): void {
    this.thread?.postMessage(message, transfer)
  }
}

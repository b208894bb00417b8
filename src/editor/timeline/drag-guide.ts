import { standingContext } from './standing-context.ts'

/**
 * The line at what a dragged edge has snapped to, on a canvas of one pixel that is drawn out. It is wiped away, not hidden:
 * then the frame of a drop has no styles to look at and no layers to put together.
 */
export class DragGuide {
  private readonly canvas: HTMLCanvasElement
  private readonly context: CanvasRenderingContext2D | null
  private isLit = false

  /** Puts it into the timeline's element. */
  constructor(timeline: HTMLElement) {
    this.canvas = document.createElement('canvas')
    this.canvas.className = 'drag-guide'
    this.canvas.width = 1
    this.canvas.height = 1
    this.canvas.ariaHidden = 'true'
    timeline.append(this.canvas)
    this.context = standingContext(this.canvas)
  }

  /** `x` in pixels of the timeline; undefined where nothing is snapped to. */
  show(x: number | undefined): void {
    if (x === undefined) return this.wipe()
    const transform = `translateX(${x}px)`
    // Written anew, it would have the page look at its styles.
    if (this.canvas.style.transform !== transform) this.canvas.style.transform = transform
    if (this.isLit || !this.context) return
    this.isLit = true
    this.context.fillStyle = getComputedStyle(this.canvas).color
    this.context.fillRect(0, 0, 1, 1)
  }

  remove(): void {
    this.canvas.remove()
  }

  private wipe(): void {
    if (!this.isLit) return
    this.isLit = false
    this.context?.clearRect(0, 0, 1, 1)
  }
}

import type { Container } from 'pixi.js'
import { Boxes, BoxLayer } from './boxes.ts'

/** The canvas that is drawn on, and how many of its pixels one of the page's takes. */
interface Surface {
  readonly canvas: HTMLCanvasElement
  readonly resolution: number
}

/**
 * The line at what a dragged edge has snapped to, over all tracks. A canvas keeps what was drawn: there the pixels under the
 * line are kept, and put back when it goes, since all tracks drawn again would cost several times what a drop does.
 */
export class GuideLayer {
  private readonly boxes = new Boxes()
  private readonly layer: BoxLayer
  /** What lay under the line. */
  private under: CanvasRenderingContext2D | null | undefined
  private shownX: number | undefined
  /** Where the pixels under the line begin on the canvas; undefined where they are not known. */
  private keptFrom: number | undefined

  constructor(container: Container, isPainted: boolean) {
    this.layer = new BoxLayer(container, isPainted, [this.boxes])
  }

  /** To do before the track of cues is drawn alone. False where all is to be drawn. */
  lift(surface: Surface, x: number | undefined): boolean {
    if (x === this.shownX) return true
    if (this.shownX !== undefined && !this.putBack(surface)) return false
    if (x !== undefined) this.keep(surface, x)
    return true
  }

  /** All is drawn again: what lies under the line is something else. */
  forget(): void {
    this.keptFrom = undefined
  }

  /** `x` in pixels of the timeline; undefined where nothing is snapped to. */
  draw(x: number | undefined, height: number, color: number): void {
    if (x === undefined && this.shownX === undefined) return
    this.shownX = x
    this.boxes.clear()
    if (x !== undefined) this.boxes.add(color, x, 0, 1, height)
    this.layer.update()
  }

  private keep({ canvas, resolution }: Surface, x: number): void {
    this.under ??= document.createElement('canvas').getContext('2d')
    if (!this.under) return
    const from = Math.floor(x * resolution)
    const { canvas: kept } = this.under
    kept.width = Math.ceil((x + 1) * resolution) - from
    kept.height = canvas.height
    this.under.drawImage(canvas, -from, 0)
    this.keptFrom = from
  }

  private putBack({ canvas }: Surface): boolean {
    const context = canvas.getContext('2d')
    if (!context || !this.under || this.keptFrom === undefined) return false
    context.resetTransform()
    context.globalAlpha = 1
    context.drawImage(this.under.canvas, this.keptFrom, 0)
    this.keptFrom = undefined
    return true
  }
}

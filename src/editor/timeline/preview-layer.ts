import { type Container, Container as PixiContainer, Graphics } from 'pixi.js'
import type { CueList } from '#core/subtitle/cue-list.ts'
import { Boxes } from './boxes.ts'
import { Tiles } from './tiles.ts'
import { endOf, type View, xOf } from './view.ts'
import { countBetween, cuesBetween } from './visible.ts'

/** Where they are narrower than this on the whole they are painted on tiles. */
const MIN_PX = 34

/** Dashes of what does not stand yet, in pixels: drawn, and with the space after each. */
const DASH_PX = 6
const DASH_STEP_PX = 10

/** Outlines of another version's lines, or, dashed, of what a change would make of these. */
export class PreviewLayer {
  private readonly lines = new Graphics()
  private readonly tiles: Tiles<CueList>
  private readonly boxes = new Boxes()

  constructor(container: Container, onSettled: () => void) {
    const tileLayer = new PixiContainer()
    this.tiles = new Tiles(tileLayer, onSettled)
    container.addChild(tileLayer, this.lines)
  }

  draw(overlay: CueList, isDashed: boolean, view: View, top: number, height: number, color: number): void {
    this.lines.clear()
    const isDense = countBetween(overlay, view.startMs, endOf(view)) > view.width / MIN_PX
    if (!isDense) {
      this.tiles.hide()
      this.place(overlay, isDashed, view, top, height, color)
      this.boxes.draw(this.lines)
      return
    }
    const painter = {
      stamp: () => overlay,
      paint: (context: CanvasRenderingContext2D, fromPx: number, pxPerMs: number) => {
        const tile = { startMs: fromPx / pxPerMs, pxPerMs, width: context.canvas.width }
        this.place(overlay, isDashed, tile, 0, height, color)
        this.boxes.paint(context)
      },
    }
    this.tiles.draw(painter, view, Infinity, top, height, `${color} ${isDashed}`)
  }

  private place(overlay: CueList, isDashed: boolean, view: View, top: number, height: number, color: number): void {
    this.boxes.clear()
    let right = -Infinity
    for (const outline of cuesBetween(overlay, view.startMs, endOf(view))) {
      const from = Math.max(-2, Math.round(xOf(view, outline.start)))
      const to = Math.min(view.width + 2, Math.max(from + 1, Math.round(xOf(view, outline.end))))
      if (to <= right) continue
      right = to
      if (isDashed) {
        this.dash(color, Math.round(xOf(view, outline.start)), from, to, top, height)
        continue
      }
      this.boxes.add(color, from, top, to - from, 1)
      this.boxes.add(color, from, top + height - 1, to - from, 1)
      // Side lines only where there is something between them.
      if (to - from > 3) {
        this.boxes.add(color, from, top, 1, height)
        this.boxes.add(color, to - 1, top, 1, height)
      }
    }
  }

  /** The dashes are counted from where the line begins: they stay where they are while the view moves. */
  private dash(color: number, begin: number, from: number, to: number, top: number, height: number): void {
    const hidden = Math.floor(Math.max(0, from - begin) / DASH_STEP_PX)
    for (let x = begin + hidden * DASH_STEP_PX; x < to; x += DASH_STEP_PX) {
      const width = Math.min(DASH_PX, to - x)
      this.boxes.add(color, x, top, width, 2)
      this.boxes.add(color, x, top + height - 2, width, 2)
    }
    if (to - from <= 3) return
    for (let y = top; y < top + height; y += DASH_STEP_PX) {
      const length = Math.min(DASH_PX, top + height - y)
      this.boxes.add(color, from, y, 2, length)
      this.boxes.add(color, to - 2, y, 2, length)
    }
  }
}

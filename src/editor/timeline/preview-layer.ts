import { type Container, Container as PixiContainer } from 'pixi.js'
import { Boxes, BoxLayer } from './boxes.ts'
import { Tiles } from './tiles.ts'
import { endOf, type View, xOf } from './view.ts'
import { type Outlines, outlinesBetween } from './visible.ts'

/** Where they are narrower than this on the whole they are painted on tiles. */
const MIN_PX = 34

/** Dashes of what does not stand yet, in pixels: drawn, and with the space after each. */
const DASH_PX = 6
const DASH_STEP_PX = 10

/** How the outlines look, and where they are drawn. */
interface Look {
  readonly isDashed: boolean
  readonly color: number
  readonly top: number
  readonly height: number
}

/** Outlines of another version's lines, or, dashed, of what a change would make of these. */
export class PreviewLayer {
  private readonly tiles: Tiles<Outlines>
  private readonly near = new Boxes()
  private readonly layer: BoxLayer

  constructor(container: Container, isPainted: boolean, onSettled: () => void) {
    const tileLayer = new PixiContainer()
    this.tiles = new Tiles(tileLayer, isPainted, onSettled)
    container.addChild(tileLayer)
    this.layer = new BoxLayer(container, isPainted, [this.near])
  }

  draw(overlay: Outlines, isDashed: boolean, view: View, top: number, height: number, color: number): void {
    const look = { isDashed, color, top, height }
    this.near.clear()
    const [from, to] = outlinesBetween(overlay, view.startMs, endOf(view))
    if (to - from > view.width / MIN_PX) this.drawTiles(overlay, view, look)
    else {
      this.tiles.hide()
      place(this.near, overlay, view, look)
    }
    this.layer.update()
  }

  private drawTiles(overlay: Outlines, view: View, look: Look): void {
    const { color, isDashed, top, height } = look
    const painter = {
      stamp: () => overlay,
      paint: (context: CanvasRenderingContext2D, fromPx: number, pxPerMs: number) => {
        const boxes = new Boxes()
        const tile = { startMs: fromPx / pxPerMs, pxPerMs, width: context.canvas.width }
        place(boxes, overlay, tile, { ...look, top: 0 })
        boxes.paint(context)
      },
    }
    this.tiles.draw(painter, view, Infinity, top, height, `${color} ${isDashed}`)
  }
}

function place(boxes: Boxes, overlay: Outlines, view: View, look: Look): void {
  const { isDashed, color, top, height } = look
  let right = -Infinity
  // One that begins before the view may reach into it.
  const [first, last] = outlinesBetween(overlay, view.startMs - overlay.longest, endOf(view))
  for (let at = first; at < last; at++) {
    const begin = Math.round(xOf(view, overlay.starts[at]!))
    const from = Math.max(-2, begin)
    const to = Math.min(view.width + 2, Math.max(from + 1, Math.round(xOf(view, overlay.ends[at]!))))
    if (to <= right || overlay.ends[at]! < view.startMs) continue
    right = to
    if (isDashed) {
      dash(boxes, begin, from, to, look)
      continue
    }
    boxes.add(color, from, top, to - from, 1)
    boxes.add(color, from, top + height - 1, to - from, 1)
    // Side lines only where there is something between them.
    if (to - from > 3) {
      boxes.add(color, from, top, 1, height)
      boxes.add(color, to - 1, top, 1, height)
    }
  }
}

/** The dashes are counted from where the line begins: they stay where they are while the view moves. */
function dash(boxes: Boxes, begin: number, from: number, to: number, { color, top, height }: Look): void {
  const hidden = Math.floor(Math.max(0, from - begin) / DASH_STEP_PX)
  for (let x = begin + hidden * DASH_STEP_PX; x < to; x += DASH_STEP_PX) {
    const width = Math.min(DASH_PX, to - x)
    boxes.add(color, x, top, width, 2)
    boxes.add(color, x, top + height - 2, width, 2)
  }
  if (to - from <= 3) return
  for (let y = top; y < top + height; y += DASH_STEP_PX) {
    const length = Math.min(DASH_PX, top + height - y)
    boxes.add(color, from, y, 2, length)
    boxes.add(color, to - 2, y, 2, length)
  }
}

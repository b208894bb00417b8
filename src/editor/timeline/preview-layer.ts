import type { Surface } from './surface/surface.ts'
import { type Painter, type TilePlace, Tiles } from './tiles.ts'
import { endOf, type View, xOf } from './view.ts'
import { type Outlines, outlinesBetween } from '../model/document/cues-in-time.ts'

/** Lines narrower than this on average are painted on tiles. */
const MIN_PX = 34

/** Dashes of planned changes, in pixels: drawn, and with the gap after each. */
const DASH_PX = 6
const DASH_STEP_PX = 10

/** Look of outlines, and their position. */
interface Look {
  readonly isDashed: boolean
  readonly color: number
  readonly top: number
  readonly height: number
}

/** Outlines of another version's lines or, dashed, of a planned change. */
export class PreviewLayer {
  private readonly tiles = new Tiles<Outlines>()

  draw(surface: Surface, overlay: Outlines, isDashed: boolean, place: Omit<TilePlace, 'toMs'>, color: number): void {
    const { view, top, height } = place
    const [from, to] = outlinesBetween(overlay, view.startMs, endOf(view))
    if (to - from <= view.width / MIN_PX) return paint(surface, overlay, view, { isDashed, color, top, height })
    const painter: Painter<Outlines> = {
      signature: () => overlay,
      paint: (tile, { fromPx, pxPerMs, width }) =>
        paint(tile, overlay, { startMs: fromPx / pxPerMs, pxPerMs, width }, { isDashed, color, top: 0, height }),
    }
    this.tiles.draw(surface, painter, { ...place, toMs: Infinity }, `${color} ${isDashed}`)
  }
}

function paint(surface: Surface, overlay: Outlines, view: View, look: Look): void {
  const { isDashed, color, top, height } = look
  let right = -Infinity
  // A line that starts before the view may reach into it.
  const [first, last] = outlinesBetween(overlay, view.startMs - overlay.longest, endOf(view))
  for (let at = first; at < last; at++) {
    const begin = Math.round(xOf(view, overlay.starts[at]!))
    const from = Math.max(-2, begin)
    const to = Math.min(view.width + 2, Math.max(from + 1, Math.round(xOf(view, overlay.ends[at]!))))
    if (to <= right || overlay.ends[at]! < view.startMs) continue
    right = to
    if (isDashed) {
      dash(surface, begin, from, to, look)
      continue
    }
    surface.rect(color, from, top, to - from, 1)
    surface.rect(color, from, top + height - 1, to - from, 1)
    // Side lines only if there is space between them.
    if (to - from > 3) {
      surface.rect(color, from, top, 1, height)
      surface.rect(color, to - 1, top, 1, height)
    }
  }
}

/** Dashes are counted from the line's start, so that they do not move with the view. */
function dash(surface: Surface, begin: number, from: number, to: number, { color, top, height }: Look): void {
  const hidden = Math.floor(Math.max(0, from - begin) / DASH_STEP_PX)
  for (let x = begin + hidden * DASH_STEP_PX; x < to; x += DASH_STEP_PX) {
    const width = Math.min(DASH_PX, to - x)
    surface.rect(color, x, top, width, 2)
    surface.rect(color, x, top + height - 2, width, 2)
  }
  if (to - from <= 3) return
  for (let y = top; y < top + height; y += DASH_STEP_PX) {
    const length = Math.min(DASH_PX, top + height - y)
    surface.rect(color, from, y, 2, length)
    surface.rect(color, to - 2, y, 2, length)
  }
}

import type { Surface } from './surface/surface.ts'
import { endOf, type View, xOf } from './view.ts'

/** Duration and size of a piece. */
export const SPECTRUM_TILE_MS = 8000
export const SPECTRUM_WIDTH = 512
export const SPECTRUM_HEIGHT = 128
/** At a smaller scale a piece is a few pixels wide, and a view needs hundreds. */
const MIN_PX_PER_MS = 0.02
const MAX_TILES = 40

/** The sound's frequencies over time, up to 8 kHz, in pieces that are decoded for the view. */
export class SpectrumLayer {
  private readonly tiles = new Map<number, HTMLCanvasElement>()

  /** Numbers of the pieces that a view lacks. */
  missing(view: View, durationMs: number): number[] {
    if (view.pxPerMs < MIN_PX_PER_MS) return []
    const last = Math.floor(Math.min(endOf(view), durationMs - 1) / SPECTRUM_TILE_MS)
    const found: number[] = []
    for (let tile = Math.max(0, Math.floor(view.startMs / SPECTRUM_TILE_MS)); tile <= last; tile++) {
      if (!this.tiles.has(tile)) found.push(tile)
    }
    return found
  }

  /** Adds grey levels row by row, high frequencies first. */
  put(tile: number, grey: Uint8Array): void {
    this.tiles.delete(tile)
    this.tiles.set(tile, painted(grey))
    for (const oldest of this.tiles.keys()) {
      if (this.tiles.size <= MAX_TILES) return
      this.tiles.delete(oldest)
    }
  }

  draw(surface: Surface, view: View, top: number, height: number): void {
    if (view.pxPerMs < MIN_PX_PER_MS) return
    for (const [tile, canvas] of this.tiles) {
      const x = xOf(view, tile * SPECTRUM_TILE_MS)
      const width = SPECTRUM_TILE_MS * view.pxPerMs * (canvas.width / SPECTRUM_WIDTH)
      if (x < view.width && x + width > 0) {
        surface.image(canvas, Math.round(x), top, Math.ceil(width), height, { isSmooth: true })
      }
    }
  }
}

/** Quiet is dark blue, loud is yellow: similar levels stay distinguishable, also in greyscale. */
function painted(grey: Uint8Array): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  canvas.width = grey.length / SPECTRUM_HEIGHT
  canvas.height = SPECTRUM_HEIGHT
  const context = canvas.getContext('2d')!
  const image = context.createImageData(canvas.width, SPECTRUM_HEIGHT)
  for (const [at, value] of grey.entries()) {
    const level = value / 255
    image.data[at * 4] = 255 * Math.min(1, 1.6 * level ** 1.2)
    image.data[at * 4 + 1] = 255 * level ** 1.8
    image.data[at * 4 + 2] = 255 * (0.22 + 0.5 * level - 0.6 * level ** 3)
    image.data[at * 4 + 3] = 255
  }
  context.putImageData(image, 0, 0)
  return canvas
}

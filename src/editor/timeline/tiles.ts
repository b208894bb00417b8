import { CanvasSurface } from './surface/canvas-surface.ts'
import { cssColor, type PictureLook, type Surface } from './surface/surface.ts'
import { endOf, type View, xOf } from './view.ts'

const TILE_PX = 512
const MAX_TILES = 24
/** While the user zooms tiles are stretched; painted again they are when the zoom rests, or goes this far from them. */
const REST_MS = 90
const MAX_STRETCH = 2

/** The scale that tiles are painted at, in pixels a millisecond: near that of the view, and at rest the same. */
export class TileScale {
  private readonly onRest: () => void
  private scale = 0
  private wanted = 0
  private timer: ReturnType<typeof setTimeout> | undefined

  constructor(onRest: () => void) {
    this.onRest = onRest
  }

  of({ pxPerMs }: View): number {
    if (pxPerMs === this.wanted) return this.scale
    this.wanted = pxPerMs
    clearTimeout(this.timer)
    const stretch = pxPerMs / this.scale
    if (!(stretch < MAX_STRETCH && stretch > 1 / MAX_STRETCH)) return (this.scale = pxPerMs)
    this.timer = setTimeout(() => {
      this.scale = this.wanted
      this.onRest()
    }, REST_MS)
    return this.scale
  }

  stop(): void {
    clearTimeout(this.timer)
  }
}

/** A stretch of the video as a tile shows it: where it begins, in pixels from the start of the video. */
export interface TileStretch {
  readonly fromPx: number
  readonly pxPerMs: number
  readonly width: number
  readonly height: number
}

/** Says how a stretch of the video looks, and paints it. */
export interface Painter<Signature> {
  /** What is behind everything: a picture that nothing shows through is drawn faster. */
  readonly ground?: number | undefined
  /** What the stretch shows now; `painted`, what it showed when it was painted, where that is still the same. */
  signature(fromMs: number, toMs: number, painted: Signature | undefined): Signature
  paint(surface: Surface, stretch: TileStretch, signature: Signature): void
}

interface Tile<Signature> {
  readonly canvas: HTMLCanvasElement
  signature: Signature | undefined
  version: number
}

/** Where tiles are shown, and how far. */
export interface TilePlace {
  readonly view: View
  /** Of the tiles, in pixels a millisecond. */
  readonly scale: number
  /** There are none after this time. */
  readonly toMs: number
  readonly top: number
  readonly height: number
}

/** Pictures side by side at one scale: a pan paints only what comes into view, whatever there is in it. */
export class Tiles<Signature> {
  private readonly tiles = new Map<string, Tile<Signature>>()

  /** `look` tells apart what else the pictures depend on: tiles of another look stay at hand. */
  draw(surface: Surface, painter: Painter<Signature>, place: TilePlace, look = '', shown: PictureLook = {}): void {
    const { view, scale, toMs, top, height } = place
    const stretch = view.pxPerMs / scale
    const tileMs = TILE_PX / scale
    const last = Math.floor(Math.min(endOf(view), toMs) / tileMs)
    for (let index = Math.max(0, Math.floor(view.startMs / tileMs)); index <= last; index++) {
      const tile = this.tileAt(`${scale} ${index} ${height} ${look} ${painter.ground}`, height)
      const signature = painter.signature(index * tileMs, (index + 1) * tileMs, tile.signature)
      if (signature !== tile.signature) {
        const { canvas } = tile
        const size = { width: canvas.width, height: canvas.height }
        painter.paint(
          groundedSurface(canvas, painter.ground),
          { fromPx: index * TILE_PX, pxPerMs: scale, ...size },
          signature,
        )
        tile.signature = signature
        tile.version++
      }
      const { canvas, version } = tile
      // Column by column while the user zooms: blurring them takes three times as long.
      surface.image(canvas, Math.round(xOf(view, index * tileMs)), top, TILE_PX * stretch, canvas.height, {
        ...shown,
        version,
      })
    }
    this.forget()
  }

  /** Everything is painted again next time. */
  clear(): void {
    this.tiles.clear()
  }

  /** The tiles drawn last are the last ones. */
  private tileAt(key: string, height: number): Tile<Signature> {
    const tile = this.tiles.get(key) ?? { canvas: newCanvas(height), signature: undefined, version: 0 }
    this.tiles.delete(key)
    this.tiles.set(key, tile)
    return tile
  }

  private forget(): void {
    for (const key of this.tiles.keys()) {
      if (this.tiles.size <= MAX_TILES) return
      this.tiles.delete(key)
    }
  }
}

function newCanvas(height: number): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  canvas.width = TILE_PX
  canvas.height = Math.max(1, height)
  return canvas
}

function groundedSurface(canvas: HTMLCanvasElement, ground: number | undefined): CanvasSurface {
  const context = canvas.getContext('2d', { alpha: ground === undefined })!
  context.globalAlpha = 1
  if (ground === undefined) context.clearRect(0, 0, canvas.width, canvas.height)
  else {
    context.fillStyle = cssColor(ground)
    context.fillRect(0, 0, canvas.width, canvas.height)
  }
  return new CanvasSurface(context)
}

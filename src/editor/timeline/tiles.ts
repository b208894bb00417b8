import { CanvasSurface } from './surface/canvas-surface.ts'
import { cssColor, type PictureLook, type Surface } from './surface/surface.ts'
import { endOf, type View, xOf } from './view.ts'

const TILE_PX = 512
const MAX_TILES = 24
/** Tiles are stretched while the user zooms, and repainted when the zoom stops or exceeds this factor. */
const REST_MS = 90
const MAX_STRETCH = 2

/** Scale of the painted tiles in pixels per millisecond: near the view's, and equal to it when idle. */
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

/** The range of the video on a tile: its start, in pixels from the start of the video. */
export interface TileStretch {
  readonly fromPx: number
  readonly pxPerMs: number
  readonly width: number
  readonly height: number
}

/** Paints ranges of the video, and describes them by signatures. */
export interface Painter<Signature> {
  /** Background colour: opaque pictures are drawn faster. */
  readonly ground?: number | undefined
  /** Signature of a range now; the same object `painted` if it is unchanged. */
  signature(fromMs: number, toMs: number, painted: Signature | undefined): Signature
  paint(surface: Surface, stretch: TileStretch, signature: Signature): void
}

interface Tile<Signature> {
  readonly canvas: HTMLCanvasElement
  signature: Signature | undefined
  version: number
}

/** Where tiles are drawn. */
export interface TilePlace {
  readonly view: View
  /** Scale of the tiles, in pixels per millisecond. */
  readonly scale: number
  /** No tiles after this time. */
  readonly toMs: number
  readonly top: number
  /** Of the pictures. */
  readonly height: number
  /** If the pictures are shown flatter than they are painted. */
  readonly shownHeight?: number
}

/** Pictures side by side at one scale: panning paints only new tiles, regardless of their content. */
export class Tiles<Signature> {
  private readonly tiles = new Map<string, Tile<Signature>>()

  /** `look` distinguishes other properties of the pictures: tiles of another look stay cached. */
  draw(surface: Surface, painter: Painter<Signature>, place: TilePlace, look = '', shown: PictureLook = {}): void {
    const { view, scale, toMs, top, height, shownHeight = height } = place
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
      // Without interpolation while the user zooms, since it takes three times as long.
      surface.image(canvas, Math.round(xOf(view, index * tileMs)), top, TILE_PX * stretch, shownHeight, {
        ...shown,
        version,
      })
    }
    this.forget()
  }

  /** Repaints everything next time. */
  clear(): void {
    this.tiles.clear()
  }

  /** The tiles drawn most recently are the last. */
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

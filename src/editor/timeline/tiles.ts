import { type Container, Sprite, Texture } from 'pixi.js'
import { painted } from './painted.ts'
import { endOf, type View, xOf } from './view.ts'

const TILE_PX = 512
const MAX_TILES = 24
/** While the user zooms tiles are stretched; painted again they are when the zoom rests, or goes this far from them. */
const SETTLE_MS = 90
const MAX_STRETCH = 2

/** Says how a stretch of the video looks, and paints it. */
export interface Painter<Stamp> {
  /** What is behind everything, as CSS writes it: a picture that nothing shows through is drawn faster. */
  readonly ground?: string | undefined
  /** What the stretch shows now; `kept`, what it showed when it was painted, where that is still the same. */
  stamp(fromMs: number, toMs: number, kept: Stamp | undefined): Stamp
  /** Paints a stretch of the scale's pixels, counted from the start of the video, over the ground. */
  paint(context: CanvasRenderingContext2D, fromPx: number, pxPerMs: number, stamp: Stamp): void
}

interface Tile<Stamp> {
  readonly canvas: HTMLCanvasElement
  /** Shows it, where Pixi does not draw on a canvas itself. */
  readonly sprite: Sprite | undefined
  stamp: Stamp | undefined
  x: number
  y: number
  /** The drawing that showed it last. */
  drawing: number
}

/** Pictures side by side at one scale: a pan paints only what comes into view, whatever there is in it. */
export class Tiles<Stamp> {
  private readonly tiles = new Map<string, Tile<Stamp>>()
  private readonly container: Container
  private readonly isPainted: boolean
  private readonly onSettled: () => void
  /** Scale of the tiles that are shown, in pixels a millisecond, and the one that the view has. */
  private scale = 0
  private wanted = 0
  /** How many times as wide as painted the tiles are shown. */
  private stretch = 1
  private timer: ReturnType<typeof setTimeout> | undefined
  /** Number of the last drawing. */
  private drawing = 1
  private isHidden = true

  constructor(container: Container, isPainted: boolean, onSettled: () => void) {
    this.container = container
    this.isPainted = isPainted
    this.onSettled = onSettled
    if (isPainted) container.addChild(painted((context) => this.paint(context)))
  }

  /** `look` tells apart what else the pictures depend on: tiles of another look stay at hand. */
  draw(painter: Painter<Stamp>, view: View, toMs: number, top: number, height: number, look = ''): void {
    this.settle(view.pxPerMs)
    this.drawing++
    this.isHidden = false
    const { scale } = this
    const { ground } = painter
    this.stretch = view.pxPerMs / scale
    const tileMs = TILE_PX / scale
    const last = Math.floor(Math.min(endOf(view), toMs) / tileMs)
    for (let index = Math.max(0, Math.floor(view.startMs / tileMs)); index <= last; index++) {
      const tile = this.tileAt(`${scale} ${index} ${height} ${look} ${ground}`, height)
      const stamp = painter.stamp(index * tileMs, (index + 1) * tileMs, tile.stamp)
      if (stamp !== tile.stamp) {
        const context = groundedContext(tile.canvas, ground)
        painter.paint(context, index * TILE_PX, scale, stamp)
        tile.sprite?.texture.source.update()
        tile.stamp = stamp
      }
      tile.drawing = this.drawing
      tile.x = Math.round(xOf(view, index * tileMs))
      tile.y = top
    }
    this.place()
    this.forget()
  }

  hide(): void {
    if (this.isHidden) return
    this.isHidden = true
    this.drawing++
    this.place()
  }

  /** Everything is painted again next time. */
  clear(): void {
    for (const [key, tile] of this.tiles) this.drop(key, tile)
  }

  private place(): void {
    if (this.isPainted) return
    for (const { sprite, drawing, x, y } of this.tiles.values()) {
      if (!sprite) continue
      sprite.visible = drawing === this.drawing
      sprite.position.set(x, y)
      sprite.scale.x = this.stretch
    }
  }

  private paint(context: CanvasRenderingContext2D): void {
    if (this.isHidden) return
    // Column by column while the user zooms: blurring them takes three times as long.
    context.imageSmoothingEnabled = false
    for (const { canvas, drawing, x, y } of this.tiles.values()) {
      if (drawing !== this.drawing) continue
      context.drawImage(canvas, x, y, canvas.width * this.stretch, canvas.height)
    }
  }

  private settle(pxPerMs: number): void {
    if (pxPerMs === this.wanted) return
    this.wanted = pxPerMs
    clearTimeout(this.timer)
    const stretch = pxPerMs / this.scale
    if (!(stretch < MAX_STRETCH && stretch > 1 / MAX_STRETCH)) {
      this.scale = pxPerMs
      return
    }
    this.timer = setTimeout(() => {
      this.scale = this.wanted
      this.onSettled()
    }, SETTLE_MS)
  }

  private tileAt(key: string, height: number): Tile<Stamp> {
    const kept = this.tiles.get(key)
    if (kept) {
      this.tiles.delete(key)
      this.tiles.set(key, kept)
      return kept
    }
    const canvas = document.createElement('canvas')
    canvas.width = TILE_PX
    canvas.height = Math.max(1, height)
    const sprite = this.isPainted ? undefined : new Sprite(textureOf(canvas))
    if (sprite) this.container.addChild(sprite)
    const tile: Tile<Stamp> = { canvas, sprite, stamp: undefined, x: 0, y: 0, drawing: 0 }
    this.tiles.set(key, tile)
    return tile
  }

  private forget(): void {
    for (const [key, tile] of this.tiles) {
      if (this.tiles.size <= MAX_TILES) return
      if (tile.drawing !== this.drawing) this.drop(key, tile)
    }
  }

  private drop(key: string, { sprite }: Tile<Stamp>): void {
    this.tiles.delete(key)
    const texture = sprite?.texture
    sprite?.destroy()
    texture?.destroy(true)
  }
}

/** Its columns as they are, as where Pixi draws on a canvas: between two pixels of the page a click would be half as strong. */
function textureOf(canvas: HTMLCanvasElement): Texture {
  const texture = Texture.from(canvas, true)
  texture.source.scaleMode = 'nearest'
  return texture
}

function groundedContext(canvas: HTMLCanvasElement, ground: string | undefined): CanvasRenderingContext2D {
  const context = canvas.getContext('2d', { alpha: ground === undefined })!
  if (ground === undefined) context.clearRect(0, 0, canvas.width, canvas.height)
  else {
    context.fillStyle = ground
    context.fillRect(0, 0, canvas.width, canvas.height)
  }
  return context
}

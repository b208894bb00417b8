import { type Container, Sprite, Texture } from 'pixi.js'
import { endOf, type View, xOf } from './view.ts'

const TILE_PX = 512
const MAX_TILES = 24
/** While somebody zooms tiles are stretched; painted anew they are when the zoom rests, or goes this far from them. */
const SETTLE_MS = 90
const MAX_STRETCH = 2

/** Says how a stretch of the video looks, and paints it. */
export interface Painter<Stamp> {
  /** What the stretch shows now; `kept`, what it showed when it was painted, where that is still the same. */
  stamp(fromMs: number, toMs: number, kept: Stamp | undefined): Stamp
  /** Paints a stretch of the scale's pixels, counted from the start of the video, on an empty canvas. */
  paint(context: CanvasRenderingContext2D, fromPx: number, pxPerMs: number, stamp: Stamp): void
}

interface Tile<Stamp> {
  readonly canvas: HTMLCanvasElement
  readonly texture: Texture
  readonly sprite: Sprite
  stamp: Stamp | undefined
}

/** Pictures side by side at one scale: a pan paints only what comes into view, whatever there is in it. */
export class Tiles<Stamp> {
  private readonly tiles = new Map<string, Tile<Stamp>>()
  private readonly container: Container
  private readonly onSettled: () => void
  /** Scale of the tiles that are shown, in pixels a millisecond, and the one that the view has. */
  private scale = 0
  private wanted = 0
  private timer: ReturnType<typeof setTimeout> | undefined

  constructor(container: Container, onSettled: () => void) {
    this.container = container
    this.onSettled = onSettled
  }

  /** `look` tells apart what else the pictures depend on: tiles of another look stay at hand. */
  draw(painter: Painter<Stamp>, view: View, toMs: number, top: number, height: number, look = ''): void {
    this.hide()
    this.settle(view.pxPerMs)
    const { scale } = this
    const tileMs = TILE_PX / scale
    const last = Math.floor(Math.min(endOf(view), toMs) / tileMs)
    for (let index = Math.max(0, Math.floor(view.startMs / tileMs)); index <= last; index++) {
      const tile = this.tileAt(`${scale} ${index} ${height} ${look}`, height)
      const stamp = painter.stamp(index * tileMs, (index + 1) * tileMs, tile.stamp)
      if (stamp !== tile.stamp) {
        const context = tile.canvas.getContext('2d')!
        context.clearRect(0, 0, tile.canvas.width, tile.canvas.height)
        painter.paint(context, index * TILE_PX, scale, stamp)
        tile.texture.source.update()
        tile.stamp = stamp
      }
      tile.sprite.visible = true
      tile.sprite.x = Math.round(xOf(view, index * tileMs))
      tile.sprite.width = tileMs * view.pxPerMs
      tile.sprite.y = top
    }
    this.forget()
  }

  hide(): void {
    for (const tile of this.tiles.values()) tile.sprite.visible = false
  }

  /** Everything is painted anew next time. */
  clear(): void {
    for (const [key, tile] of this.tiles) this.drop(key, tile)
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
    const texture = Texture.from(canvas, true)
    const tile: Tile<Stamp> = { canvas, texture, sprite: new Sprite(texture), stamp: undefined }
    this.container.addChild(tile.sprite)
    this.tiles.set(key, tile)
    return tile
  }

  private forget(): void {
    for (const [key, tile] of this.tiles) {
      if (this.tiles.size <= MAX_TILES) return
      if (!tile.sprite.visible) this.drop(key, tile)
    }
  }

  private drop(key: string, tile: Tile<Stamp>): void {
    this.tiles.delete(key)
    tile.sprite.destroy()
    tile.texture.destroy(true)
  }
}

import { Container, Sprite, Texture } from 'pixi.js'
import type { Loudness, Peaks } from '#core/media/peaks.ts'
import { endOf, type View, xOf } from './view.ts'

const TILE_PX = 512
const MAX_TILES = 24

interface Tile {
  readonly canvas: HTMLCanvasElement
  readonly texture: Texture
  readonly sprite: Sprite
  /** The waveform's revision when it was drawn. */
  revision: number
}

/** While somebody zooms tiles are stretched; painted anew they are when the zoom rests, or goes this far from them. */
const SETTLE_MS = 90
const MAX_STRETCH = 2

/** The waveform in tiles of one scale: a pan draws only what comes into view. */
export class WaveLayer {
  private readonly tiles = new Map<string, Tile>()
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

  draw(peaks: Peaks | undefined, view: View, top: number, height: number, color: string): void {
    for (const tile of this.tiles.values()) tile.sprite.visible = false
    if (!peaks) return
    this.settle(view.pxPerMs)
    const { scale } = this
    const tileMs = TILE_PX / scale
    const first = Math.max(0, Math.floor(view.startMs / tileMs))
    const last = Math.floor(Math.min(endOf(view), peaks.durationMs) / tileMs)
    for (let index = first; index <= last; index++) {
      const tile = this.tileAt(`${scale} ${index} ${height} ${color}`, height)
      if (tile.revision < peaks.revisionOf(index * tileMs, (index + 1) * tileMs)) {
        paint(tile.canvas, peaks, index * TILE_PX, scale, color)
        tile.texture.source.update()
        tile.revision = peaks.revision
      }
      tile.sprite.visible = true
      tile.sprite.x = Math.round(xOf(view, index * tileMs))
      tile.sprite.width = tileMs * view.pxPerMs
      tile.sprite.y = top
    }
    this.forget()
  }

  /** Everything is drawn anew next time: other sound, other colours. */
  clear(): void {
    for (const [key, tile] of this.tiles) this.drop(key, tile)
  }

  private tileAt(key: string, height: number): Tile {
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
    const tile: Tile = { canvas, texture, sprite: new Sprite(texture), revision: -1 }
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

  private drop(key: string, tile: Tile): void {
    this.tiles.delete(key)
    tile.sprite.destroy()
    tile.texture.destroy(true)
  }
}

const loudness: Loudness = { min: 0, max: 0, rms: 0 }

/** Extremes of each pixel, and over them, stronger, how loud it is on the whole. */
function paint(canvas: HTMLCanvasElement, peaks: Peaks, fromPx: number, pxPerMs: number, color: string): void {
  const context = canvas.getContext('2d')!
  const middle = canvas.height / 2
  const scale = middle / 32_768
  context.clearRect(0, 0, canvas.width, canvas.height)
  context.fillStyle = color
  for (let x = 0; x < canvas.width; x++) {
    peaks.loudness((fromPx + x) / pxPerMs, (fromPx + x + 1) / pxPerMs, pxPerMs, loudness)
    const top = middle - loudness.max * scale
    context.globalAlpha = 0.6
    context.fillRect(x, top, 1, Math.max(1, middle - loudness.min * scale - top))
    context.globalAlpha = 1
    const body = loudness.rms * scale
    if (body >= 0.5) context.fillRect(x, middle - body, 1, body * 2)
  }
}

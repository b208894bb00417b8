import { Container, Sprite, Texture } from 'pixi.js'
import { extremes, type Peaks } from '#core/media/peaks.ts'
import { endOf, type View, xOf } from './view.ts'

const TILE_PX = 512
const MAX_TILES = 24

interface Tile {
  readonly canvas: HTMLCanvasElement
  readonly texture: Texture
  readonly sprite: Sprite
  /** Known part of the waveform when it was drawn. */
  filledMs: number
}

/** The waveform in tiles of the present scale: a pan draws only what comes into view. */
export class WaveLayer {
  private readonly tiles = new Map<string, Tile>()
  private readonly container: Container

  constructor(container: Container) {
    this.container = container
  }

  draw(peaks: Peaks | undefined, view: View, top: number, height: number, color: string): void {
    for (const tile of this.tiles.values()) tile.sprite.visible = false
    if (!peaks) return
    const tileMs = TILE_PX / view.pxPerMs
    const first = Math.max(0, Math.floor(view.startMs / tileMs))
    const last = Math.floor(Math.min(endOf(view), peaks.durationMs) / tileMs)
    for (let index = first; index <= last; index++) {
      const tile = this.tileAt(`${view.pxPerMs} ${index} ${height} ${color}`, height)
      const endMs = (index + 1) * tileMs
      if (tile.filledMs < Math.min(endMs, peaks.filledMs)) {
        paint(tile.canvas, peaks, index * TILE_PX, view.pxPerMs, color)
        tile.texture.source.update()
        tile.filledMs = peaks.filledMs
      }
      tile.sprite.visible = true
      tile.sprite.x = Math.round(xOf(view, index * tileMs))
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
    const tile: Tile = { canvas, texture, sprite: new Sprite(texture), filledMs: -1 }
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

function paint(canvas: HTMLCanvasElement, peaks: Peaks, fromPx: number, pxPerMs: number, color: string): void {
  const context = canvas.getContext('2d')!
  const { perSecond, minMax } = peaks.levelFor(pxPerMs)
  const bucketsPerPx = perSecond / 1000 / pxPerMs
  const middle = canvas.height / 2
  const scale = middle / 32_768
  context.clearRect(0, 0, canvas.width, canvas.height)
  context.fillStyle = color
  for (let x = 0; x < canvas.width; x++) {
    const from = Math.floor((fromPx + x) * bucketsPerPx)
    const to = Math.max(from + 1, Math.floor((fromPx + x + 1) * bucketsPerPx))
    const { min, max } = extremes(minMax, from, to)
    const top = middle - max * scale
    context.fillRect(x, top, 1, Math.max(1, middle - min * scale - top))
  }
}

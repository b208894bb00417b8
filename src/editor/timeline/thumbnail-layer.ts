import { type Container, Container as PixiContainer, Graphics, Sprite, Texture } from 'pixi.js'
import { gridStep, gridTimes } from '#core/media/thumbnails.ts'
import { endOf, type View, xOf } from './view.ts'

/** Exact pictures that are kept: some screens full. */
const FINE_PICTURES = 160

/** A grid this many times as coarse lends its pictures until a finer one's own have come. */
const LENDING_FACTORS = [1.5, 2, 3, 4, 6, 8]

/**
 * Pictures side by side on a grid of times. Each begins at its time and shows the frame that is on screen then; until that
 * one has come, the nearest that is at hand.
 */
export class ThumbnailLayer {
  private readonly textures: (Texture | undefined)[] = []
  /** Exact pictures, by their time; the last used ones last. */
  private readonly fine = new Map<number, Texture>()
  private readonly sprites: Sprite[] = []
  private readonly container = new PixiContainer()
  /** Hides what the last picture shows past the video's end. */
  private readonly cover = new Graphics()
  private count = 1
  /** Told of the time of an exact picture that was let go. */
  onForget: (ms: number) => void = () => undefined

  constructor(container: Container) {
    container.addChild(this.container, this.cover)
  }

  /** Forgets the pictures of another video; `count` new ones will come. */
  reset(count: number): void {
    for (const sprite of this.sprites) sprite.visible = false
    for (const texture of [...this.textures, ...this.fine.values()]) texture?.destroy(true)
    this.textures.length = 0
    this.fine.clear()
    this.count = Math.max(1, count)
  }

  put(index: number, image: ImageBitmap): void {
    this.textures[index]?.destroy(true)
    this.textures[index] = Texture.from(image, true)
  }

  putFine(ms: number, image: ImageBitmap): void {
    this.fine.get(ms)?.destroy(true)
    this.fine.set(ms, Texture.from(image, true))
    for (const [oldest, texture] of this.fine) {
      if (this.fine.size <= FINE_PICTURES) return
      // What is on screen was used last and stays.
      this.fine.delete(oldest)
      texture.destroy(true)
      this.onForget(oldest)
    }
  }

  /** Times of the exact pictures that a view lacks, ascending. */
  missing(view: View, durationMs: number, height: number): number[] {
    // How wide pictures are is known when the first has come.
    if (height <= 0 || !this.anyPicture()) return []
    const times = gridTimes(view.startMs, endOf(view), this.pictureWidth(height) / view.pxPerMs, durationMs)
    return times.filter((ms) => !this.fine.has(ms))
  }

  draw(view: View, durationMs: number, top: number, height: number, background: number): void {
    const width = this.pictureWidth(height)
    const step = gridStep(width / view.pxPerMs)
    let used = 0
    if (height > 0) {
      for (const ms of gridTimes(view.startMs, endOf(view), width / view.pxPerMs, durationMs)) {
        const texture = this.fineAt(ms, step) ?? this.nearest(((ms + step / 2) * this.count) / durationMs)
        if (!texture) continue
        const sprite = this.sprite(used++)
        sprite.texture = texture
        sprite.visible = true
        // Where a picture is wider than its step the next one lies over its end.
        sprite.position.set(Math.round(xOf(view, ms)), top)
        sprite.setSize(width, height)
      }
    }
    for (const sprite of this.sprites.slice(used)) sprite.visible = false
    this.cover.clear()
    const end = Math.round(xOf(view, durationMs))
    if (end < view.width) this.cover.rect(end, top, width, height).fill(background)
  }

  private fineAt(ms: number, step: number): Texture | undefined {
    if (this.fine.size === 0) return undefined
    const exact = this.fine.get(ms)
    if (!exact) return this.lent(ms, step)
    this.fine.delete(ms)
    this.fine.set(ms, exact)
    return exact
  }

  /** The frame a little before, from a coarser grid that was shown just now. */
  private lent(ms: number, step: number): Texture | undefined {
    for (const factor of LENDING_FACTORS) {
      const found = this.fine.get(Math.floor(ms / (step * factor)) * step * factor)
      if (found) return found
    }
    return undefined
  }

  /** The picture of a share, or the nearest one that has come. */
  private nearest(share: number): Texture | undefined {
    const wanted = Math.min(this.count - 1, Math.max(0, Math.floor(share)))
    for (let distance = 0; distance < this.count; distance++) {
      const found = this.textures[wanted - distance] ?? this.textures[wanted + distance]
      if (found) return found
    }
    return undefined
  }

  private sprite(index: number): Sprite {
    const kept = this.sprites[index]
    if (kept) return kept
    const sprite = new Sprite()
    this.container.addChild(sprite)
    this.sprites.push(sprite)
    return sprite
  }

  private anyPicture(): Texture | undefined {
    return this.textures.find((texture) => texture) ?? this.fine.values().next().value
  }

  private pictureWidth(height: number): number {
    const first = this.anyPicture()
    return Math.max(8, first ? Math.round((first.width * height) / first.height) : height)
  }
}

import { type Container, Container as PixiContainer, Graphics, Sprite, Texture } from 'pixi.js'
import { gridStep, gridTimes } from '#core/media/thumbnails.ts'
import { endOf, type View, xOf } from './view.ts'

/** Finer pictures that are kept: some screens full. */
const FINE_PICTURES = 160

/** Thumbnails side by side; each place shows the picture that is nearest to its middle. */
export class ThumbnailLayer {
  private readonly textures: (Texture | undefined)[] = []
  /** Pictures between those, by their time; the last used ones last. */
  private readonly fine = new Map<number, Texture>()
  private readonly sprites: Sprite[] = []
  private readonly container = new PixiContainer()
  /** Hides what the last picture shows past the video's end. */
  private readonly cover = new Graphics()
  private count = 1
  /** Told of the time of a finer picture that was let go. */
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

  /** Times of the pictures that a view could show more exactly than it can now. */
  missing(view: View, durationMs: number, height: number): number[] {
    if (height <= 0) return []
    const placeMs = this.pictureWidth(height) / view.pxPerMs
    if (placeMs >= durationMs / this.count || !this.textures.some((texture) => texture)) return []
    return gridTimes(view.startMs, endOf(view), placeMs, durationMs).filter((ms) => !this.fine.has(ms))
  }

  draw(view: View, durationMs: number, top: number, height: number, background: number): void {
    const width = this.pictureWidth(height)
    // Places are counted from the start of the video, so that they move with it in a pan.
    const placeMs = width / view.pxPerMs
    let used = 0
    if (height > 0) {
      const last = Math.min(endOf(view), durationMs)
      for (let place = Math.floor(view.startMs / placeMs); place * placeMs < last; place++) {
        const middle = (place + 0.5) * placeMs
        const texture = this.fineAt(middle, placeMs) ?? this.nearest((middle * this.count) / durationMs)
        if (!texture) continue
        const sprite = this.sprite(used++)
        sprite.texture = texture
        sprite.visible = true
        sprite.position.set(Math.round(xOf(view, place * placeMs)), top)
        sprite.setSize(width, height)
      }
    }
    for (const sprite of this.sprites.slice(used)) sprite.visible = false
    this.cover.clear()
    const end = Math.round(xOf(view, durationMs))
    if (end < view.width) this.cover.rect(end, top, width, height).fill(background)
  }

  private fineAt(middle: number, placeMs: number): Texture | undefined {
    if (this.fine.size === 0) return undefined
    const step = gridStep(placeMs)
    const ms = Math.floor(middle / step) * step
    const texture = this.fine.get(ms)
    if (!texture) return undefined
    this.fine.delete(ms)
    this.fine.set(ms, texture)
    return texture
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

  private pictureWidth(height: number): number {
    const first = this.textures.find((texture) => texture)
    return Math.max(8, first ? Math.round((first.width * height) / first.height) : height)
  }
}

import { type Container, Sprite, Texture } from 'pixi.js'
import { endOf, type View, xOf } from './view.ts'

/** Thumbnails side by side; each place shows the picture that is nearest to its middle. */
export class FilmLayer {
  private readonly textures: (Texture | undefined)[] = []
  private readonly sprites: Sprite[] = []
  private readonly container: Container
  private count = 1

  constructor(container: Container) {
    this.container = container
  }

  /** Forgets the pictures of another film; `count` new ones will come. */
  reset(count: number): void {
    for (const sprite of this.sprites) sprite.visible = false
    for (const texture of this.textures) texture?.destroy(true)
    this.textures.length = 0
    this.count = Math.max(1, count)
  }

  put(index: number, image: ImageBitmap): void {
    this.textures[index]?.destroy(true)
    this.textures[index] = Texture.from(image, true)
  }

  draw(view: View, durationMs: number, top: number, height: number): void {
    const width = this.pictureWidth(height)
    // Places are counted from the start of the film, so that they move with it in a pan.
    const placeMs = width / view.pxPerMs
    let used = 0
    if (height > 0) {
      const last = Math.min(endOf(view), durationMs)
      for (let place = Math.floor(view.startMs / placeMs); place * placeMs < last; place++) {
        const texture = this.nearest(((place + 0.5) * placeMs * this.count) / durationMs)
        if (!texture) continue
        const sprite = this.sprite(used++)
        sprite.texture = texture
        sprite.visible = true
        sprite.position.set(Math.round(xOf(view, place * placeMs)), top)
        sprite.setSize(width, height)
      }
    }
    for (let i = used; i < this.sprites.length; i++) this.sprites[i]!.visible = false
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

import { Container, Sprite, Texture } from 'pixi.js'
import { endOf, type View, xOf } from './view.ts'

/** Thumbnails, each at the share of the film that it stands for. */
export class FilmLayer {
  private readonly sprites: (Sprite | undefined)[] = []
  private readonly container: Container
  private count = 1

  constructor(container: Container) {
    this.container = container
  }

  reset(count: number): void {
    for (const sprite of this.sprites) sprite?.destroy({ texture: true, textureSource: true })
    this.sprites.length = 0
    this.count = Math.max(1, count)
  }

  put(index: number, image: ImageBitmap): void {
    const sprite = new Sprite(Texture.from(image, true))
    this.container.addChild(sprite)
    this.sprites[index]?.destroy({ texture: true, textureSource: true })
    this.sprites[index] = sprite
  }

  /** Pictures keep their shape; where there is less room than a picture needs, only every second, fourth … is shown. */
  draw(view: View, durationMs: number, top: number, height: number): void {
    const shareMs = durationMs / this.count
    const width = this.pictureWidth(height)
    const every = Math.max(1, 2 ** Math.ceil(Math.log2(Math.max(1e-9, width / (shareMs * view.pxPerMs)))))
    for (const [index, sprite] of this.sprites.entries()) {
      if (!sprite) continue
      const from = index * shareMs
      sprite.visible = height > 0 && index % every === 0 && from < endOf(view) && xOf(view, from) + width > 0
      if (!sprite.visible) continue
      sprite.position.set(Math.round(xOf(view, from)), top)
      sprite.setSize(width, height)
    }
  }

  private pictureWidth(height: number): number {
    const first = this.sprites.find((sprite) => sprite)
    return first ? Math.round((first.texture.width * height) / first.texture.height) : height
  }
}

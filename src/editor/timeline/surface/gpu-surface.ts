import { Container, Graphics, Sprite, Texture } from 'pixi.js'
import { FONT_FAMILY } from '../palette.ts'
import { CanvasSurface } from './canvas-surface.ts'
import type { Layer, Picture, PictureLook, Surface } from './surface.ts'

/** Number of cached textures: the pictures of a few screens. */
const MOST_TEXTURES = 400

interface Uploaded {
  readonly texture: Texture
  version: number
  /** Number of the frame that drew it last. */
  frame: number
}

/** Pictures uploaded to the GPU; the most recently drawn are cached. */
export class Textures {
  private readonly uploaded = new Map<Picture, Uploaded>()
  private frame = 0

  of(picture: Picture, { isSmooth = false, version = 0 }: PictureLook): Texture {
    const { frame } = this
    const found = this.uploaded.get(picture) ?? { texture: textureOf(picture, isSmooth), version, frame }
    if (found.version !== version) found.texture.source.update()
    Object.assign(found, { version, frame })
    // Moved to the end, as most recently drawn.
    this.uploaded.delete(picture)
    this.uploaded.set(picture, found)
    return found.texture
  }

  /** After a frame, pictures that it did not draw may be removed. */
  endFrame(): void {
    for (const [picture, { texture, frame }] of this.uploaded) {
      if (this.uploaded.size <= MOST_TEXTURES || frame === this.frame) break
      this.uploaded.delete(picture)
      texture.destroy(true)
    }
    this.frame++
  }
}

function textureOf(picture: Picture, isSmooth: boolean): Texture {
  const texture = Texture.from(picture, true)
  texture.source.scaleMode = isSmooth ? 'linear' : 'nearest'
  return texture
}

/** Pictures in drawing order. The next frame reuses the sprites. */
class Sprites {
  readonly container = new Container()
  private readonly textures: Textures
  private readonly sprites: Sprite[] = []
  private used = 0

  constructor(textures: Textures) {
    this.textures = textures
  }

  add(picture: Picture, x: number, y: number, width: number, height: number, look: PictureLook): void {
    const sprite = (this.sprites[this.used++] ??= this.container.addChild(new Sprite()))
    sprite.texture = this.textures.of(picture, look)
    sprite.visible = true
    sprite.alpha = look.opacity ?? 1
    sprite.position.set(x, y)
    sprite.setSize(width, height)
  }

  endFrame(): void {
    for (const sprite of this.sprites.slice(this.used)) {
      sprite.visible = false
      sprite.texture = Texture.EMPTY
    }
    this.used = 0
  }
}

/** A text as a picture, drawn as without a GPU. */
interface Written {
  readonly picture: HTMLCanvasElement
  readonly width: number
  readonly height: number
}

/** From the top of a text's picture to its baseline and its bottom, in font sizes. */
const ASCENT = 1.25
const LINE_HEIGHT = 1.75

/** A layer of Pixi sprites and shapes. */
export class GpuSurface implements Surface {
  readonly container = new Container()
  private readonly pictures: Sprites
  private readonly shapes = new Graphics()
  private readonly words: Sprites
  /** Texts of the last frame and of this one, by what they show. */
  private before = new Map<string, Written>()
  private shown = new Map<string, Written>()
  private density = 1
  /** Look of the rectangles that await filling. */
  private fill: { readonly color: number; readonly alpha: number } | undefined

  constructor(textures: Textures) {
    // Unbatched, as Pixi draws many shapes, they are missing in a frame with more textures than it binds at once.
    this.shapes.context.batchMode = 'batch'
    this.pictures = new Sprites(textures)
    this.words = new Sprites(textures)
    this.container.addChild(this.pictures.container, this.shapes, this.words.container)
  }

  draw(layer: Layer, density: number): void {
    this.density = density
    this.shapes.clear()
    this.before = this.shown
    this.shown = new Map()
    layer(this)
    this.fillRects(undefined)
    this.pictures.endFrame()
    this.words.endFrame()
  }

  rect(color: number, x: number, y: number, width: number, height: number, opacity = 1): void {
    if (this.fill?.color !== color || this.fill.alpha !== opacity) this.fillRects({ color, alpha: opacity })
    this.shapes.rect(x, y, width, height)
  }

  image(picture: Picture, x: number, y: number, width: number, height: number, look: PictureLook = {}): void {
    this.pictures.add(picture, x, y, width, height, look)
  }

  text(text: string, x: number, y: number, size: number, color: number): void {
    const key = `${size} ${color} ${this.density} ${text}`
    const written = this.shown.get(key) ?? this.before.get(key) ?? writtenText(text, size, color, this.density)
    this.shown.set(key, written)
    this.words.add(written.picture, x, y - size * ASCENT, written.width, written.height, {})
  }

  private fillRects(next: typeof this.fill): void {
    if (this.fill) this.shapes.fill(this.fill)
    this.fill = next
  }
}

function writtenText(text: string, size: number, color: number, density: number): Written {
  const picture = document.createElement('canvas')
  const context = picture.getContext('2d')!
  context.font = `${size}px ${FONT_FAMILY}`
  picture.width = Math.ceil((context.measureText(text).width + size) * density)
  picture.height = Math.ceil(size * LINE_HEIGHT * density)
  context.setTransform(density, 0, 0, density, 0, 0)
  new CanvasSurface(context).text(text, 0, size * ASCENT, size, color)
  return { picture, width: picture.width / density, height: picture.height / density }
}

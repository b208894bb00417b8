import { Container, Graphics, Sprite, Texture } from 'pixi.js'
import { FONT_FAMILY } from '../palette.ts'
import { CanvasSurface } from './canvas-surface.ts'
import type { Layer, Picture, PictureLook, Surface } from './surface.ts'

/** Textures that are kept: those of all pictures of a few screens. */
const MOST_TEXTURES = 400

interface Uploaded {
  readonly texture: Texture
  version: number
  /** Number of the frame that showed it last. */
  frame: number
}

/** Pictures as the GPU has them. Those that were drawn last are kept. */
export class Textures {
  private readonly uploaded = new Map<Picture, Uploaded>()
  private frame = 0

  of(picture: Picture, { isSmooth = false, version = 0 }: PictureLook): Texture {
    const { frame } = this
    const found = this.uploaded.get(picture) ?? { texture: textureOf(picture, isSmooth), version, frame }
    if (found.version !== version) found.texture.source.update()
    Object.assign(found, { version, frame })
    // The last drawn are the last ones.
    this.uploaded.delete(picture)
    this.uploaded.set(picture, found)
    return found.texture
  }

  /** A frame is over: pictures that were not drawn in it may go. */
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

/** Pictures over each other. The sprites of the frame before are taken for the next one. */
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

/** A text as a picture, written as where there is no GPU. */
interface Written {
  readonly picture: HTMLCanvasElement
  readonly width: number
  readonly height: number
}

/** From the top of a text's picture to the line that its letters stand on, and to its foot, for each pixel of its size. */
const ASCENT = 1.25
const LINE_HEIGHT = 1.75

/** A layer as Pixi's sprites and shapes. */
export class GpuSurface implements Surface {
  readonly container = new Container()
  private readonly pictures: Sprites
  private readonly shapes = new Graphics()
  private readonly words: Sprites
  /** Texts of the frame before, and of this one, by what they show. */
  private before = new Map<string, Written>()
  private shown = new Map<string, Written>()
  private density = 1
  /** How the rectangles that are not filled yet look. */
  private fill: { readonly color: number; readonly alpha: number } | undefined

  constructor(textures: Textures) {
    // Drawn by themselves, as Pixi does with many, they are missing in a frame with more textures than it binds at once.
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

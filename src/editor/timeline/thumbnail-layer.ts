import { type Container, Container as PixiContainer, Sprite, Texture } from 'pixi.js'
import { gridStep, gridTimes } from '#core/media/thumbnails.ts'
import { Boxes, BoxLayer } from './boxes.ts'
import { painted } from './painted.ts'
import { endOf, type View, xOf } from './view.ts'

/** Exact pictures that are kept: some screens full. */
const FINE_PICTURES = 160

/** A grid this many times as coarse lends its pictures until a finer one's own have come. */
const LENDING_FACTORS = [1.5, 2, 3, 4, 6, 8]

/** How much of the background lies over a picture of another time than its own. */
const VEIL = 0.6

/**
 * Pictures side by side on a grid of times. Each begins at its time and shows the frame that is on screen then; until that
 * one has come, the nearest that is at hand. That one is faint unless its frame is of the stretch that it covers: a clear
 * picture never lies about its time.
 */
export class ThumbnailLayer {
  private readonly textures: (Texture | undefined)[] = []
  /** Exact pictures, by their time; the last used ones last. */
  private readonly fine = new Map<number, Texture>()
  private readonly strip: Strip
  /** Over pictures that stand in for others. */
  private readonly veil = new Boxes(VEIL)
  /** Hides what the last picture shows past the video's end. */
  private readonly cover = new Boxes()
  private readonly coverLayer: BoxLayer
  private count = 1
  /** Told of the time of an exact picture that was let go. */
  onForget: (ms: number) => void = () => undefined

  constructor(container: Container, isPainted: boolean) {
    this.strip = isPainted ? paintedStrip(container) : spriteStrip(container)
    this.coverLayer = new BoxLayer(container, isPainted, [this.veil, this.cover])
  }

  /** Forgets the pictures of another video; `count` new ones will come. */
  reset(count: number): void {
    this.strip.show([], 0, 0)
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
    const pictures: Picture[] = []
    this.veil.clear()
    if (height > 0) {
      for (const ms of gridTimes(view.startMs, endOf(view), width / view.pxPerMs, durationMs)) {
        const exact = this.exactAt(ms)
        const { texture, isOfStretch } = exact ?? this.standIn(ms, step, durationMs)
        if (!texture) continue
        // Where a picture is wider than its step the next one lies over its end.
        const x = Math.round(xOf(view, ms))
        pictures.push({ texture, x, y: top })
        if (!isOfStretch) this.veil.add(background, x, top, Math.round(xOf(view, ms + step)) - x, height)
      }
    }
    this.strip.show(pictures, width, height)
    this.cover.clear()
    const end = Math.round(xOf(view, durationMs))
    if (end < view.width) this.cover.add(background, end, top, width, height)
    this.coverLayer.update()
  }

  private exactAt(ms: number): Shown | undefined {
    const texture = this.fine.get(ms)
    if (!texture) return undefined
    this.fine.delete(ms)
    this.fine.set(ms, texture)
    return { texture, isOfStretch: true }
  }

  /** What is shown from a time on for so long until the exact picture has come. */
  private standIn(ms: number, step: number, durationMs: number): Shown {
    const shareMs = durationMs / this.count
    const nearest = this.nearest((ms + step / 2) / shareMs)
    const nearestMs = nearest === undefined ? -1 : (nearest + 0.5) * shareMs
    const isOfStretch = nearestMs >= ms && nearestMs < ms + step
    const lent = isOfStretch ? undefined : this.lent(ms, step)
    return { texture: lent ?? this.textures[nearest ?? -1], isOfStretch }
  }

  /** The frame a little before, from a coarser grid that was shown just now. */
  private lent(ms: number, step: number): Texture | undefined {
    if (this.fine.size === 0) return undefined
    for (const factor of LENDING_FACTORS) {
      const found = this.fine.get(Math.floor(ms / (step * factor)) * step * factor)
      if (found) return found
    }
    return undefined
  }

  /** The place of the picture of a share, or of the nearest one that has come. */
  private nearest(share: number): number | undefined {
    const wanted = Math.min(this.count - 1, Math.max(0, Math.floor(share)))
    for (let distance = 0; distance < this.count; distance++) {
      if (this.textures[wanted - distance]) return wanted - distance
      if (this.textures[wanted + distance]) return wanted + distance
    }
    return undefined
  }

  private anyPicture(): Texture | undefined {
    return this.textures.find((texture) => texture) ?? this.fine.values().next().value
  }

  private pictureWidth(height: number): number {
    const first = this.anyPicture()
    return Math.max(8, first ? Math.round((first.width * height) / first.height) : height)
  }
}

interface Shown {
  readonly texture: Texture | undefined
  /** Whether its frame is of the time that it covers. */
  readonly isOfStretch: boolean
}

interface Picture {
  readonly texture: Texture
  readonly x: number
  readonly y: number
}

/** What shows pictures of one size, and these only. */
interface Strip {
  show(pictures: readonly Picture[], width: number, height: number): void
}

function paintedStrip(container: Container): Strip {
  let shown: readonly Picture[] = []
  let [wide, high] = [0, 0]
  const paint = (context: CanvasRenderingContext2D): void => {
    if (shown.length === 0) return
    context.imageSmoothingEnabled = true
    for (const { texture, x, y } of shown) context.drawImage(texture.source.resource as ImageBitmap, x, y, wide, high)
  }
  container.addChild(painted(paint))
  return {
    show: (pictures, width, height) => {
      shown = pictures
      wide = width
      high = height
    },
  }
}

function spriteStrip(container: Container): Strip {
  const layer = container.addChild(new PixiContainer())
  const sprites: Sprite[] = []
  return {
    show: (pictures, width, height) => {
      for (const [at, { texture, x, y }] of pictures.entries()) {
        const sprite = (sprites[at] ??= layer.addChild(new Sprite()))
        sprite.texture = texture
        sprite.visible = true
        sprite.position.set(x, y)
        sprite.scale.set(width / texture.width, height / texture.height)
      }
      for (const sprite of sprites.slice(pictures.length)) sprite.visible = false
    },
  }
}

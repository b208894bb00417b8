import * as Comlink from 'comlink'
import { Canvas2DRenderer } from 'jassub/dist/worker/renderers/2d-renderer.js'
import type { ASSImage } from 'jassub/dist/worker/util.js'
import { withoutAutoHints } from '#core/subtitle/text/font-file.ts'
import { type LoadedLibass, loadLibass } from './libass.ts'

/** What to draw. */
export interface Scene {
  /** An Advanced SubStation script. */
  readonly script: string
  /** Addresses of the script's fonts. */
  readonly fonts: readonly string[]
  /** Times in milliseconds to render first: overlapping cues keep the places they got one by one. */
  readonly lead: readonly number[]
}

/** A size in pixels. */
export interface PixelSize {
  readonly width: number
  readonly height: number
}

/** Changes since the last drawing. A resize reloads the script. */
export interface DrawingChange {
  readonly sizes?: { readonly canvas: PixelSize; readonly video: PixelSize }
  readonly scene?: Scene
}

/** Box of a drawing, in shares of the picture. */
export interface DrawnBox {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/** Replaces unknown families; every server's ffmpeg uses it too. */
const DEFAULT_FONT = 'dejavu sans'

/** Draws subtitles by libass on a canvas of the page. */
class SubtitlePainter {
  private readonly painter = new Canvas2DRenderer()
  private loaded: Promise<LoadedLibass> | undefined
  private readonly fonts = new Map<string, Promise<boolean>>()
  private size: PixelSize = { width: 0, height: 0 }
  private box: DrawnBox | undefined

  /** Sets the canvas to draw on. */
  open(canvas: OffscreenCanvas): void {
    this.painter.setCanvas(canvas)
  }

  /** Draws a time after applying changes; returns the box, undefined if empty. */
  async draw(ms: number, { sizes, scene }: DrawingChange): Promise<DrawnBox | undefined> {
    const { libass, memory } = await this.libass()
    if (sizes) await this.resize(sizes.canvas, sizes.video)
    if (scene) await this.take(scene)
    const images = libass.rawRender(ms / 1000, Number(scene !== undefined))
    if (images) {
      this.painter.render(images, memory())
      this.box = this.boxOf(images)
    }
    return this.box
  }

  /** Sets the canvas to `size`; `video` is the video's own size. The next drawing uses it. */
  private async resize(size: PixelSize, video: PixelSize): Promise<void> {
    const { libass } = await this.libass()
    libass.resizeCanvas(size.width, size.height, video.width, video.height)
    this.painter.resizeCanvas(size.width, size.height)
    this.size = size
  }

  /** Sets another script. */
  private async take({ script, fonts, lead }: Scene): Promise<void> {
    const { libass } = await this.libass()
    const added = await Promise.all(fonts.map((address) => this.font(address)))
    if (added.includes(true)) libass.reloadFonts()
    libass.createTrackMem(script)
    for (const ms of lead) libass.rawRender(ms / 1000, 0)
  }

  private libass(): Promise<LoadedLibass> {
    return (this.loaded ??= loadLibass(DEFAULT_FONT))
  }

  /** True when it was added now; a failed font is retried with the next script. */
  private async font(address: string): Promise<boolean> {
    const known = this.fonts.get(address)
    if (known) return known.then(() => false)
    const loading = this.load(address)
    this.fonts.set(address, loading)
    const isThere = await loading
    if (!isThere) this.fonts.delete(address)
    return isThere
  }

  private async load(address: string): Promise<boolean> {
    const { addFont } = await this.libass()
    try {
      const answer = await fetch(address)
      if (!answer.ok) return false
      addFont(withoutAutoHints(new Uint8Array(await answer.arrayBuffer())))
      return true
    } catch {
      return false
    }
  }

  private boxOf(images: readonly ASSImage[]): DrawnBox | undefined {
    const seen = images.filter(({ w, h }) => w > 0 && h > 0)
    if (seen.length === 0) return undefined
    const left = Math.min(...seen.map(({ dst_x }) => dst_x))
    const top = Math.min(...seen.map(({ dst_y }) => dst_y))
    const right = Math.max(...seen.map(({ dst_x, w }) => dst_x + w))
    const bottom = Math.max(...seen.map(({ dst_y, h }) => dst_y + h))
    const { width, height } = this.size
    return { left: left / width, top: top / height, width: (right - left) / width, height: (bottom - top) / height }
  }
}

export type SubtitleWorker = SubtitlePainter

Comlink.expose(new SubtitlePainter())

import { gridStep, gridTimes } from '#core/media/thumbnails.ts'
import type { Surface } from './surface/surface.ts'
import { endOf, type View, xOf } from './view.ts'

/** Number of cached exact pictures: a few screens full. */
const FINE_PICTURES = 160

/** A grid coarser by one of these factors lends its pictures until the finer ones are ready. */
const LENDING_FACTORS = [1.5, 2, 3, 4, 6, 8]

/** Opacity of the background over a picture of another time. */
const VEIL = 0.6

/**
 * Thumbnails on a grid of times. Each shows the frame at its start or, until that is ready, the nearest available one:
 * dimmed unless its frame is in the range that it covers.
 */
export class ThumbnailLayer {
  private readonly pictures: (ImageBitmap | undefined)[] = []
  /** Exact pictures by time, the most recently used last. */
  private readonly fine = new Map<number, ImageBitmap>()
  private count = 1
  /** Called with the time of an exact picture that is removed. */
  onForget: (ms: number) => void = () => undefined

  /** Removes the pictures of another video; `count` new ones will follow. */
  reset(count: number): void {
    this.pictures.length = 0
    this.fine.clear()
    this.count = Math.max(1, count)
  }

  put(index: number, image: ImageBitmap): void {
    this.pictures[index] = image
  }

  putFine(ms: number, image: ImageBitmap): void {
    this.fine.set(ms, image)
    for (const oldest of this.fine.keys()) {
      if (this.fine.size <= FINE_PICTURES) return
      // Pictures on screen are the most recently used, so they stay.
      this.fine.delete(oldest)
      this.onForget(oldest)
    }
  }

  /** Times of the exact pictures that a view lacks, ascending. */
  missing(view: View, durationMs: number, height: number): number[] {
    // The first picture gives the width of all.
    if (height <= 0 || !this.anyPicture()) return []
    const times = gridTimes(view.startMs, endOf(view), this.pictureWidth(height) / view.pxPerMs, durationMs)
    return times.filter((ms) => !this.fine.has(ms))
  }

  draw(surface: Surface, view: View, durationMs: number, top: number, height: number, background: number): void {
    if (height <= 0) return
    const width = this.pictureWidth(height)
    const step = gridStep(width / view.pxPerMs)
    for (const ms of gridTimes(view.startMs, endOf(view), width / view.pxPerMs, durationMs)) {
      const { picture, isOfStretch } = this.exactAt(ms) ?? this.standIn(ms, step, durationMs)
      if (!picture) continue
      // Where a picture is wider than its step, the next one covers its end.
      const x = Math.round(xOf(view, ms))
      surface.image(picture, x, top, width, height, { isSmooth: true })
      if (!isOfStretch) surface.rect(background, x, top, Math.round(xOf(view, ms + step)) - x, height, VEIL)
    }
    // Covers the part of the last picture after the video's end.
    const end = Math.round(xOf(view, durationMs))
    if (end < view.width) surface.rect(background, end, top, width, height)
  }

  private exactAt(ms: number): Shown | undefined {
    const picture = this.fine.get(ms)
    if (!picture) return undefined
    this.fine.delete(ms)
    this.fine.set(ms, picture)
    return { picture, isOfStretch: true }
  }

  /** The substitute for a time range until its exact picture is ready. */
  private standIn(ms: number, step: number, durationMs: number): Shown {
    const shareMs = durationMs / this.count
    const nearest = this.nearest((ms + step / 2) / shareMs)
    const nearestMs = nearest === undefined ? -1 : (nearest + 0.5) * shareMs
    const isOfStretch = nearestMs >= ms && nearestMs < ms + step
    const lent = isOfStretch ? undefined : this.lent(ms, step)
    return { picture: lent ?? this.pictures[nearest ?? -1], isOfStretch }
  }

  /** A slightly earlier frame from a coarser grid that was shown recently. */
  private lent(ms: number, step: number): ImageBitmap | undefined {
    if (this.fine.size === 0) return undefined
    for (const factor of LENDING_FACTORS) {
      const found = this.fine.get(Math.floor(ms / (step * factor)) * step * factor)
      if (found) return found
    }
    return undefined
  }

  /** Index of a share's picture, or of the nearest available one. */
  private nearest(share: number): number | undefined {
    const wanted = Math.min(this.count - 1, Math.max(0, Math.floor(share)))
    for (let distance = 0; distance < this.count; distance++) {
      if (this.pictures[wanted - distance]) return wanted - distance
      if (this.pictures[wanted + distance]) return wanted + distance
    }
    return undefined
  }

  private anyPicture(): ImageBitmap | undefined {
    return this.pictures.find((picture) => picture) ?? this.fine.values().next().value
  }

  private pictureWidth(height: number): number {
    const first = this.anyPicture()
    return Math.max(8, first ? Math.round((first.width * height) / first.height) : height)
  }
}

interface Shown {
  readonly picture: ImageBitmap | undefined
  /** Whether its frame is in the range that it covers. */
  readonly isOfStretch: boolean
}

import { gridStep, gridTimes } from '#core/media/thumbnails.ts'
import type { Surface } from './surface/surface.ts'
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
  private readonly pictures: (ImageBitmap | undefined)[] = []
  /** Exact pictures, by their time; the last used ones last. */
  private readonly fine = new Map<number, ImageBitmap>()
  private count = 1
  /** Told of the time of an exact picture that was let go. */
  onForget: (ms: number) => void = () => undefined

  /** Forgets the pictures of another video; `count` new ones will come. */
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
      // What is on screen was used last and stays.
      this.fine.delete(oldest)
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

  draw(surface: Surface, view: View, durationMs: number, top: number, height: number, background: number): void {
    if (height <= 0) return
    const width = this.pictureWidth(height)
    const step = gridStep(width / view.pxPerMs)
    for (const ms of gridTimes(view.startMs, endOf(view), width / view.pxPerMs, durationMs)) {
      const { picture, isOfStretch } = this.exactAt(ms) ?? this.standIn(ms, step, durationMs)
      if (!picture) continue
      // Where a picture is wider than its step the next one lies over its end.
      const x = Math.round(xOf(view, ms))
      surface.image(picture, x, top, width, height, { isSmooth: true })
      if (!isOfStretch) surface.rect(background, x, top, Math.round(xOf(view, ms + step)) - x, height, VEIL)
    }
    // Hides what the last picture shows past the video's end.
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

  /** What is shown from a time on for so long until the exact picture has come. */
  private standIn(ms: number, step: number, durationMs: number): Shown {
    const shareMs = durationMs / this.count
    const nearest = this.nearest((ms + step / 2) / shareMs)
    const nearestMs = nearest === undefined ? -1 : (nearest + 0.5) * shareMs
    const isOfStretch = nearestMs >= ms && nearestMs < ms + step
    const lent = isOfStretch ? undefined : this.lent(ms, step)
    return { picture: lent ?? this.pictures[nearest ?? -1], isOfStretch }
  }

  /** The frame a little before, from a coarser grid that was shown just now. */
  private lent(ms: number, step: number): ImageBitmap | undefined {
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
  /** Whether its frame is of the time that it covers. */
  readonly isOfStretch: boolean
}

import { panBy, type View } from '../view.ts'

/** Within this distance of a side, a drag scrolls the view, at this share of its width per second. */
const SIDE_PX = 36
const WIDTHS_PER_SECOND = 0.9
const MAX_SPEED = 2
/** A longer pause between frames counts as this long. */
const MAX_FRAME_MS = 50
const FIRST_FRAME_MS = 16

/** Scrolls the view while a drag is near a side, even if the pointer does not move. */
export class EdgeScroll {
  private lastAt: number | undefined

  /** The view one frame later; the same one if the pointer is near no side or the video ends. */
  next(view: View, x: number, durationMs: number): View {
    const over = x < SIDE_PX ? x - SIDE_PX : Math.max(0, x - view.width + SIDE_PX)
    if (over === 0) {
      this.lastAt = undefined
      return view
    }
    const now = performance.now()
    const passed = this.lastAt === undefined ? FIRST_FRAME_MS : Math.min(MAX_FRAME_MS, now - this.lastAt)
    this.lastAt = now
    const speed = Math.max(-MAX_SPEED, Math.min(MAX_SPEED, over / SIDE_PX)) * WIDTHS_PER_SECOND * view.width
    const next = panBy(view, (speed * passed) / 1000, durationMs)
    return next.startMs === view.startMs ? view : next
  }
}

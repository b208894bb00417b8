import { panBy, scaledBy, type View, zoomTo } from '../view.ts'
import type { GestureHost } from './gesture.ts'

/** Closer together two fingers say nothing of a scale. */
const LEAST_PX = 12

/** Two fingers on the timeline: they stay at the times that they touched, so that it pans and zooms under them. */
export class PinchGesture {
  private readonly host: Pick<GestureHost, 'view' | 'setView' | 'durationMs'>
  /** Pixels from the left of the timeline, by the ids of the pointers. */
  private readonly fingers = new Map<number, number>()

  constructor(host: Pick<GestureHost, 'view' | 'setView' | 'durationMs'>) {
    this.host = host
  }

  /** Whether two fingers are down: what one of them began is over then. */
  get isOn(): boolean {
    return this.fingers.size === 2
  }

  /** True where this finger makes it two. A third is not counted. */
  down(pointerId: number, x: number): boolean {
    if (this.fingers.size === 2) return false
    this.fingers.set(pointerId, x)
    return this.isOn
  }

  move(pointerId: number, x: number): void {
    if (!this.fingers.has(pointerId)) return
    const before = this.isOn ? spanOf(this.fingers) : undefined
    this.fingers.set(pointerId, x)
    if (before) this.host.setView(pinched(this.host.view(), before, spanOf(this.fingers), this.host.durationMs()))
  }

  up(pointerId: number): void {
    this.fingers.delete(pointerId)
  }

  end(): void {
    this.fingers.clear()
  }
}

/** Two places, in pixels: their middle and how far they are apart. */
interface Span {
  readonly middle: number
  readonly apart: number
}

function spanOf(fingers: ReadonlyMap<number, number>): Span {
  const [a = 0, b = 0] = fingers.values()
  return { middle: (a + b) / 2, apart: Math.max(LEAST_PX, Math.abs(a - b)) }
}

/** The view in which what was under the two places before is under those now. */
function pinched(view: View, before: Span, now: Span, durationMs: number): View {
  const panned = panBy(view, before.middle - now.middle, durationMs)
  return zoomTo(panned, scaledBy(panned, now.apart / before.apart, durationMs), now.middle, durationMs)
}

import { panBy, scaledBy, type View, zoomTo } from '../view.ts'
import type { GestureHost } from './gesture.ts'

/** Fingers closer than this define no scale. */
const LEAST_PX = 12

/** Two fingers stay at the times that they touched, so that the timeline pans and zooms. */
export class PinchGesture {
  private readonly host: Pick<GestureHost, 'view' | 'setView' | 'durationMs'>
  /** Pixels from the left of the timeline, by pointer id. */
  private readonly fingers = new Map<number, number>()

  constructor(host: Pick<GestureHost, 'view' | 'setView' | 'durationMs'>) {
    this.host = host
  }

  /** Whether two fingers are down, which ends the gesture of one. */
  get isOn(): boolean {
    return this.fingers.size === 2
  }

  /** True if this finger is the second. A third is ignored. */
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

/** Two positions in pixels: their middle and distance. */
interface Span {
  readonly middle: number
  readonly apart: number
}

function spanOf(fingers: ReadonlyMap<number, number>): Span {
  const [a = 0, b = 0] = fingers.values()
  return { middle: (a + b) / 2, apart: Math.max(LEAST_PX, Math.abs(a - b)) }
}

/** The view that keeps the touched times under the moved fingers. */
function pinched(view: View, before: Span, now: Span, durationMs: number): View {
  const panned = panBy(view, before.middle - now.middle, durationMs)
  return zoomTo(panned, scaledBy(panned, now.apart / before.apart, durationMs), now.middle, durationMs)
}

import { type View, xOf } from './view.ts'

/** Duration of a glide, and the distance from the video's time at which it restarts. */
const GLIDE_MS = 20_000
const MAX_OFF_PX = 1.5
const MAX_OFF_MS = 8

interface Glide {
  readonly animation: Animation
  readonly view: View
  readonly pace: number
  readonly fromX: number
}

/**
 * The playhead above the picture. During playback the browser animates it off the main thread: the page only corrects
 * it, and draws nothing.
 */
export class PlayheadMark {
  private readonly element: HTMLElement
  private glide: Glide | undefined
  private lastView: View | undefined

  constructor(element: HTMLElement) {
    this.element = element
  }

  /** `pace`: milliseconds of video per millisecond, 0 while paused. */
  show(ms: number, view: View, pace: number): void {
    const x = xOf(view, ms)
    // A view that moves with the playhead keeps it still, without a glide.
    const isCarried = this.lastView !== view
    this.lastView = view
    if (this.glide && pace !== 0 && this.isRight(this.glide, x, view, pace)) return
    this.glide?.animation.cancel()
    this.glide = undefined
    const isOut = x < 0 || x > view.width
    if (this.element.hidden !== isOut) this.element.hidden = isOut
    if (isOut) return
    this.element.style.transform = at(x)
    if (pace === 0 || isCarried) return
    const toX = x + pace * view.pxPerMs * GLIDE_MS
    const animation = this.element.animate([{ transform: at(x) }, { transform: at(toX) }], GLIDE_MS)
    this.glide = { animation, view, pace, fromX: x }
  }

  private isRight({ animation, view: seen, pace: begun, fromX }: Glide, x: number, view: View, pace: number): boolean {
    if (view !== seen || pace !== begun || animation.playState !== 'running') return false
    const shown = fromX + pace * view.pxPerMs * Number(animation.currentTime ?? 0)
    return Math.abs(shown - x) < Math.max(MAX_OFF_PX, MAX_OFF_MS * view.pxPerMs)
  }
}

const at = (x: number): string => `translateX(${x}px)`

import { type View, xOf } from './view.ts'

/** The line over all tracks at a snapped edge. */
export class GuideMark {
  private readonly element: HTMLElement
  private ms: number | undefined

  constructor(element: HTMLElement) {
    this.element = element
  }

  /** Undefined hides it by opacity, without layout or paint. */
  show(ms: number | undefined, view: View): void {
    if (ms === this.ms) return
    this.ms = ms
    this.element.style.opacity = ms === undefined ? '0' : '1'
    this.place(view)
  }

  /** Follows a changed view. */
  place(view: View): void {
    if (this.ms !== undefined) this.element.style.transform = `translateX(${Math.round(xOf(view, this.ms))}px)`
  }
}

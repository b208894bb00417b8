/** Without a move for so long a mark is at rest again. */
const REST_MS = 300
/** So finely that a thousandth of a step shows: browsers round the time of an animation. */
const MS_A_STEP = 1000

/**
 * A mark over the timeline that a pan moves at each frame. While it moves it is placed by an animation that is held: a
 * changed style has Chromium put the layers of the whole page together again, a quarter of a millisecond each time. At rest
 * it is placed by its style: an animation that stands costs every frame of the page something.
 */
export class MovedMark {
  private readonly element: HTMLElement
  private readonly transformOf: (steps: number) => string
  private readonly most: number
  private steps = NaN
  private animation: Animation | undefined
  /** Runs out when it is at rest. */
  private timer: ReturnType<typeof setTimeout> | undefined
  private hasMoved = false

  /** `transformOf` says where it is so many steps from the left, in even steps from 0 to `most`. */
  constructor(element: HTMLElement, transformOf: (steps: number) => string, most: number) {
    this.element = element
    this.transformOf = transformOf
    this.most = most
  }

  place(steps: number): void {
    if (steps === this.steps) return
    this.steps = steps
    if (this.timer !== undefined) return this.hold()
    // One jump, or the first move of many.
    this.settle()
    this.timer = setTimeout(this.look, REST_MS)
  }

  /** Nobody moves it any more. */
  close(): void {
    clearTimeout(this.timer)
    this.timer = undefined
    this.settle()
  }

  private readonly look = (): void => {
    this.timer = this.hasMoved ? setTimeout(this.look, REST_MS) : undefined
    this.hasMoved = false
    if (this.timer === undefined && this.animation) this.settle()
  }

  private hold(): void {
    this.hasMoved = true
    this.animation ??= this.begin()
    this.animation.currentTime = this.steps * MS_A_STEP
  }

  private begin(): Animation {
    const keyframes = [0, this.most].map((steps) => ({ transform: this.transformOf(steps) }))
    const animation = this.element.animate(keyframes, { duration: this.most * MS_A_STEP, fill: 'both' })
    animation.pause()
    return animation
  }

  private settle(): void {
    if (Number.isNaN(this.steps)) return
    this.element.style.transform = this.transformOf(this.steps)
    this.animation?.cancel()
    this.animation = undefined
  }
}

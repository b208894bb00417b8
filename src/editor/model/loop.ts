interface Frame {
  /** Reads layout from the page. */
  readonly read?: () => void
  /** Changes the page. */
  readonly write?: () => void
}

interface IdleOptions {
  /** Milliseconds without another request of the same key. */
  readonly after: number
  /** The longest delay in milliseconds after the first request, however many follow. */
  readonly within?: number
}

interface Idle {
  readonly work: () => void
  readonly at: number
  readonly latest: number
}

/** Work due this soon after other work runs in the same task, and so in the same frame. */
const NEAR_MS = 20

/** The scheduler of an open version, for work in the next frame or after a pause. It ends with the editor. */
export class EditorLoop {
  private readonly frames = new Map<unknown, Frame>()
  private readonly idles = new Map<unknown, Idle>()
  private frameId = 0
  private timer: ReturnType<typeof setTimeout> | undefined
  private timerAt = 0
  private isOver = false

  /** Runs waiting work when the page is hidden or closed; returns `dispose`. */
  start(): () => void {
    this.isOver = false
    const control = new AbortController()
    const leave = ({ type }: Event): void => {
      if (type === 'pagehide' || document.hidden) this.flush()
    }
    // Captures the event, to run before listeners that save.
    const options = { capture: true, signal: control.signal }
    window.addEventListener('pagehide', leave, options)
    document.addEventListener('visibilitychange', leave, options)
    return () => {
      control.abort()
      this.dispose()
    }
  }

  /**
   * Runs in the next frame: all reads, then all writes, so that layout happens once. The last request of a key counts.
   */
  frame(key: unknown, work: Frame): void {
    if (this.isOver) return
    this.frames.set(key, work)
    this.frameId ||= requestAnimationFrame(this.runFrame)
  }

  /** Runs after a pause without requests of this key. The last request counts. */
  idle(key: unknown, work: () => void, { after, within = Infinity }: IdleOptions): void {
    if (this.isOver) return
    const now = performance.now()
    const latest = this.idles.get(key)?.latest ?? now + within
    const at = Math.min(now + after, latest)
    this.idles.set(key, { work, at, latest })
    // A later time needs no further timer: the current one checks again.
    if (this.timer === undefined || at < this.timerAt) this.wait(at)
  }

  /** Drops waiting work of a key. */
  cancel(key: unknown): void {
    this.frames.delete(key)
    this.idles.delete(key)
  }

  /** Runs all work that waits for a pause. */
  flush(): void {
    this.runIdle(Infinity)
  }

  /** Drops all waiting work and later requests. */
  dispose(): void {
    this.isOver = true
    this.frames.clear()
    this.idles.clear()
    if (this.frameId) cancelAnimationFrame(this.frameId)
    this.frameId = 0
    this.stopTimer()
  }

  private readonly runFrame = (): void => {
    this.frameId = 0
    const due = [...this.frames.values()]
    this.frames.clear()
    for (const { read } of due) attempt(read)
    for (const { write } of due) attempt(write)
  }

  private runIdle(until: number): void {
    this.stopTimer()
    const due = [...this.idles].filter(([, { at }]) => at <= until)
    for (const [key] of due) this.idles.delete(key)
    for (const [, { work }] of due) attempt(work)
    const next = [...this.idles.values()].reduce((first, { at }) => Math.min(first, at), Infinity)
    if (next < Infinity) this.wait(next)
  }

  private wait(at: number): void {
    this.stopTimer()
    this.timerAt = at
    this.timer = setTimeout(() => this.runIdle(performance.now() + NEAR_MS), at - performance.now())
  }

  private stopTimer(): void {
    clearTimeout(this.timer)
    this.timer = undefined
  }
}

/** Work that throws does not prevent other work. */
function attempt(work: (() => void) | undefined): void {
  try {
    work?.()
  } catch (error) {
    reportError(error)
  }
}

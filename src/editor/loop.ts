interface Frame {
  /** Looks at the page: sizes, places. */
  readonly read?: () => void
  /** Changes it. */
  readonly write?: () => void
}

interface IdleOptions {
  /** Milliseconds without another request of the same key. */
  readonly after: number
  /** Milliseconds after the first request within which the work is done, however many follow. */
  readonly within?: number
}

interface Idle {
  readonly work: () => void
  readonly at: number
  readonly latest: number
}

/** Work that is due so soon after other work shares its task, and so its frame. */
const NEAR_MS = 20

/** The one clock of an open version: what is done with the next frame, and what waits for a pause. It ends with the editor. */
export class EditorLoop {
  private readonly frames = new Map<unknown, Frame>()
  private readonly idles = new Map<unknown, Idle>()
  private frameId = 0
  private timer: ReturnType<typeof setTimeout> | undefined
  private timerAt = 0
  private isOver = false

  /** Does what waits when the page is left or hidden; returns `dispose`. */
  start(): () => void {
    this.isOver = false
    const control = new AbortController()
    const leave = ({ type }: Event): void => {
      if (type === 'pagehide' || document.hidden) this.flush()
    }
    // Before those who then keep what there is.
    const options = { capture: true, signal: control.signal }
    window.addEventListener('pagehide', leave, options)
    document.addEventListener('visibilitychange', leave, options)
    return () => {
      control.abort()
      this.dispose()
    }
  }

  /** Runs with the next frame: all reads, then all writes, so that the page is laid out once. The last request of a key counts. */
  frame(key: unknown, work: Frame): void {
    if (this.isOver) return
    this.frames.set(key, work)
    this.frameId ||= requestAnimationFrame(this.runFrame)
  }

  /** Runs once this key was not requested for a while. The last request counts. */
  idle(key: unknown, work: () => void, { after, within = Infinity }: IdleOptions): void {
    if (this.isOver) return
    const now = performance.now()
    const latest = this.idles.get(key)?.latest ?? now + within
    const at = Math.min(now + after, latest)
    this.idles.set(key, { work, at, latest })
    // A later time needs no timer of its own: the one that is set looks again.
    if (this.timer === undefined || at < this.timerAt) this.wait(at)
  }

  /** Drops what waits by a key. */
  cancel(key: unknown): void {
    this.frames.delete(key)
    this.idles.delete(key)
  }

  /** Does now all that waits for a pause. */
  flush(): void {
    this.runIdle(Infinity)
  }

  /** Drops all that waits, and what is asked for from now on. */
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

/** Work that fails holds up no other. */
function attempt(work: (() => void) | undefined): void {
  try {
    work?.()
  } catch (error) {
    reportError(error)
  }
}

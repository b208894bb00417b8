import { vi } from 'vitest'

interface Timer {
  readonly at: number
  readonly work: () => void
}

/** Runs what else is due in the browser: promises, its database and its locks. */
const task = (): Promise<void> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(undefined)
  })

/** Time that passes on request only. Vitest's waits in real timeouts, of which a browser allows 250 a second. */
export class VirtualClock {
  private now = 0
  private last = 0
  private readonly timers = new Map<number, Timer>()

  /** Replaces the page's timers; `vi.unstubAllGlobals` and `vi.restoreAllMocks` end that. */
  start(): void {
    vi.stubGlobal('setTimeout', (work: () => void, ms = 0) => {
      this.timers.set(++this.last, { at: this.now + Math.max(0, ms), work })
      return this.last
    })
    vi.stubGlobal('clearTimeout', (id: number) => this.timers.delete(id))
    vi.spyOn(performance, 'now').mockImplementation(() => this.now)
    vi.spyOn(Date, 'now').mockImplementation(() => this.now)
  }

  /** Resolves after a time. */
  readonly wait = (ms: number): Promise<void> =>
    new Promise((resolve) => this.timers.set(++this.last, { at: this.now + ms, work: resolve }))

  /** Lets time pass; timers run in order. */
  async advance(ms: number): Promise<void> {
    const until = this.now + ms
    for (;;) {
      await task()
      const due = [...this.timers].filter(([, { at }]) => at <= until).sort(([, a], [, b]) => a.at - b.at)[0]
      if (!due) break
      const [id, { at, work }] = due
      this.timers.delete(id)
      this.now = Math.max(this.now, at)
      work()
    }
    this.now = until
  }
}

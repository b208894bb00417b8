import { pollAfterMs } from '#core/domain/polling.ts'

/** When this page last changed anything. */
let changedAt = -Infinity
const rearms = new Set<() => void>()

/** Notes that this page changed something: what comes of it is watched. */
export function noteOwnChange(): void {
  changedAt = performance.now()
  for (const rearm of rearms) rearm()
}

/** What the pause between two readings goes by, told as it changes. */
export interface Polling {
  readonly setEvents: (hasEvents: boolean) => void
  readonly setOngoing: (count: number) => void
  readonly readNow: () => void
}

/**
 * Calls `read` from time to time until `signal` ends it, often where no events come and something is under way. It is told
 * whether events come.
 */
export function startPolling(read: (hasEvents: boolean) => void, signal: AbortSignal): Polling {
  let hasEvents = false
  let ongoing = 0
  let readAt = performance.now()
  let timer: ReturnType<typeof setTimeout> | undefined
  const arm = (): void => {
    clearTimeout(timer)
    if (signal.aborted) return
    const now = performance.now()
    const pause = pollAfterMs({ hasEvents, ongoing, sinceOwnChangeMs: now - changedAt })
    timer = setTimeout(readNow, Math.max(0, readAt + pause - now))
  }
  const readNow = (): void => {
    readAt = performance.now()
    read(hasEvents)
    arm()
  }
  rearms.add(arm)
  signal.addEventListener('abort', () => (rearms.delete(arm), clearTimeout(timer)))
  arm()
  return {
    setEvents: (next) => {
      hasEvents = next
      arm()
    },
    setOngoing: (next) => {
      if (next === ongoing) return
      ongoing = next
      arm()
    },
    readNow,
  }
}

import { pollAfterMs } from '#core/domain/polling.ts'

/** Time of this page's last change. */
let changedAt = -Infinity
const rearms = new Set<() => void>()

/** Records a change by this page, so that its effects are polled. */
export function noteOwnChange(): void {
  changedAt = performance.now()
  for (const rearm of rearms) rearm()
}

/** Inputs of the polling interval, updated on change. */
export interface Polling {
  readonly setEvents: (hasEvents: boolean) => void
  readonly setOngoing: (count: number) => void
  readonly readNow: () => void
}

/**
 * Polls by `read` until `signal` aborts, often if no events arrive while work is in progress. `read` gets whether events
 * arrive.
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

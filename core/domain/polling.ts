import { CREDIT_REFRESH_MS } from './limits.ts'

/** Polling interval while no events arrive and work is in progress. */
const WATCH_MS = 5000
/** The same without known work in progress. */
const LOOK_MS = 20_000
/** How long work from the user's last act may continue: an uploaded file is prepared. */
const AFTERMATH_MS = 60_000

/** Inputs of a page's polling interval. */
export interface Watched {
  /** Whether the event stream is connected. */
  readonly hasEvents: boolean
  /** Unfinished tasks. */
  readonly ongoing: number
  /** Time since this page's last change. */
  readonly sinceOwnChangeMs: number
}

/** Interval after which a page polls. */
export function pollAfterMs({ hasEvents, ongoing, sinceOwnChangeMs }: Watched): number {
  if (hasEvents) return CREDIT_REFRESH_MS
  return ongoing > 0 || sinceOwnChangeMs < AFTERMATH_MS ? WATCH_MS : LOOK_MS
}

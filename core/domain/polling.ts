import { CREDIT_REFRESH_MS } from './limits.ts'

/** Between two readings while no events come and something is under way. */
const WATCH_MS = 5000
/** The same while nothing is known to be under way. */
const LOOK_MS = 20_000
/** What the user has just done goes on for a while: a file that was sent is prepared. */
const AFTERMATH_MS = 60_000

/** What decides how often a page reads again what it shows. */
export interface Watched {
  /** Whether events come, which say when something has changed. */
  readonly hasEvents: boolean
  /** Tasks that wait or run. */
  readonly ongoing: number
  /** Since this page last changed anything. */
  readonly sinceOwnChangeMs: number
}

/** After how long a page reads again what it shows. */
export function pollAfterMs({ hasEvents, ongoing, sinceOwnChangeMs }: Watched): number {
  if (hasEvents) return CREDIT_REFRESH_MS
  return ongoing > 0 || sinceOwnChangeMs < AFTERMATH_MS ? WATCH_MS : LOOK_MS
}

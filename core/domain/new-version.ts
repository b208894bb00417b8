/** The page loads itself again for a new version at most once in this time, in milliseconds. */
const RELOAD_PAUSE_MS = 10 * 60_000

/** Pages on which the user may have work that a reload would lose. */
const asking = ['/lab/videoTranslate', '/lab/subtitleTranslate', '/lab/upload', '/lab/pro/srt-edit']

/** Whether a page must ask before it is loaded again for a new version. */
export function mustAsk(path: string): boolean {
  return asking.some((page) => path === page || path.startsWith(`${page}/`))
}

/** Whether a page may load itself again, having done so last at `lastMs`. */
export function isReloadDue(lastMs: number, nowMs: number): boolean {
  // A clock that was set back must not hold it up for long.
  return Math.abs(nowMs - lastMs) >= RELOAD_PAUSE_MS
}

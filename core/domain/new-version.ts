/** Least time between automatic reloads for a new version, in milliseconds. */
const RELOAD_PAUSE_MS = 10 * 60_000

/** Pages with work that a reload could lose. */
const asking = ['/lab/videoTranslate', '/lab/subtitleTranslate', '/lab/upload', '/lab/pro/srt-edit']

/** Whether a page must ask before it reloads for a new version. */
export function mustAsk(path: string): boolean {
  return asking.some((page) => path === page || path.startsWith(`${page}/`))
}

/** Whether a page may reload itself, having done so last at `lastMs`. */
export function isReloadDue(lastMs: number, nowMs: number): boolean {
  // A clock set back must not delay it for long.
  return Math.abs(nowMs - lastMs) >= RELOAD_PAUSE_MS
}

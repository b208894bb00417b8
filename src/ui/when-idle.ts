/** Safari has no `requestIdleCallback`. */
const INSTEAD_MS = 200

/**
 * Runs work when the page is idle, at the latest after a number of milliseconds; returns a function that cancels it.
 */
export function whenIdle(work: () => void, withinMs: number): () => void {
  if ('requestIdleCallback' in window) {
    const asked = requestIdleCallback(work, { timeout: withinMs })
    return () => cancelIdleCallback(asked)
  }
  const timer = setTimeout(work, Math.min(withinMs, INSTEAD_MS))
  return () => clearTimeout(timer)
}

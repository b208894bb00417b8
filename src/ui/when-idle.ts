/** Safari has no idle moments to ask for. */
const INSTEAD_MS = 200

/** Runs some work once the page rests, at the latest after so many milliseconds; returns what takes that back. */
export function whenIdle(work: () => void, withinMs: number): () => void {
  if ('requestIdleCallback' in window) {
    const asked = requestIdleCallback(work, { timeout: withinMs })
    return () => cancelIdleCallback(asked)
  }
  const timer = setTimeout(work, Math.min(withinMs, INSTEAD_MS))
  return () => clearTimeout(timer)
}

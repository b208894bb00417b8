/** How long after the last change of the text what only sums it up is drawn anew. */
const SETTLE_MS = 400

interface Settling {
  /** Asks for the work, once it is quiet. */
  readonly later: () => void
  /** What was asked for and is not done yet is left. */
  readonly stop: () => void
}

/** A rest may be so much shorter: whoever asks within the same edit waits for no timer of its own. */
const NEAR_MS = 20

const waiting = new Set<() => void>()
let askedAt = 0
let timer: ReturnType<typeof setTimeout> | undefined

/** Does work once nobody has asked for 400 ms, together with all else that waits for that: it shares one frame. */
export function whenSettled(work: () => void): Settling {
  return {
    later: () => {
      waiting.add(work)
      askedAt = performance.now()
      timer ??= setTimeout(settle, SETTLE_MS)
    },
    stop: () => waiting.delete(work),
  }
}

/** One timer for all that is asked for: it looks again where more has come since it was set. */
function settle(): void {
  const wait = askedAt + SETTLE_MS - performance.now()
  timer = wait > NEAR_MS ? setTimeout(settle, wait) : undefined
  if (timer !== undefined) return
  const all = [...waiting]
  waiting.clear()
  for (const work of all) {
    try {
      work()
    } catch (error) {
      // What sums up something else is not held up by it.
      reportError(error)
    }
  }
}

/** How long after the last change of the text what only sums it up is drawn anew. */
const SETTLE_MS = 400

interface Settling {
  /** Asks for the work, once it is quiet. */
  readonly later: () => void
  /** What was asked for and is not done yet is left. */
  readonly stop: () => void
}

const waiting = new Set<() => void>()
let timer: ReturnType<typeof setTimeout> | undefined

/** Does work once nobody has asked for 400 ms, together with all else that waits for that: it shares one frame. */
export function whenSettled(work: () => void): Settling {
  return {
    later: () => {
      waiting.add(work)
      clearTimeout(timer)
      timer = setTimeout(settle, SETTLE_MS)
    },
    stop: () => waiting.delete(work),
  }
}

function settle(): void {
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

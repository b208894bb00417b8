import { AUTOSAVE_DELAY_MS } from '#core/domain/limits.ts'

/** How long after the last change of the text what only sums it up is drawn anew: with the save, in one task. */
const SETTLE_MS = AUTOSAVE_DELAY_MS

interface Settling {
  /** Asks for the work, once it is quiet. */
  readonly later: () => void
  /** What was asked for and is not done yet is left. */
  readonly stop: () => void
}

/** A rest may be so much shorter: whoever asks within the same edit waits for no timer of its own. */
const NEAR_MS = 20

/** When each work that was asked for is to be done. */
const waiting = new Map<() => void, number>()
let timer: ReturnType<typeof setTimeout> | undefined

/** Does work once nobody has asked for it for half a second, together with all else that waits then: it shares one frame. */
export function whenSettled(work: () => void): Settling {
  return {
    later: () => {
      waiting.set(work, performance.now() + SETTLE_MS)
      timer ??= setTimeout(settle, SETTLE_MS)
    },
    stop: () => waiting.delete(work),
  }
}

/** One timer for all that is asked for: it looks again where more has come since it was set. */
function settle(): void {
  timer = undefined
  const now = performance.now()
  const due = [...waiting].filter(([, at]) => at - now <= NEAR_MS)
  for (const [work] of due) waiting.delete(work)
  if (waiting.size > 0) timer = setTimeout(settle, Math.min(...waiting.values()) - now)
  for (const [work] of due) {
    try {
      work()
    } catch (error) {
      // What sums up something else is not held up by it.
      reportError(error)
    }
  }
}

import { delays } from './options.ts'

/** How long after the last change of the text what only sums it up is drawn again: with the save, in one task. */
const SETTLE_MS = delays.save

interface Settling {
  /** Asks for the work, once it is quiet: half a second from now on, or from a time of the page's clock. */
  readonly later: (fromMs?: number) => void
  /** What was asked for and is not done yet is left. */
  readonly stop: () => void
}

/** A rest may be so much shorter: a caller within the same edit waits for no timer of its own. */
const NEAR_MS = 20
/** A timer that would find nothing to do yet is set again where it is so much too early, not with each letter. */
const TOO_EARLY_MS = 200

/** Whether it has been quiet for so long since a time of the page's clock. */
export const isSettledSince = (ms: number): boolean => performance.now() - ms >= SETTLE_MS - NEAR_MS

/** What is done at a rest, with the milliseconds that it comes before half a second is over. */
type Work = (earlyMs: number) => void

/** When each work that was asked for is to be done. */
const waiting = new Map<Work, number>()
let timer: ReturnType<typeof setTimeout> | undefined
let timerAt = 0
/** What is asked for now is done within the same task. */
let isEnding = false

/** Does work once nobody has asked for it for half a second, together with all else that waits then: it shares one frame. */
export function whenSettled(work: Work): Settling {
  return {
    later: (fromMs = performance.now()) => {
      waiting.set(work, fromMs + SETTLE_MS)
      if (isEnding) return
      if (timer === undefined || Math.min(...waiting.values()) - timerAt > TOO_EARLY_MS) setTimer()
    },
    stop: () => waiting.delete(work),
  }
}

/** One timer for all that is asked for. */
function setTimer(): void {
  clearTimeout(timer)
  timerAt = Math.min(...waiting.values())
  timer = setTimeout(settleDue, timerAt - performance.now())
}

/**
 * Does some work, and then all that waits. A user who lets go of what was dragged has come to a rest, and a page that is
 * awake does it at less cost than one that wakes for it half a second later.
 */
export function settleAfter(work: () => void): void {
  isEnding = true
  try {
    work()
  } finally {
    isEnding = false
    settleNow()
  }
}

function settleNow(): void {
  if (waiting.size === 0) return
  clearTimeout(timer)
  const now = performance.now()
  settle([...waiting].map(([work, at]) => [work, Math.max(0, at - now)]))
}

/** Looks again where more has been asked for since the timer was set. */
function settleDue(): void {
  const now = performance.now()
  const due = [...waiting].filter(([, at]) => at - now <= NEAR_MS)
  settle(due.map(([work]) => [work, 0]))
}

function settle(due: readonly (readonly [work: Work, earlyMs: number])[]): void {
  timer = undefined
  for (const [work] of due) waiting.delete(work)
  if (waiting.size > 0) setTimer()
  for (const [work, earlyMs] of due) {
    try {
      work(earlyMs)
    } catch (error) {
      // What sums up something else is not held up by it.
      reportError(error)
    }
  }
}

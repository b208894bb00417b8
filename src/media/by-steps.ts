/** A slice of work: less than half a frame. */
const SLICE_MS = 4
/** Looks at the clock this seldom. */
const STEP = 32

/** Hands each item to `take`, in slices between which the page draws; false where `signal` ended it. */
export async function inSlices<T>(items: Iterable<T>, take: (item: T) => void, signal: AbortSignal): Promise<boolean> {
  let until = performance.now() + SLICE_MS
  let count = 0
  for (const item of items) {
    take(item)
    if (++count % STEP !== 0 || performance.now() < until) continue
    await new Promise((done) => setTimeout(done))
    if (signal.aborted) return false
    until = performance.now() + SLICE_MS
  }
  return !signal.aborted
}

/** Goes through the steps of some work in the same way and gives what it comes to; an AbortError where `signal` ended it. */
export async function bySteps<R>(steps: Iterator<unknown, R>, signal: AbortSignal): Promise<R> {
  let until = performance.now() + SLICE_MS
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done) return step.value
    if (performance.now() < until) continue
    await new Promise((done) => setTimeout(done))
    signal.throwIfAborted()
    until = performance.now() + SLICE_MS
  }
}

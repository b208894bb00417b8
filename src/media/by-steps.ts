/** Length of a slice: less than half a frame. */
const SLICE_MS = 4
/** Items between clock readings. */
const STEP = 32

/** Passes each item to `take` in slices between which the page draws; false if `signal` aborted. */
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

/** Runs a generator of steps in slices and returns its result; an AbortError if `signal` aborted. */
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

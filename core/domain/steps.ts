/** Runs a generator of steps to its result. */
export function resultOf<R>(steps: Iterator<unknown, R>): R {
  for (let step = steps.next(); ; step = steps.next()) if (step.done) return step.value
}

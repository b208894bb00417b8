/** What work that goes on by steps comes to, all of it at once. */
export function resultOf<R>(steps: Iterator<unknown, R>): R {
  for (let step = steps.next(); ; step = steps.next()) if (step.done) return step.value
}

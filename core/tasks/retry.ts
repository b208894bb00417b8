/**
 * Cause of a failed attempt: `passing` may resolve, as for a service out of order; `unknown` is an internal fault, which
 * rarely repeats. An attempt that ended with its worker is neither.
 */
export type Hindrance = 'passing' | 'unknown'

const UNKNOWN_AFTER_SECONDS = 2

/**
 * Seconds until a retry after fault number `fault`, from 1; undefined if the task should fail. `pauses` follow the first,
 * second … fault; a service may request a longer one.
 */
export function retryAfter(
  hindrance: Hindrance,
  fault: number,
  { pauses, askedSeconds = 0 }: { pauses: readonly number[]; askedSeconds?: number },
): number | undefined {
  if (hindrance === 'unknown') return fault < 2 ? UNKNOWN_AFTER_SECONDS : undefined
  const pause = pauses[fault - 1]
  return pause === undefined ? undefined : Math.max(pause, askedSeconds)
}

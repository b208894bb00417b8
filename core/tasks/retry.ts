/**
 * What stood in the way of a task: `passing` may be over after a while, as with a service that is out of order; `unknown`
 * is a fault of ours, which a second attempt rarely meets again. An attempt that ended with its worker is neither.
 */
export type Hindrance = 'passing' | 'unknown'

const UNKNOWN_AFTER_SECONDS = 2

/**
 * Seconds until a task is begun again after its fault number `fault`, counted from 1; undefined where it is to fail.
 * `pauses` are those after the first, second … fault; a service may ask for a longer one.
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

/** Known facts of a running task. */
export interface Pace {
  /** From 0 to 1, now and when this attempt began. */
  readonly progress: number
  readonly beganAt: number
  /** Milliseconds since this attempt began. */
  readonly elapsedMs: number
  /** Recent duration of tasks of its kind and size in milliseconds; undefined without any. */
  readonly usualMs: number | undefined
}

/** Less progress says nothing about the rest. */
const MIN_PROGRESS = 0.02
const MIN_ELAPSED_MS = 3000
/** From this share on only this attempt's pace counts. */
const SURE_PROGRESS = 0.5

/**
 * Estimated milliseconds until a task is done, by its pace and by similar tasks; undefined if unknown. A stalled task is
 * never reported as nearly done.
 */
export function remainingMs({ progress, beganAt, elapsedMs, usualMs }: Pace): number | undefined {
  const left = Math.max(0, 1 - progress)
  const done = progress - beganAt
  const paced = done >= MIN_PROGRESS && elapsedMs >= MIN_ELAPSED_MS ? (elapsedMs / done) * left : undefined
  const usual = usualMs === undefined || (paced === undefined && elapsedMs > usualMs) ? undefined : usualMs * left
  if (paced === undefined || usual === undefined) return paced ?? usual
  const trust = Math.min(1, done / SURE_PROGRESS)
  return paced * trust + usual * (1 - trust)
}

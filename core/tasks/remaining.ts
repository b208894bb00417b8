/** What is known of a task that runs. */
export interface Pace {
  /** From 0 to 1, now and when this attempt began. */
  readonly progress: number
  readonly beganAt: number
  /** Milliseconds since this attempt began. */
  readonly elapsedMs: number
  /** Milliseconds that tasks like this one, of its size, took lately; undefined where none ran yet. */
  readonly usualMs: number | undefined
}

/** Less than this says nothing about the rest. */
const MIN_PROGRESS = 0.02
const MIN_ELAPSED_MS = 3000
/** From this share on what was measured in this attempt counts alone. */
const SURE_PROGRESS = 0.5

/**
 * Milliseconds until a task is done, by its own pace so far and by what tasks like it took; undefined where neither says
 * anything. A task that stands still for longer than it should take as a whole is not said to be nearly done.
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

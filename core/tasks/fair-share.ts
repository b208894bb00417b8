/** Turns of the unfinished tasks in a queue; undefined where there are none of that sort. */
export interface Turns {
  /** The latest turn that runs. */
  readonly running: number | undefined
  /** The earliest turn that waits. */
  readonly waiting: number | undefined
  /** The latest turn of the account's own tasks. */
  readonly own: number | undefined
}

/**
 * The turn of an account's next task in a queue: lower ones are taken first, and of one turn the older task. Each task of an
 * account gets a turn of its own, so that of 500 tasks one runs between those of everybody else; an account that comes
 * later begins at the turn that the queue is at, so that it neither waits for all that came before nor passes it for ever
 * (start-time fair queueing: Goyal, Vin and Cheng, 1996).
 */
export function nextTurn({ running, waiting, own }: Turns): number {
  const now = Math.max(0, running ?? (waiting ?? 1) - 1)
  return Math.max(now, own ?? 0) + 1
}

/** Turns of a queue's unfinished tasks; undefined if there are none of that kind. */
export interface Turns {
  /** The latest running turn. */
  readonly running: number | undefined
  /** The earliest waiting turn. */
  readonly waiting: number | undefined
  /** The latest turn of the account's own tasks. */
  readonly own: number | undefined
}

/**
 * The turn of an account's next task (start-time fair queueing: Goyal, Vin and Cheng, 1996). Lower turns run first, ties
 * by age: each task gets a turn, so that large batches interleave, and newcomers start at the current turn.
 */
export function nextTurn({ running, waiting, own }: Turns): number {
  const now = Math.max(0, running ?? (waiting ?? 1) - 1)
  return Math.max(now, own ?? 0) + 1
}

/** A running task of a queue; times in milliseconds. */
export interface RunningTask {
  readonly id: string
  readonly account: string
  readonly beganAt: number
}

/** An account's only running task keeps its slot for this long; further ones yield between any two steps. */
const KEEP_MS = 120_000

/**
 * The running task that should yield to waiting accounts without a running one; undefined if none. It is the latest of
 * the account with most tasks, or among single ones the longest running. Steps keep its results.
 */
export function taskToPause(
  running: readonly RunningTask[],
  waiting: readonly string[],
  now: number,
): string | undefined {
  const byAccount = Map.groupBy(running, ({ account }) => account)
  if (!waiting.some((account) => !byAccount.has(account))) return undefined
  const most = Math.max(...[...byAccount.values()].map((tasks) => tasks.length))
  const all = [...byAccount.values()].filter((tasks) => tasks.length === most).flat()
  const inOrder = all.sort((a, b) => a.beganAt - b.beganAt || (a.id < b.id ? -1 : 1))
  if (most > 1) return inOrder.at(-1)?.id
  const [first] = inOrder
  return first && now - first.beganAt >= KEEP_MS ? first.id : undefined
}

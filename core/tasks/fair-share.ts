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

/** A task that runs in a queue; times in milliseconds. */
export interface RunningTask {
  readonly id: string
  readonly account: string
  readonly beganAt: number
}

/** An account's only running task keeps its place for this long; further ones give way between any two steps. */
const KEEP_MS = 120_000

/**
 * The running task that makes room for accounts that wait and have nothing running in the queue; undefined where none has
 * to. It is the latest of the account with the most tasks, or, where each has one, the one that ran longest. Tasks are kept
 * in steps, so it loses little.
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

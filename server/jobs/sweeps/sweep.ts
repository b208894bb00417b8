import type { Deps } from '../../app/deps.ts'

/** Clears away one sort of thing whose time is up. */
export interface Sweep {
  readonly name: string
  /** When it runs: five fields, UTC. */
  readonly cron: string
  /**
   * Clears what is due at `now`, a bounded number at a time: what is left comes at the next run. Answers how many things
   * are gone. `onFault` hears of one that could not be cleared; the others go on.
   */
  run(deps: Deps, now: Date, onFault: (id: string, error: unknown) => void): Promise<number>
}

/** How many things of one sort a run clears. */
export const SWEEP_BATCH = 200

const DAY_MS = 24 * 60 * 60 * 1000

/** The moment so many days before another. */
export function daysBefore(now: Date, days: number): Date {
  return new Date(now.getTime() - days * DAY_MS)
}

/** Clears one thing after another and goes on after one that fails. Answers how many are gone. */
export async function clearEach<T extends { id: string }>(
  due: readonly T[],
  clear: (thing: T) => Promise<unknown>,
  onFault: (id: string, error: unknown) => void,
): Promise<number> {
  let cleared = 0
  for (const thing of due) {
    try {
      await clear(thing)
      cleared += 1
    } catch (error) {
      onFault(thing.id, error)
    }
  }
  return cleared
}

import type { Deps } from '../../app/deps.ts'

/** Clears away one kind of expired thing. */
export interface Sweep {
  readonly name: string
  /** When it runs: five fields, UTC. */
  readonly cron: string
  /**
   * Clears what is due at `now`, up to a limit; the next run continues. Returns how many are gone. `onFault` gets each
   * failure; the others continue.
   */
  run(deps: Deps, now: Date, onFault: (id: string, error: unknown) => void): Promise<number>
}

/** Things of one kind per run. */
export const SWEEP_BATCH = 200

const DAY_MS = 24 * 60 * 60 * 1000

/** The moment this many days before another. */
export function daysBefore(now: Date, days: number): Date {
  return new Date(now.getTime() - days * DAY_MS)
}

/** Clears one thing after another, past failures. Returns how many are gone. */
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

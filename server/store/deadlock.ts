import type { Db, Tx } from './db.ts'

/** PostgreSQL's code for a transaction aborted to break a deadlock (its manual, appendix A). */
const DEADLOCK = '40P01'
const ATTEMPTS = 5

/** Repeats a transaction that was aborted to break a deadlock. */
export async function retryDeadlock<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run()
    } catch (error) {
      const isDeadlock = error instanceof Error && 'code' in error && error.code === DEADLOCK
      if (!isDeadlock || attempt === ATTEMPTS) throw error
    }
  }
}

/** A transaction that is repeated after a deadlock: for everything that starts tasks. */
export function transact<T>(db: Db, run: (tx: Tx) => Promise<T>): Promise<T> {
  return retryDeadlock(() => db.transaction().execute(run))
}

import { sql } from 'kysely'
import type { Db } from '../store/db.ts'
import { sha256 } from '../store/id.ts'

const MINUTE_MS = 60_000
/** Wrong passwords after which an account is closed to where they came from for the rest of the minute. */
const PER_MINUTE = 10

/** Counts something that may be done so often in a time; false = once too often. All processes count together. */
export async function countTry(
  db: Db,
  counted: string,
  { most, ms }: { readonly most: number; readonly ms: number },
): Promise<boolean> {
  const now = new Date()
  const { tries } = await db
    .insertInto('login_attempt')
    .values({ account: sha256(counted), tries: 1, until: new Date(now.getTime() + ms) })
    .onConflict((conflict) =>
      conflict.column('account').doUpdateSet((eb) => ({
        tries: sql<number>`case when ${eb.ref('login_attempt.until')} < ${now} then 1 else ${eb.ref('login_attempt.tries')} + 1 end`,
        until: sql<Date>`case when ${eb.ref('login_attempt.until')} < ${now} then ${eb.ref('excluded.until')} else ${eb.ref('login_attempt.until')} end`,
      })),
    )
    .returning('tries')
    .executeTakeFirstOrThrow()
  return tries <= most
}

/**
 * Counts a try to log in before its password is checked, so that tries at the same time count too; false = one too many.
 * `counted` names an account and, where nobody is signed in, the network: a stranger elsewhere can not keep its owner out.
 */
export async function beginAttempt(db: Db, counted: string): Promise<boolean> {
  return countTry(db, counted, { most: PER_MINUTE, ms: MINUTE_MS })
}

/** The password was right: what was counted counts no more. */
export async function endAttempts(db: Db, counted: string): Promise<void> {
  await db.deleteFrom('login_attempt').where('account', '=', sha256(counted)).execute()
}

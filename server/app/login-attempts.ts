import { sql } from 'kysely'
import type { Db } from '../store/db.ts'
import { sha256 } from '../store/id.ts'

const MINUTE_MS = 60_000
/** Wrong passwords after which a network is refused for an account until the minute ends. */
const PER_MINUTE = 10

/** Counts an act that is limited per time; false if over the limit. Shared by all processes. */
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
 * Counts a log-in before its password is checked, so that concurrent ones count; false if too many. `counted` names
 * account and network: a stranger elsewhere can't lock the owner out.
 */
export async function beginAttempt(db: Db, counted: string): Promise<boolean> {
  return countTry(db, counted, { most: PER_MINUTE, ms: MINUTE_MS })
}

/** The password was right: the count is reset. */
export async function endAttempts(db: Db, counted: string): Promise<void> {
  await db.deleteFrom('login_attempt').where('account', '=', sha256(counted)).execute()
}

import type { Sweep } from './sweep.ts'

/** Counts of tries to log in whose minute is over, and sign-ins at Google that nobody finished. */
export const signInSweep: Sweep = {
  name: 'ended-sign-ins',
  cron: '*/15 * * * *',
  run: async ({ db }, now) => {
    const tries = await db.deleteFrom('login_attempt').where('until', '<', now).executeTakeFirst()
    const begun = await db.deleteFrom('google_sign_in').where('expires_at', '<', now).executeTakeFirst()
    return Number(tries.numDeletedRows + begun.numDeletedRows)
  },
}

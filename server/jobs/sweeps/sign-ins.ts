import type { Sweep } from './sweep.ts'

/** Expired log-in counts, and unfinished Google sign-ins. */
export const signInSweep: Sweep = {
  name: 'ended-sign-ins',
  cron: '*/15 * * * *',
  run: async ({ db }, now) => {
    const tries = await db.deleteFrom('login_attempt').where('until', '<', now).executeTakeFirst()
    const begun = await db.deleteFrom('google_sign_in').where('expires_at', '<', now).executeTakeFirst()
    return Number(tries.numDeletedRows + begun.numDeletedRows)
  },
}

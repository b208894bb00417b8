import { z } from 'zod'
import type { GoogleSetup } from './app/google/provider.ts'
import { type Env, readSettings, serviceAddress } from './settings.ts'

const variables = z.object({
  GOOGLE_CLIENT_ID: z.string().optional(),
  GOOGLE_CLIENT_SECRET: z.string().optional(),
  GOOGLE_ISSUER: serviceAddress,
  CUELANE_PUBLIC_URL: serviceAddress,
})

const GOOGLE = 'https://accounts.google.com'

/** The setup in `env`; throws a ConfigError about a wrong setting. */
export function readGoogle(env: Env): GoogleSetup {
  const { GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET, GOOGLE_ISSUER, CUELANE_PUBLIC_URL } = readSettings(variables, env)
  const needed = { GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET, CUELANE_PUBLIC_URL }
  const unset = Object.entries(needed).flatMap(([name, value]) => (value === undefined ? [name] : []))
  if (!GOOGLE_CLIENT_ID || !GOOGLE_CLIENT_SECRET || !CUELANE_PUBLIC_URL) {
    const address = `${CUELANE_PUBLIC_URL ?? 'https://your.address'}/login`
    return { settings: undefined, remedy: { key: 'google', params: { names: unset.join(', '), address } } }
  }
  return {
    settings: {
      issuer: GOOGLE_ISSUER ?? GOOGLE,
      clientId: GOOGLE_CLIENT_ID,
      clientSecret: GOOGLE_CLIENT_SECRET,
      returnAddress: `${CUELANE_PUBLIC_URL}/login`,
    },
    remedy: null,
  }
}

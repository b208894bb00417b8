import { z } from 'zod'

/** Environment variables by name. */
export type Env = Readonly<Record<string, string | undefined>>

/** An unusable setting; the message names the variable and what it may be. */
export class ConfigError extends Error {}

/**
 * Settings from environment variables by a schema with the variables' names; an empty one counts as unset. Throws a
 * ConfigError about the first wrong one; a schema's messages begin with "must" or "is".
 */
export function readSettings<S extends z.ZodType>(schema: S, env: Env): z.output<S> {
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''))
  const parsed = schema.safeParse(set)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const variable = String(issue?.path[0] ?? '')
  const value = set[variable]
  const not = value === undefined ? '' : `, not "${value}"`
  throw new ConfigError(`${variable} ${issue?.message ?? 'is wrong'}${not}.`)
}

/** A whole number from `lo` to `hi`; `usual` if the variable is unset. */
export function wholeNumber(lo: number, hi: number, usual: number) {
  const error = `must be a whole number from ${lo} to ${hi}`
  return z.coerce.number({ error }).int({ error }).min(lo, { error }).max(hi, { error }).default(usual)
}

/** One of the given words; `usual` if the variable is unset. */
export function oneOf<const T extends readonly [string, ...string[]]>(allowed: T, usual: T[number]) {
  return z.enum(allowed, { error: `must be one of ${allowed.join(', ')}` }).default(() => usual)
}

/** The address of a network service, without a trailing slash; undefined if the variable is unset. */
export const serviceAddress = z
  .url({ protocol: /^https?$/, error: 'must be an address that begins with http:// or https://' })
  .transform((address) => address.replace(/\/+$/, ''))
  .optional()

import { z } from 'zod'
import type { KeyScope } from '../domain/api-keys.ts'

/** Access to a call. A visitor has a token too; `customer` needs an account. */
export type Access = 'public' | 'visitor' | 'customer' | 'staff'

/** A caller's credentials: the token of a session, or a program's key. */
export type Credential = 'token' | 'key'

export interface Limits {
  /** Largest body, in bytes. */
  readonly bodyBytes: number
  /** Calls a minute; undefined = unlimited. */
  readonly perMinute: number | undefined
  /** Scope of the rate limit: a network address or an account. */
  readonly per: 'address' | 'account'
}

/**
 * One row of the contract. `input` is the query of a GET or DELETE and the body of a POST. Rows may share method and path
 * if a field with one value each (`class`) distinguishes their inputs.
 */
export interface Call<In extends z.ZodType = z.ZodType, Out extends z.ZodType = z.ZodType> {
  readonly method: 'GET' | 'POST' | 'DELETE'
  readonly path: string
  readonly access: Access
  readonly auth: readonly Credential[]
  /** Required entry of the account's `auth_list`. */
  readonly permission?: string
  /** Required scope of a key. */
  readonly scope: KeyScope
  /** Whether it is answered during maintenance. */
  readonly isAlways?: boolean
  readonly limits: Limits
  readonly input: In
  readonly data: Out
  readonly summary: string
}

const usualLimits: Limits = { bodyBytes: 1024 ** 2, perMinute: undefined, per: 'account' }

/** A version of 100,000 cues is about 20 MB of JSON. */
export const SUBTITLE_BODY_BYTES = 64 * 1024 ** 2

/** Calls that programs may make with a key. */
export const forPrograms: readonly Credential[] = ['token', 'key']

type Row<In extends z.ZodType, Out extends z.ZodType> = Omit<Call<In, Out>, 'auth' | 'scope' | 'limits'> & {
  readonly auth?: readonly Credential[]
  readonly scope?: KeyScope
  readonly limits?: Partial<Limits>
}

/**
 * A row with defaults: needs a token, body up to 1 MiB, no rate limit; keys with read scope for GET, with write scope
 * otherwise.
 */
export function call<In extends z.ZodType, Out extends z.ZodType>({
  auth,
  scope,
  limits,
  ...row
}: Row<In, Out>): Call<In, Out> {
  return {
    ...row,
    auth: auth ?? ['token'],
    scope: scope ?? (row.method === 'GET' ? 'read' : 'write'),
    limits: { ...usualLimits, ...limits },
  }
}

export const none = z.object({})

/** One page of a list. */
export function listOf<T extends z.ZodType>(item: T) {
  return z.object({
    list: z.array(item),
    total: z.number().int(),
    page: z.number().int(),
    page_size: z.number().int(),
  })
}

/** The answer of every call. */
export interface Envelope<T = unknown> {
  code: number
  message: string
  data: T
}

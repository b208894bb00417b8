import { z } from 'zod'
import { API_PERMISSION, keyLimits, keyScopes } from '../domain/api-keys.ts'
import { call, none } from './call.ts'
import { id, int32, line } from './fields.ts'

/** Settings of a key. */
const settings = {
  name: line(keyLimits.name, 1),
  scopes: z.array(z.enum(keyScopes)).min(1).max(keyScopes.length),
  /** Calls a minute. */
  per_minute: int32(keyLimits.perMinute),
  /** Credits that tasks may cost in a month; null for no limit. */
  month_credits: z.nullable(int32(keyLimits.monthCredits)),
}

const apiKey = z
  .object({
    id: z.string(),
    name: z.string(),
    /** The part of it that may be seen. */
    key: z.string(),
    scopes: z.array(z.enum(keyScopes)),
    per_minute: z.number().int(),
    month_credits: z.nullable(z.number().int()),
    /** Credits that its tasks of this month (UTC) cost or hold. */
    month_spent: z.number().int(),
    /** Time of last use; empty if unused. */
    used_at: z.string(),
    created_at: z.string(),
  })
  .meta({ id: 'ApiKey' })
export type ApiKeyView = z.infer<typeof apiKey>

/** Keys with which programs make their owner's calls. Only users create and see them. */
export const apiKeyCalls = {
  listApiKeys: call({
    method: 'GET',
    path: '/admin/jowoai.openapi/list',
    access: 'customer',
    permission: API_PERMISSION,
    summary: 'API keys, and when each was last used',
    input: none,
    data: z.object({ list: z.array(apiKey) }),
  }),
  addApiKey: call({
    method: 'POST',
    path: '/admin/jowoai.openapi/add',
    access: 'customer',
    permission: API_PERMISSION,
    limits: { perMinute: 60 },
    summary: 'Create a key. `secret` is what programs send; it is returned only once and not stored',
    input: z.object(settings),
    data: apiKey.extend({ secret: z.string() }),
  }),
  editApiKey: call({
    method: 'POST',
    path: '/admin/jowoai.openapi/edit',
    access: 'customer',
    permission: API_PERMISSION,
    summary: 'Change the scopes and limits of a key',
    input: z.object({ id, ...settings }),
    data: apiKey,
  }),
  deleteApiKey: call({
    method: 'DELETE',
    path: '/aiclient/user.openkey/del',
    access: 'customer',
    permission: API_PERMISSION,
    summary: 'Delete a key: programs that use it are refused from now on',
    input: z.object({ id }),
    data: none,
  }),
}
